package model

import (
	"testing"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// illegalWorld has posted a request that must succeed, and one behind it that must fail.
func illegalWorld(t *testing.T) (w *World, p *pair) {
	t.Helper()
	for seed := range uint64(400) {
		w = connectedWorld(1, 0)
		p = w.connections[0].side[w.Active(0)]
		w.do(program.Write, uint64(p.end), 0, seed)
		w.do(program.Fail, uint64(p.end), 0, seed)
		if len(p.initiated) == 2 {
			return w, p
		}
	}
	t.Fatal("no request fails")
	return nil, nil
}

// A network may lose the answer to a request that must fail, and with it that to the one before.
func TestTheAnswerToWhatMustFailMayBeLost(t *testing.T) {
	for _, c := range []struct {
		name       string
		statuses   [2]nd2.Status
		unanswered int
		wrong      bool
	}{
		{"answered", [2]nd2.Status{nd2.Success, nd2.AccessViolation}, 0, false},
		{"not answered", [2]nd2.Status{nd2.Success, nd2.IOTimeout}, 1, false},
		{"nor the one before", [2]nd2.Status{nd2.IOTimeout, nd2.Canceled}, 1, false},
		{"and nothing canceled", [2]nd2.Status{nd2.IOTimeout, nd2.AccessViolation}, 1, true},
		{"canceled before", [2]nd2.Status{nd2.Canceled, nd2.Canceled}, 0, true},
	} {
		w, p := illegalWorld(t)
		var v *Violation
		for i, r := range p.initiated {
			if v == nil {
				_, v = w.Took(p.end,
					nd2.Result{
						Status: c.statuses[i], QueuePairContext: uintptr(p.context), RequestContext: uintptr(r.context),
						RequestType: r.kind,
					})
			}
		}
		if (v != nil) != c.wrong || w.Unanswered != c.unanswered {
			t.Errorf("%s: %v, %d not answered", c.name, v, w.Unanswered)
		}
	}
}

// TestThePeersRefusalCutsOffItsMessage shows that a Receive may say that the peer has ended the connection with an error
// if the peer has refused a request of the Receive's end, and not if that end has failed by itself.
func TestThePeersRefusalCutsOffItsMessage(t *testing.T) {
	for _, refused := range []bool{true, false} {
		w := connectedWorld(1, 0)
		end := w.Active(0)
		p := w.connections[0].side[1-end]
		for n := uint64(0); len(p.receives) == 0 || len(p.other().outgoing) == 0; n++ {
			w.do(program.Receive, uint64(p.end), 0, n)
			w.do(program.Send, uint64(end), 0, n)
		}
		p.connection.refused = refused
		w.Ends(0, p.end, program.Fail)
		if v := w.takes(p, p.receives[0], nd2.RemoteError); (v == nil) != refused {
			t.Errorf("refused %v: %v", refused, v)
		}
	}
}
