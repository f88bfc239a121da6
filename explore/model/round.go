package model

import (
	"maps"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// A round is what lanes do concurrently: calls whose order is not known, except among those
// of one lane. Lanes share queues; but the requests of a connection belong to one lane, and
// so do the results of a completion queue that takes those of a shared queue's Receives, so that
// each of these has a known order. The memory that they use is apart, so that the order makes no
// other difference.
type round struct {
	lane    int
	owner   map[any]int // of connections, and of completion queues whose results one lane takes
	arms    []*Arm
	armed   map[*Arm]int    // by which lane
	cancels map[*queue]int  // by which lane; at most one per queue is made
	resized map[*queue]int  // to which depth
	shared  [2][]*request   // Receives posted to shared queues
	on      map[*queue]uses // what is done to each completion queue
	// departures are connections that a lane ends.
	departures map[*connection]departure
	// heeded are connections whose connectors are made to wait for their end, or not to, and aside
	// is what is done that has nothing to do with a completion queue.
	heeded map[*connection]bool
	aside  uses
}

// uses says which lanes make each kind of call, one bit per lane.
type uses map[program.Op]uint64

// Part begins a round.
func (w *World) Part() {
	w.lanes = true
	w.round = &round{
		owner: map[any]int{}, armed: map[*Arm]int{}, cancels: map[*queue]int{}, resized: map[*queue]int{}, on: map[*queue]uses{},
		departures: map[*connection]departure{}, heeded: map[*connection]bool{}, aside: uses{},
	}
}

// Beside is [World.Resolve] for a step of a round.
func (w *World) Beside(s program.Step) *Call {
	w.round.lane = s.Lane
	c := w.Resolve(s)
	if c == nil {
		return nil
	}
	if c.ends() {
		w.round.departures[w.connections[c.Connection]] = departure{c.End, c.Op}
	}
	if c.aside() {
		w.round.aside[s.Op] |= 1 << s.Lane
		return c
	}
	q := w.ends[c.End].queue(w, c)
	if w.round.on[q] == nil {
		w.round.on[q] = uses{}
	}
	w.round.on[q][s.Op] |= 1 << s.Lane
	return c
}

// queue returns the completion queue that a call is about, or to which the results of what
// it is about come.
func (e *end) queue(w *World, c *Call) *queue {
	if c.request == nil && !c.ends() {
		return e.queues[c.Queue]
	}
	p := w.connections[c.Connection].side[c.End]
	if c.request != nil && c.request.kind == nd2.RequestReceive {
		return e.queues[p.receiveQueue]
	}
	return e.queues[p.initiatorQueue]
}

// Meet ends a round whose calls have all returned; the caller tells next what they
// returned.
func (w *World) Meet() {
	r := w.round
	w.round = nil
	now := w.moment()
	for _, a := range r.arms {
		a.tick = now // what was posted concurrently may have been first
	}
	w.depart(r)
	for q, depth := range r.resized {
		q.depth = depth
	}
	for _, posted := range r.shared {
		for _, one := range posted {
			one.order = posted[0].order
		}
	}
	for _, on := range r.on {
		maps.Copy(on, r.aside)
		w.besides(on)
	}
	if len(r.on) == 0 {
		w.besides(r.aside)
	}
}

// besides counts which things were done to a completion queue concurrently.
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

// mine reports whether the lane of a round may have something to itself, which it then has from
// there on.
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
