package trace

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// MethodOfEvent names the method of the latest overlapped request with an event, or nothing if there was none.
func (r *Recorder) MethodOfEvent(event nd2.Event) (method string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	latest := time.Duration(-1)
	for o, c := range r.makers {
		if o.Event == event && c.at > latest {
			latest, method = c.at, c.of
		}
	}
	return method
}

// Pending names the object of the latest overlapped request made with a method that has returned
// ND_PENDING and has not ended, which ended tells; it is empty if there is none.
func (r *Recorder) Pending(method string, ended func(*nd2.Overlapped) bool) (object string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var last *call
	for c := range r.all {
		if c.method == method && c.result == any(nd2.Pending) && (last == nil || c.at > last.at) {
			last = c
		}
	}
	if last == nil || len(last.args) == 0 {
		return ""
	}
	if o, ok := last.args[len(last.args)-1].(*nd2.Overlapped); !ok || ended(o) {
		return ""
	}
	return last.object
}

// Side says on which side of a connection the object of a name is, by what it was asked for: ", active side".
// It is empty of what is on none, or if that is not remembered any more.
func (r *Recorder) Side(name string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.all {
		switch {
		case c.object != name:
		case c.method == "Connect":
			return ", active side"
		case c.method == "Accept":
			return ", passive side"
		}
	}
	return ""
}

// all yields the calls that are remembered, in no order. The recorder is locked.
func (r *Recorder) all(yield func(*call) bool) {
	for _, t := range r.threads {
		for _, calls := range [][]*call{t.done, t.open} {
			for _, c := range calls {
				if !yield(c) {
					return
				}
			}
		}
	}
}

// A Debt is a request of v2 that has no result.
type Debt struct {
	// Method is what it was posted with, and CanceledBy what has canceled it since: a method, or
	// [Failure], or nothing.
	Method, CanceledBy string
}

// OwesIn returns the request that has no result, of those whose results come in a queue. It is a
// Receive that nothing has canceled only if no other request is without a result, since something
// has to arrive first. The Debt is zero if nothing is owed.
func (r *Recorder) OwesIn(queue any) (owes Debt) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.worst(r.owed, nameOf(queue))
}

// DueIn is [Recorder.OwesIn] of requests whose results come in the queue and nowhere else.
func (r *Recorder) DueIn(queue any) Debt {
	r.mu.Lock()
	defer r.mu.Unlock()
	in := nameOf(queue)
	return r.worst(r.dueIn(in), in)
}

// dueIn lists the requests whose results come in a queue. The recorder is locked.
func (r *Recorder) dueIn(queue string) []*call {
	return slices.DeleteFunc(slices.Clone(r.owed), func(c *call) bool {
		return queue == "" || r.queues[r.laneOf(c)] == nil || !r.leads(c, queue)
	})
}

// worst is the request of a list that is the likeliest to be late in a queue.
func (r *Recorder) worst(list []*call, in string) (owes Debt) {
	best := 0
	for _, c := range list {
		if isSilent(c) && c.canceledBy == "" {
			continue
		}
		rank := 1
		if c.canceledBy != "" || c.method != nd2.RequestReceive.String() {
			rank += 2
		}
		if in == "" || r.leads(c, in) {
			rank++
		}
		if rank > best && rank > 1 {
			best, owes = rank, Debt{c.of, cmp.Or(c.canceledBy, c.halfFilledBy)}
		}
	}
	return owes
}

// Lacks returns the request whose missing result may keep a Notify from ending: it is due in the Notify's queue, waits
// for no message, and the client has taken no result there since. Take what is queued before.
func (r *Recorder) Lacks(notify *nd2.Overlapped) (owes Debt, lacks bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.makers[notify]
	if c == nil || r.taken[c.object] > c.at {
		return Debt{}, false
	}
	owes = r.worst(r.dueIn(c.object), c.object)
	return owes, owes.CanceledBy != "" || owes.Method != "" && !strings.HasSuffix(owes.Method, "::Receive")
}

// Refused reports whether a Reject has succeeded since a Connect was called, and no other Connect was.
func (r *Recorder) Refused(connect *nd2.Overlapped) (refused bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.makers[connect]
	for other := range r.all {
		switch {
		case c == nil || other == c || other.at < c.at:
		case other.method == "Connect":
			return false
		case other.method == "Reject":
			refused = refused || other.result == any(nd2.Success)
		}
	}
	return refused
}

// settleRoom is for how many results there is room when those of a queue are taken at the end.
const settleRoom = 64

// Settle takes the results that nobody has taken, so that what is still owed is what the provider
// owes. It is for a spec that has failed: others don't find these results any more.
func (r *Recorder) Settle() {
	r.mu.Lock()
	polls := maps.Clone(r.polls)
	r.mu.Unlock()
	room := make([]nd2.Result, settleRoom)
	for name, queue := range polls {
		for range requestsMost / settleRoom { // more can't be told apart
			n := min(int(queue.GetResults(room)), len(room))
			r.mu.Lock()
			for _, e := range room[:n] {
				r.answer(e, name, time.Since(r.began))
			}
			r.mu.Unlock()
			if n < len(room) {
				break
			}
		}
	}
}

// completion is what the name of a callback of NDKPI's ends with that ends a request.
const completion = " completion"

// Uncompleted names the method of NDKPI whose request is pending although its completion has not
// been called, the latest of several; the close of a protection domain, which waits for that of
// what was created in it, only if there is no other. It is empty if there is none.
func (r *Recorder) Uncompleted() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	pending, last := map[string]int{}, map[string]*call{}
	for c := range r.all {
		method, called := strings.CutSuffix(c.method, completion)
		key := c.object + "." + method
		switch {
		case called:
			pending[key]--
		case c.result == any(ndk.Pending):
			pending[key]++
			last[key] = c
		}
	}
	var latest *call
	for key, n := range pending {
		if c := last[key]; n > 0 && (latest == nil || later(c, latest)) {
			latest = c
		}
	}
	if latest == nil {
		return ""
	}
	return latest.of
}

// later reports whether a is rather to blame than b.
func later(a, b *call) bool {
	if isDomain(a) != isDomain(b) {
		return isDomain(b)
	}
	return a.at > b.at
}

// isDomain reports whether a call is of a protection domain of NDKPI.
func isDomain(c *call) bool { return strings.HasPrefix(c.object, "ndk-pd") }

// Waiting names the method whose end a call that was asked to wait is waiting for, or that call's
// own if its request has ended, which ended tells. It is empty if no call waits.
func (r *Recorder) Waiting(ended func(*nd2.Overlapped) bool) (method string, isOver bool) {
	waits, o := r.waiting()
	if waits == "" {
		return "", false
	}
	if o == nil || ended(o) {
		return waits, true
	}
	return r.MethodBy(o), false
}

func (r *Recorder) waiting() (method string, of *nd2.Overlapped) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.threads {
		for _, c := range t.open {
			if !c.waits {
				continue
			}
			method = c.of
			for _, arg := range c.args {
				if o, ok := arg.(*nd2.Overlapped); ok {
					return method, o
				}
			}
		}
	}
	return method, nil
}
