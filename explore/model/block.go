package model

import (
	"maps"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// A block is a concurrent block: the calls of several lanes, whose order is known only within a lane.
// Lanes share queues. But one lane posts the requests of a connection, and one lane takes the results
// of a completion queue that serves a shared receive queue, so each of these has a known order.
// Lanes use different memory, so the order makes no other difference.
type block struct {
	lane    int
	owner   map[any]int     // of connections, and of completion queues whose results one lane takes
	cancels map[*queue]bool // those whose requests are canceled, which is done once
	resized map[*queue]int  // to which depth
	shared  [2][]*request   // Receives posted to shared queues
	on      map[*queue]uses // what is done to each completion queue
	// departures are connections that a lane ends.
	departures map[*connection]departure
	// awaited are connections whose connectors begin or stop to wait for the end of the connection.
	// withoutQueue are the calls that use no completion queue.
	awaited      map[*connection]bool
	withoutQueue uses
}

// uses says which lanes make each kind of call, one bit per lane.
type uses map[program.Op]uint64

// BeginBlock begins a concurrent block.
func (w *World) BeginBlock() {
	w.block = &block{
		owner: map[any]int{}, cancels: map[*queue]bool{}, resized: map[*queue]int{}, on: map[*queue]uses{},
		departures: map[*connection]departure{}, awaited: map[*connection]bool{}, withoutQueue: uses{},
	}
}

// ResolveConcurrent is [World.Resolve] for a step of a block.
func (w *World) ResolveConcurrent(s program.Step) *Call {
	w.block.lane = s.Lane
	c := w.Resolve(s)
	if c == nil {
		return nil
	}
	if c.ends() {
		w.block.departures[w.connections[c.Connection]] = departure{c.End, c.Op}
	}
	if c.usesNoQueue() {
		w.block.withoutQueue[s.Op] |= 1 << s.Lane
		return c
	}
	q := w.ends[c.End].queue(w, c)
	if w.block.on[q] == nil {
		w.block.on[q] = uses{}
	}
	w.block.on[q][s.Op] |= 1 << s.Lane
	return c
}

// queue returns the completion queue that a call names, or else the queue for the results of its request or its queue
// pair.
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

// EndBlock ends a block whose calls have all returned. The caller then passes on what they returned.
func (w *World) EndBlock() {
	b := w.block
	w.block = nil
	w.depart(b)
	for q, depth := range b.resized {
		q.depth = depth
	}
	for _, posted := range b.shared {
		for _, one := range posted {
			one.order = posted[0].order
		}
	}
	for _, on := range b.on {
		maps.Copy(on, b.withoutQueue)
		w.countConcurrent(on)
	}
	if len(b.on) == 0 {
		w.countConcurrent(b.withoutQueue)
	}
}

// countConcurrent counts which things were done to a completion queue concurrently.
func (w *World) countConcurrent(on uses) {
	for i, a := range program.Single() {
		for _, b := range program.Single()[i:] {
			x, y := on[a], on[b]
			if x != 0 && y != 0 && (x|y)&(x|y-1) != 0 && (a != b || x&(x-1) != 0) {
				w.Cover.visit(concurrentName(a, b))
			}
		}
	}
}

// mine reports whether a lane may use something alone in this block, and reserves it for the lane.
func (w *World) mine(what any) bool {
	if w.block == nil {
		return true
	}
	owner, owned := w.block.owner[what]
	if !owned {
		w.block.owner[what] = w.block.lane
	}
	return !owned || owner == w.block.lane
}
