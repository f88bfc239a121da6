package drive

import (
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// A refusal is a call that must fail and change nothing.
type refusal struct {
	what, rules string
	// call makes it; ok is false if it can't be made here.
	call func(d *driver, s *side, c *model.Call) (st nd2.Status, ok bool)
}

// refuse makes a call that must fail. That it changes nothing shows in what follows.
func (d *driver) refuse(c *model.Call) *model.Violation {
	r := refusals[c.Choice%uint64(len(refusals))]
	d.calling(r.what, r.rules)
	s, ok := r.call(d, d.side[c.End], c)
	d.called()
	if !ok {
		return nil
	}
	d.log.note("end %d: %s: %v", c.End, r.what, s)
	d.world.Cover[r.name()]++
	return refused(r.rules, r.what, s)
}

func (r refusal) name() string { return "refuse/" + r.what }

// refused judges the status of a call that must fail, as the first of the rules has it. What a
// rule only asks for is not told.
func refused(rules, what string, s nd2.Status) *model.Violation {
	id, _, _ := strings.Cut(rules, " ")
	entry, ok := requirement.Lookup(id)
	wrong := entry.Judge(s) == requirement.Wrong
	if len(entry.Accept) == 0 { // it says only that the call fails
		wrong = !s.Failed()
	}
	if !ok || entry.Level != requirement.Must || !wrong {
		return nil
	}
	return model.Violates(rules, strings.TrimSuffix(fmt.Sprintf("%s to be refused with %v", what, entry.Accept), " with []"), "the call returned %v", s)
}

// ended is the status that a request has come to, of one that should not have been begun.
func (d *driver) ended(s *side, object nd2.Overlapping, call func(*nd2.Overlapped) nd2.Status) nd2.Status {
	t := newTicket(object, s.port)
	if t.start(call) == nd2.Pending && !t.await(d.Limit) {
		return nd2.Pending
	}
	return t.status
}

// pair is the queue pair of a call that is about a connection which is up.
func (d *driver) pair(c *model.Call) (nd2.QueuePair, bool) {
	return d.links[c.Connection].pair[c.End], d.world.Connected(c.Connection)
}

// unlimited is what Query says of what has no limit, and manyEntries more than any list has here.
const (
	unlimited   = ^uint32(0)
	manyEntries = 1 << 10
)

// entriesBeyond is a list of more entries than a limit, nil if that is very high.
func entriesBeyond(limit uint32) []nd2.SGE {
	if limit > manyEntries {
		return nil
	}
	return make([]nd2.SGE, limit+1)
}
