package model

import (
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// roomToSettle is the room for results that a completion queue keeps besides those on their way, so
// that everything can be brought to its end.
const roomToSettle = 3

// reserve returns the room that a request has to leave.
func (w *World) reserve() int {
	if w.settling {
		return 0
	}
	return roomToSettle
}

// Quiescent reports whether nothing is on its way: every request has ended, except Receives
// for which no message was sent.
func (w *World) Quiescent() bool {
	for _, c := range w.connections {
		for _, p := range c.side {
			if p != nil && (len(p.initiated) > 0 || len(p.outgoing) > 0 || len(p.unplaced) > 0) {
				return false
			}
		}
	}
	return true
}

// Settle returns the next call that quiescence needs, or nil if only results are missing. It helps
// one queue pair at a time, so the reserved room suffices.
func (w *World) Settle() *Call {
	w.settling = true
	defer func() { w.settling = false }()
	for _, help := range []func(*pair) *Call{w.feed, w.follow, w.guard} {
		if c := w.first(help); c != nil {
			return c
		}
	}
	return nil
}

// first returns the call that helps the first queue pair that can be helped: what another one waits for may be the
// end of a request of this one.
func (w *World) first(help func(*pair) *Call) *Call {
	for _, c := range w.connections {
		if c.phase != connected {
			continue
		}
		for _, p := range c.side {
			if call := help(p); call != nil {
				return call
			}
		}
	}
	return nil
}

// feed posts a Receive for messages that wait for one, or makes room for it in memory.
func (w *World) feed(p *pair) *Call {
	o := p.other()
	if len(p.outgoing) == 0 || !o.shared || w.ends[o.end].certain() > 0 {
		return nil
	}
	if c := w.lateReceive(o); c != nil {
		return c
	}
	return w.vacate(o.end)
}

// vacate returns a call that helps to end a Receive of an unshared receive queue, which frees the Receive's memory; nil
// if there is no Receive, or a message is under way. Receives may fill the memory, or leave no part that is long
// enough.
func (w *World) vacate(end int) *Call {
	for _, c := range w.connections {
		if c.phase != connected || c.side[end].shared || len(c.side[end].receives) == 0 {
			continue
		}
		p := c.side[1-end]
		if len(p.outgoing) > 0 {
			return nil
		}
		if !w.MayInitiate(c.number, p.end) { // a message to it comes first
			if p = c.side[end]; len(p.outgoing) > 0 {
				return nil
			}
		}
		if w.sendable(p) < 0 {
			return w.emptyReceive(p.other())
		}
		return w.emptySend(p)
	}
	return nil
}

// follow sends a message after Writes, which shows that they have arrived.
func (w *World) follow(p *pair) *Call {
	o := p.other()
	switch {
	case len(p.unplaced) == 0:
		return nil
	case !o.shared && len(o.receives) <= len(p.outgoing):
		return w.emptyReceive(o)
	}
	return w.emptySend(p)
}

// guard posts a request whose result shows that silent ones have ended.
func (w *World) guard(p *pair) *Call { return w.Sentinel(p.number, p.end) }

// lateReceive posts a Receive to the shared queue.
func (w *World) lateReceive(p *pair) *Call {
	w.attempts++
	c := w.receive(newRandom(uint64(2*p.number+p.end) | w.attempts<<16))
	if c != nil {
		c.Op = program.Receive
	}
	return c
}

// emptyReceive posts a Receive of no bytes.
func (w *World) emptyReceive(p *pair) *Call {
	if len(p.receives) >= w.Config.Receive || w.load(p.end, p.receiveQueue) >= w.ends[p.end].queues[p.receiveQueue].depth {
		return nil
	}
	c := w.postReceive(p, &request{kind: nd2.RequestReceive})
	c.Op = program.Receive
	return c
}

// emptySend sends an empty message, which arrives after the Writes before it.
func (w *World) emptySend(p *pair) *Call {
	if may, _ := w.room(p, false, false); !may || w.sendable(p) < 0 {
		return nil
	}
	r := &request{kind: nd2.RequestSend}
	w.post(p, r)
	r.message = &message{tick: r.tick, behind: p.unplaced}
	p.unplaced = nil
	p.outgoing = append(p.outgoing, r.message)
	w.recount(1 - p.end)
	c := posting(p, r)
	c.Op, c.Rules = program.Send, "qp.send.nd-success qp.send.no-entries"
	return c
}

// Sentinel returns a request of a queue pair whose result shows that the silent ones
// before it have ended, or nil if none is needed.
func (w *World) Sentinel(connection, end int) *Call {
	p := w.connections[connection].side[end]
	if !p.tailSilent() {
		return nil
	}
	r := &request{kind: nd2.RequestWrite}
	w.post(p, r)
	c := posting(p, r)
	c.Op, c.Rules = program.Write, "qp.write.nd-success qp.write.no-entries qp.initiator.place-after-result"
	return c
}

// Empty returns the next call that is needed before the shared queues hold no Receive that a
// message would certainly take; done says that there is no such Receive left. If Receives have
// been lost, that shows.
func (w *World) Empty() (c *Call, done bool) {
	done = true
	w.settling = true
	defer func() { w.settling = false }()
	for e, end := range w.ends {
		coming := 0
		var way *pair
		for _, c := range w.connections {
			if c.phase != connected || !c.side[e].shared {
				continue
			}
			p := c.side[1-e]
			coming += len(p.outgoing)
			if p.end == c.active || c.flowed {
				way = p
			}
		}
		if way == nil || coming == 0 && end.certain() == 0 {
			continue
		}
		done = false
		if c == nil && coming < end.certain() {
			c = w.emptySend(way)
		}
	}
	return c, done
}

// Waiting says in words what has not ended, and which rules that breaks if it never does.
func (w *World) Waiting() *Violation {
	for _, c := range w.connections {
		for _, p := range c.side {
			if p == nil {
				continue
			}
			if v := p.waiting(); v != nil {
				return v
			}
		}
		if r := c.illegal; r != nil {
			return Violates("cq.getresults.every-request-ends",
				"no result came of request %d, a %v of connection %d at end %d", r.context, r.kind, c.number, c.cause)
		}
	}
	return Violates("cq.getresults.every-request-ends",
		"no request is missing and no message: this is the model's fault, and not the provider's")
}

// WaitingAt is Waiting for one end of a connection.
func (w *World) WaitingAt(connection, end int) *Violation {
	return w.connections[connection].side[end].waiting()
}

func (p *pair) waiting() *Violation {
	switch {
	case len(p.initiated) > 0:
		r := p.initiated[0]
		return Violates("cq.getresults.every-request-ends "+success(r.kind),
			"no result came of request %d, a %v of connection %d at end %d", r.context, r.kind, p.number, p.end)
	case len(p.outgoing) > 0 && p.connection.phase == connected:
		return Violates("qp.send.delivers cq.getresults.receive.nd-success",
			"no result came of the Receive that a message of %d bytes takes, sent from end %d of connection %d",
			len(p.outgoing[0].bytes), p.end, p.number)
	case len(p.receives) > 0 && p.ending():
		return Violates("cq.getresults.every-request-ends qp.flush.one-result-each qp.flush.cancels-receives",
			"no result came of request %d, a Receive of connection %d at end %d", p.receives[0].context, p.number, p.end)
	}
	return nil
}
