package model

import (
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// mostEarly is how many Receives a queue pair is given before it is connected, at most.
const mostEarly = 6

// Early returns Receives for queue pairs before they are connected.
func (w *World) Early(connection int, choice uint64) (calls []*Call) {
	for e, p := range w.connections[connection].side {
		rng := newRandom(choice + uint64(e))
		if p.shared {
			continue
		}
		for range rng.below(mostEarly + 1) {
			if !w.receiveRoom(p) {
				break
			}
			c := w.receiveAt(rng, p, &request{kind: nd2.RequestReceive, length: rng.length(w.Config.Message)})
			if c == nil {
				break
			}
			c.Op, c.Rules = program.Receive, "qp.receive.before-connecting connector.connect.receive-before "+c.Rules
			calls = append(calls, c)
		}
	}
	return calls
}

// Broken reports whether a request of a queue pair has failed by itself.
func (w *World) Broken(connection, end int) bool { return w.connections[connection].side[end].broken }

// The rules on requests of a queue pair that has failed or was disconnected.
const (
	AfterError      = "qp.error.cancels-later"
	AfterDisconnect = "qp.disconnect.not-usable-again"
)

// Late returns a request for a queue pair whose connection has ended, which is refused or canceled as a rule says: a
// Receive, an empty Send, or a Write, which stores nothing. It is nil if the queue pair has no room for it.
func (w *World) Late(connection, end int, choice uint64, rule string) (c *Call) {
	p := w.connections[connection].side[end]
	w.settling = true
	defer func() { w.settling = false }()
	rng := newRandom(choice)
	kind := rng.below(3)
	may, _ := w.room(p, false, false)
	switch {
	case kind == 0 && !p.shared:
		c = w.emptyReceive(p)
	case kind == 1 && may:
		c = w.dead(rng, p, &request{kind: nd2.RequestSend, failRules: rule})
		c.Op = program.Send
	case kind == 2 && may:
		c = w.dead(rng, p, &request{kind: nd2.RequestWrite, failRules: rule, length: min(shortIllegal, w.Config.Message)})
	}
	if c != nil {
		c.Rules = rule
	}
	return c
}

// dead posts a request that must be canceled, of as many bytes as its length says, or of none if there is no
// place for them.
func (w *World) dead(rng *random, p *pair, r *request) *Call {
	e := w.ends[p.end]
	if at, ok := e.place(rng, r.length, use{}); ok && r.length > 0 {
		r.places = []Place{at}
	}
	r.mustFail = []nd2.Status{nd2.Canceled}
	w.post(p, r)
	r.local = e.hold(r, false, false, r.places...)
	c := posting(p, r)
	c.Op, c.Allowed = program.Write, nil
	c.Remote = Place{rng.below(w.Config.Regions), rng.below(w.Config.Memory - r.length + 1), r.length}
	return c
}
