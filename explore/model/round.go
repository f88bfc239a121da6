package model

import (
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// A round is what lanes do beside each other: calls of which nobody knows the order, but for
// those of one lane. Lanes share queues; the requests of a connection are one lane's, and so
// are the results of a completion queue, so that each has an order that is known. What is
// used is apart by its memory, so that the order makes no other difference.
type round struct {
	lane    int
	owner   map[any]int // of connections, and of completion queues whose results are taken
	arms    []*Arm
	armed   map[*Arm]int    // by which lane
	cancels map[*queue]int  // by which lane; several of a queue are not made
	resized map[*queue]int  // to which depth
	shared  [2][]*request   // Receives posted to shared queues
	on      map[*queue]uses // what is done to a completion queue
}

// uses are which lanes make calls, a bit a lane.
type uses map[program.Op]uint64

// Part begins a round.
func (w *World) Part() {
	w.round = &round{
		owner: map[any]int{}, armed: map[*Arm]int{}, cancels: map[*queue]int{}, resized: map[*queue]int{}, on: map[*queue]uses{},
	}
}

// Beside is [World.Resolve] for a step of a round.
func (w *World) Beside(s program.Step) *Call {
	w.round.lane = s.Lane
	c := w.Resolve(s)
	if c == nil {
		return nil
	}
	q := w.ends[c.End].queue(w, c)
	if q == nil {
		return c
	}
	if w.round.on[q] == nil {
		w.round.on[q] = uses{}
	}
	w.round.on[q][s.Op] |= 1 << s.Lane
	return c
}

// queue is the completion queue that a call is about or whose results it asks for, nil of none.
func (e *end) queue(w *World, c *Call) *queue {
	if c.request == nil {
		return e.queues[c.Queue]
	}
	p := w.connections[c.Connection].side[c.End]
	if c.request.kind == nd2.RequestReceive {
		return e.queues[p.receiveQueue]
	}
	return e.queues[p.initiatorQueue]
}

// Meet ends a round whose calls have all returned; what they returned is told next.
func (w *World) Meet() {
	r := w.round
	w.round = nil
	now := w.moment()
	for _, a := range r.arms {
		a.tick = now // what was posted beside it may have been first
	}
	for q, depth := range r.resized {
		q.depth = depth
	}
	for _, posted := range r.shared {
		for _, one := range posted {
			one.order = posted[0].order
		}
	}
	for _, on := range r.on {
		w.besides(on)
	}
}

// besides counts what was done beside what to a completion queue.
func (w *World) besides(on uses) {
	for i, a := range program.Single() {
		for _, b := range program.Single()[i:] {
			x, y := on[a], on[b]
			if x != 0 && y != 0 && (x|y)&(x|y-1) != 0 && (a != b || x&(x-1) != 0) {
				w.Cover.visit(beside(a, b))
			}
		}
	}
}

// mine reports whether the lane of a round may use something by itself, which it does from then
// on.
func (w *World) mine(what any) bool {
	if w.round == nil {
		return true
	}
	owner, owned := w.round.owner[what]
	if !owned {
		w.round.owner[what] = w.round.lane
	}
	return !owned || owner == w.round.lane
}
