package judge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A Mark says when a call was made, and from where. Whoever is given to [Checker.Mark] makes it; the checker only
// keeps it.
type Mark struct {
	Call   uint64  // its number, from 1, which the checker gives it
	At     int64   // nanoseconds
	Code   uintptr // where in the program; 0 if that is not known
	Thread uint32  // of the operating system; 0 if that is not known
}

// Happened counts what the checker was told so far.
func (k *Checker) Happened() uint64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.clock + k.notifications
}

// Mark has calls marked. It is called before the first one. mark is called in the goroutine of each call before that
// begins, and with nil when a request is notified.
func (k *Checker) Mark(mark func(*calls.Call) Mark) { k.mark = mark }

// A Kind is what it is that waits.
type Kind string

// The kinds, in the order of [Checker.Waiting].
const (
	// Underway is a call that has not returned.
	Underway Kind = "call"
	// Unasked is a request that has ended, which GetOverlappedResult was not called for.
	Unasked Kind = "ended"
	// Pending is an overlapped request that goes on, and Posted are requests whose results were not taken.
	Pending Kind = "pending"
	Posted  Kind = "posted"
)

// A Wait is what has begun and not ended.
type Wait struct {
	Kind Kind `json:"kind"`
	// On is the object, and What is what waits there.
	On   string `json:"on"`
	What string `json:"what"`
	// Ends says what would end it.
	Ends string `json:"ends"`
	// Likely says what speaks for whose fault it is that it has not ended; empty if nothing does.
	Likely string `json:"likely,omitempty"`
	// Breaks is what is found if nothing more happens; nil if nobody is certain to have broken a rule.
	Breaks *Finding `json:"breaks,omitempty"`
	// Mark is that of the call that has begun it, and Heard when a request was notified; 0 if it was not.
	Mark  Mark  `json:"-"`
	Heard int64 `json:"-"`
}

// Waiting lists what is under way, the oldest of each kind first: at most as many as asked for, and how many more.
func (k *Checker) Waiting(most int) (list []Wait, more int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	w := waiting{most: most}
	calls := slices.Clone(k.underWay)
	slices.SortFunc(calls, func(a, b *step) int { return cmp.Compare(a.number, b.number) })
	for _, s := range calls {
		w.add(s.waits)
	}
	objects := k.oldestFirst()
	for _, kind := range []Kind{Unasked, Pending} {
		for _, o := range objects {
			for _, p := range o.requests {
				if p.waitsAs() == kind {
					w.add(p.waits)
				}
			}
		}
	}
	for _, o := range objects {
		w.posted(o)
	}
	return w.list, w.more
}

// oldestFirst lists the objects that there are.
func (k *Checker) oldestFirst() (list []*object) {
	for o := range k.alive {
		list = append(list, o)
	}
	slices.SortFunc(list, func(a, b *object) int {
		return cmp.Or(cmp.Compare(a.born, b.born), cmp.Compare(a.name, b.name))
	})
	return list
}

// waiting is the list of [Checker.Waiting] as it is made.
type waiting struct {
	list       []Wait
	most, more int
}

// add adds one, which is made only if there is room.
func (w *waiting) add(wait func() Wait) {
	if len(w.list) < w.most {
		w.list = append(w.list, wait())
	} else {
		w.more++
	}
}

// posted adds the requests of a queue whose results were not taken, by type.
func (w *waiting) posted(o *object) {
	var lines []*line
	switch {
	case o.pair != nil:
		lines = []*line{&o.pair.initiator, &o.pair.receives}
	case o.shared != nil:
		lines = []*line{&o.shared.receives}
	}
	groups := map[nd2.RequestType][]*request{}
	var order []nd2.RequestType
	for _, l := range lines {
		for _, r := range l.all() {
			if r.phase != posted && r.phase != overtaken || r.silent() {
				continue
			}
			if groups[r.kind] == nil {
				order = append(order, r.kind)
			}
			groups[r.kind] = append(groups[r.kind], r)
		}
	}
	for _, kind := range order {
		w.add(func() Wait { return waitsFor(o, groups[kind]) })
	}
}

// leaves notes that a call has returned.
func (k *Checker) leaves(s *step) {
	last := len(k.underWay) - 1
	k.underWay[s.place] = k.underWay[last]
	k.underWay[s.place].place = s.place
	k.underWay[last] = nil
	k.underWay = k.underWay[:last]
}

// methodName is a method's name without its interface's.
func methodName(method string) string {
	_, name, _ := strings.Cut(method, "::")
	return name
}

// waits says what a call waits for.
func (s *step) waits() Wait {
	name := methodName(s.c.Method)
	w := Wait{Kind: Underway, On: s.o.name, What: name, Mark: s.mark}
	p := cmp.Or(s.pending, s.overtakes)
	switch {
	case s.c.Method != calls.GetOverlappedResult || !s.c.Wait:
		w.Ends = "the provider alone: no page has " + name + " wait"
		w.Likely = "the provider has the call, and has not returned"
	case p != nil:
		w.What += " waits for " + p.String()
		p.endedBy(&w)
	case s.elsewhere != nil:
		other := s.elsewhere
		w.What += fmt.Sprintf(" waits for %s of %s", other, other.object.name)
		w.Ends = fmt.Sprintf("nothing that is known: ask %s, on which the request was made", other.object.name)
		w.breaks(s, programs("client.overlapped.not-pending"), s.o,
			"GetOverlappedResult waits with the OVERLAPPED of %s of %s", other.method, other.object.name)
	default:
		w.What += " waits"
		w.Ends = "nothing that is known: its OVERLAPPED is that of no request"
	}
	return w
}

// mute reports whether the client was told of a request's end, and its event was not set.
func (p *pending) mute() bool {
	return p.known && p.event && p.returned == nd2.Pending && p.sets == 0 && !p.canceled
}

// waitsAs is how a request waits, empty if it does not: a call waits for it, or it is over.
func (p *pending) waitsAs() Kind {
	switch {
	case p.mute():
		return Pending
	case !p.answered || p.returned != nd2.Pending || p.known || p.asking > 0:
		return ""
	case p.sets > p.phases || p.packets > p.phases:
		return Unasked
	}
	return Pending
}

func (p *pending) waits() Wait {
	w := Wait{Kind: p.waitsAs(), On: p.object.name, What: p.String(), Mark: p.mark}
	p.endedBy(&w)
	return w
}

// String says which request it is.
func (p *pending) String() string {
	if p.method == calls.CQNotify {
		return fmt.Sprintf("Notify(%v)", p.notify)
	}
	return methodName(p.method)
}
