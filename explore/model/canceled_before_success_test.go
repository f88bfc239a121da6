package model

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// The pages leave open whether a request succeeds behind a request that a Flush or a Disconnect of the same end has
// canceled. Behind a failed request none may.
func TestASuccessBehindACanceledRequestIsNoFailure(t *testing.T) {
	for _, c := range []struct {
		name   string
		ends   program.Op // how the connection ends, if it does
		own    bool       // this end ends it
		silent bool       // of three requests the second is silent, and has no result
		first  nd2.Status
		rule   string // that is broken
	}{
		{"flushed", program.Flush, true, false, nd2.Canceled, "qp.flush.canceled-last"},
		{"disconnected", program.Disconnect, true, false, nd2.Canceled, "qp.flush.canceled-last"},
		{"flushed by both", program.Flush, false, false, nd2.Canceled, "qp.flush.canceled-last"},
		{"silent", program.Flush, true, true, nd2.Canceled, "qp.flush.canceled-last"},
		{"cut off", program.Flush, false, false, nd2.IOTimeout, "qp.error.cancels-posted"},
		{"removed", program.Remove, true, false, nd2.Canceled, "qp.error.cancels-posted"},
		{"removed, silent", program.Remove, true, true, nd2.Canceled, "cq.getresults.silent-failure"},
		{"connected", "", false, false, nd2.Canceled, "cq.getresults.write.nd-success"},
	} {
		w := connectedWorld(1, 0)
		end := w.Active(0)
		p := w.connections[0].side[end]
		for n := uint64(0); len(p.initiated) < 3; n++ {
			w.do(program.Write, uint64(end), uint64(bit(c.silent && len(p.initiated) == 1))*wishSilent, n)
		}
		posted := slices.Clone(p.initiated)
		if c.ends != "" {
			by := end
			if !c.own {
				by = 1 - end
			}
			w.Ends(0, by, c.ends)
		}
		v := w.takes(p, posted[0], c.first)
		if second := posted[1]; v == nil && !second.silent() {
			v = w.takes(p, second, nd2.Success)
		} else if v == nil {
			v = w.takes(p, posted[2], nd2.Canceled)
		}
		if v == nil || v.Rules[0] != c.rule {
			t.Errorf("%s: %v, want %s", c.name, v, c.rule)
		}
	}
}

// The same of Receives.
func TestAReceiveThatSucceedsBehindACanceledOneIsNoFailure(t *testing.T) {
	for _, c := range []struct {
		ends program.Op
		rule string
	}{{program.Flush, "qp.flush.canceled-last"}, {program.Remove, "cq.getresults.receive.nd-success"}} {
		w := connectedWorld(1, 0)
		end := w.Active(0)
		p := w.connections[0].side[1-end]
		for n := uint64(0); len(p.receives) < 2 || len(p.other().outgoing) < 2; n++ {
			w.do(program.Receive, uint64(p.end), 0, n)
			w.do(program.Send, uint64(end), 0, n)
		}
		posted := slices.Clone(p.receives)
		w.Ends(0, p.end, c.ends)
		v := w.takes(p, posted[0], nd2.Canceled)
		if v == nil {
			v = w.takes(p, posted[1], nd2.Success)
		}
		if v == nil || v.Rules[0] != c.rule {
			t.Errorf("%s: %v, want %s", c.ends, v, c.rule)
		}
	}
}

// takes takes the result of a request of a queue pair.
func (w *World) takes(p *pair, r *request, s nd2.Status) *Violation {
	_, v := w.Took(p.end, nd2.Result{
		Status: s, QueuePairContext: uintptr(p.context), RequestContext: uintptr(r.context), RequestType: r.kind,
	})
	return v
}
