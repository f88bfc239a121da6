package model

import (
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// mostEarly is how many Receives a queue pair is given before it is connected, at most.
const mostEarly = 6

// Early returns Receives of queue pairs that are about to be connected.
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

// Late returns a request for a queue pair that has failed, which is refused or canceled: a Receive or
// a Send. It is nil if the queue pair has no room for it.
func (w *World) Late(connection, end int, receive bool) (c *Call) {
	p := w.connections[connection].side[end]
	w.settling = true
	defer func() { w.settling = false }()
	switch may, _ := w.room(p, false, false); {
	case receive && !p.shared:
		c = w.emptyReceive(p)
	case !receive && may:
		r := &request{kind: nd2.RequestSend}
		w.post(p, r)
		c = posting(p, r)
		c.Op = program.Send
	}
	if c == nil {
		return nil
	}
	c.Rules = "qp.error.cancels-later"
	return c
}
