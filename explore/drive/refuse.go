package drive

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// A refusal is a call that must fail and change nothing. The judge says whether it fails; that it changes nothing shows
// in what follows.
type refusal struct {
	what string
	call func(x caller) nd2.Status
	// rule says what the call breaks that succeeds, where the judge can't know; it is empty otherwise.
	rule string
}

// A caller makes a call that must fail, at an end.
type caller struct {
	d *driver
	s *side
	c *model.Call
}

// unmade stands for the status of a call that can't be made here.
const unmade = ^nd2.Status(0)

var refusals = slices.Concat(refusedCreations, refusedRequests, refusedConnections, refusedAnswers)

// refuse makes a call that must fail.
func (d *driver) refuse(c *model.Call) {
	r := refusals[c.Choice%uint64(len(refusals))]
	s := r.call(caller{d, d.side[c.End], c})
	if s == unmade {
		return
	}
	d.log.note("end %d: %s: %v", c.End, r.what, s)
	d.world.Cover[r.name()]++
	if !ndclient.Exhausted(s) { // which an adapter may report first
		judged(r.rule, r.what, s)
	}
}

func (r refusal) name() string { return "refuse/" + r.what }

// judged judges how a call or a request has ended by the first of the rules, if there are any. It does not
// report that a SHOULD was not followed.
func judged(rules, what string, s nd2.Status) {
	id, _, _ := strings.Cut(rules, " ")
	entry, ok := requirement.Lookup(id)
	switch {
	case !ok || entry.Level != requirement.Must:
	case len(entry.Accept) > 0 && entry.Judge(s) == requirement.Wrong:
		breaks(rules, "%s ended with %v, and not with %v", what, s, entry.Accept)
	case len(entry.Accept) == 0 && !s.Failed():
		breaks(rules, "%s ended with %v", what, s)
	}
}

// ends returns the final status of a request that must fail. The judge is told if it never ends.
func (x caller) ends(object nd2.Overlapping, call func(*nd2.Overlapped) nd2.Status) nd2.Status {
	t := newOperation(object, x.s.port)
	if t.start(call) == nd2.Pending && !t.Await(x.d.Limit) && x.d.ctx.Err() == nil {
		x.d.ends.never(t.Overlapped)
	}
	return t.Final()
}

// unlimited is what Query reports where there is no limit, and manyEntries is more than
// any list has here.
const (
	unlimited   = ^uint32(0)
	manyEntries = 1 << 10
)

// beyond returns a number beyond a limit: half the time the next number, otherwise a number far beyond it, which may
// overflow in a product or a sum.
func (x caller) beyond(most uint32) uint32 {
	far := []uint32{1 << 26, 1 << 31, 1<<31 + 1, ^uint32(0)}[x.c.Choice>>42&3]
	if x.c.Choice>>41&1 == 0 || far <= most {
		return most + 1
	}
	return far
}
