package drive

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// A refusal is a call that must fail and change nothing.
type refusal struct {
	what, rules string
	// call makes the call; ok is false if it can't be made here.
	call func(d *driver, s *side, c *model.Call) (st nd2.Status, ok bool)
}

// refuse makes a call that must fail. That it changes nothing shows in what follows.
func (d *driver) refuse(c *model.Call) *model.Violation {
	r := refusals[c.Choice%uint64(len(refusals))]
	s, ok := r.call(d, d.side[c.End], c)
	if !ok {
		return nil
	}
	d.log.note("end %d: %s: %v", c.End, r.what, s)
	d.world.Cover[r.name()]++
	if ndclient.Exhausted(s) { // an adapter may report that first
		return nil
	}
	return judged(r.rules, r.what, s)
}

func (r refusal) name() string { return "refuse/" + r.what }

// judged judges how a call or a request has ended by the first of the rules. It does not
// report that a SHOULD was not followed.
func judged(rules, what string, s nd2.Status) *model.Violation {
	id, _, _ := strings.Cut(rules, " ")
	entry, ok := requirement.Lookup(id)
	switch {
	case !ok || entry.Level != requirement.Must:
		return nil
	case len(entry.Accept) > 0 && entry.Judge(s) == requirement.Wrong:
		return model.Violates(rules, fmt.Sprintf("%s to end with %v", what, entry.Accept), "it ended with %v", s)
	case len(entry.Accept) == 0 && !s.Failed():
		return model.Violates(rules, what+" to fail", "it ended with %v", s)
	}
	return nil
}

const bindUnregistered = "a Bind to a region that is not registered"

// nobodys is the context of a request that the model does not know of.
const nobodys = uintptr(1) << 62

// bindUnregistered binds a window to a region that has been registered and deregistered, while
// nothing else is on its way. A provider may look at the region only later; then the result fails,
// and that ends the connection.
func (d *driver) bindUnregistered(s *side, c *model.Call) (nd2.Status, bool) {
	r, err := create[nd2.MemoryRegion](s.MemoryRegion())
	if err != nil {
		return 0, false
	}
	defer r.Release()
	bytes := s.regions[0].bytes
	if d.ended(s, r, func(o *nd2.Overlapped) nd2.Status {
		return r.Register(bytes, rights, o)
	}) != nd2.Success || d.ended(s, r, r.Deregister) != nd2.Success {
		return 0, false
	}
	pair, _ := d.pair(c)
	st := pair.Bind(nobodys, r, s.windows[c.Window], bytes, nd2.AllowRead)
	if st != nd2.Success {
		return st, true
	}
	st = d.resultOfNobodys(s, c)
	if !st.Failed() {
		return st, true
	}
	if v := d.finish(&model.Call{End: c.End, Connection: c.Connection}, program.Flush); v != nil {
		return nd2.Success, true
	}
	return 0, false // the specs judge what the result says
}

// resultOfNobodys waits for the result of a request that the model does not know of.
func (d *driver) resultOfNobodys(s *side, c *model.Call) nd2.Status {
	q := s.queues[d.world.InitiatorQueue(c.Connection, c.End)]
	for waited := timeout.New(d.Limit); !waited.Over(); runtime.Gosched() {
		if q.GetResults(d.buf[:1]) == 1 {
			return d.buf[0].Status
		}
	}
	return nd2.Pending
}

// ended returns the final status of a request that should not have been accepted.
func (d *driver) ended(s *side, object nd2.Overlapping, call func(*nd2.Overlapped) nd2.Status) nd2.Status {
	t := newOperation(object, s.port)
	if t.start(call) == nd2.Pending && !t.Await(d.Limit) {
		return nd2.Pending
	}
	return t.Final()
}

// pair returns the queue pair of a call, and whether its connection is up.
func (d *driver) pair(c *model.Call) (nd2.QueuePair, bool) {
	return d.links[c.Connection].pair[c.End], d.world.Connected(c.Connection)
}

// unlimited is what Query reports where there is no limit, and manyEntries is more than
// any list has here.
const (
	unlimited   = ^uint32(0)
	manyEntries = 1 << 10
)

// entriesBeyond returns a list of twice as many entries as a limit and one more, or nil if the limit is very high. A
// provider may take somewhat more than it says, and has to carry it out then.
func entriesBeyond(limit uint32) []nd2.SGE {
	if limit > manyEntries {
		return nil
	}
	return make([]nd2.SGE, 2*limit+1)
}
