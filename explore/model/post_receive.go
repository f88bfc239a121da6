package model

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

func (w *World) receive(rng *random) *Call {
	p := w.receiver(rng)
	if p == nil {
		return nil
	}
	e := w.ends[p.end]
	r := &request{kind: nd2.RequestReceive}
	if p.shared {
		if len(e.shared) >= e.sharedDepth || !w.sharedRoom(p.end) {
			return nil
		}
		r.length = int(min(int64(w.sharedMost()+rng.below(9)), int64(e.limits.MaxTransferLength)))
	} else {
		if !w.receiveRoom(p) {
			return w.surplus(rng, p)
		}
		r.length = w.receiveLength(rng, p)
	}
	return w.receiveAt(rng, p, r)
}

// surplus posts a Receive that may find the queue full, if that is wished for. The queue may have more room than was
// asked for, but twice as much is enough.
func (w *World) surplus(rng *random, p *pair) *Call {
	n := len(p.receives)
	if !rng.wishes(wishFull) || w.block != nil || n < w.Config.Receive || n >= 2*w.Config.Receive ||
		w.load(p.end, p.receiveQueue)+w.reserve() >= w.ends[p.end].queues[p.receiveQueue].depth {
		return nil
	}
	length := min(rng.length(shortIllegal), w.Config.Message)
	c := w.receiveAt(rng, p, &request{kind: nd2.RequestReceive, length: length})
	if c != nil {
		c.mayBeFull(true)
	}
	return c
}

// receiveRoom reports whether a queue pair and its completion queue have room for a Receive.
func (w *World) receiveRoom(p *pair) bool {
	reserve := w.reserve()
	if w.receivesOnly(p.end, p.receiveQueue) { // so that the results may fill the queue
		reserve = 0
	}
	return len(p.receives) < w.Config.Receive &&
		w.load(p.end, p.receiveQueue)+reserve < w.ends[p.end].queues[p.receiveQueue].depth
}

// receivesOnly reports whether only results of Receives of queue pairs' own come to a completion queue, also once
// the connections that are gone are made again.
func (w *World) receivesOnly(end, queue int) bool {
	return !w.takesShared(end, queue) && !slices.ContainsFunc(w.connections, func(c *connection) bool {
		_, initiated := w.queuesOf(c.number)
		return initiated == queue
	})
}

// receiveAt chooses where a Receive stores its message, and posts it.
func (w *World) receiveAt(rng *random, p *pair, r *request) *Call {
	e := w.ends[p.end]
	var ok bool
	r.places, ok = e.places(rng, r.length, w.Config.Entries, use{write: true})
	if !ok {
		return nil
	}
	return w.postReceive(p, r)
}

// postReceive enters a Receive.
func (w *World) postReceive(p *pair, r *request) *Call {
	e := w.ends[p.end]
	r.tick = w.moment()
	r.context, r.order = contextOf(r.tick), r.tick
	w.requests[r.context] = r
	r.local = e.hold(r, true, false, r.places...)
	c := posting(p, r)
	c.Rules = "qp.receive.nd-success qp.receive.place-after-result"
	if p.shared {
		e.shared = append(e.shared, r)
		c.Shared, c.Rules = true, "srq.receive.nd-success"
		if w.block != nil {
			w.block.shared[p.end] = append(w.block.shared[p.end], r)
		}
		w.recount(p.end)
		w.Cover.visit("receive/shared")
	} else {
		r.pair = p
		p.receives = append(p.receives, r)
		w.Cover.visit("receive/own")
	}
	return c
}

// sharedRoom reports whether every queue that may get the result of one more Receive of the
// shared queue has room for it, including the queues of queue pairs that were released.
func (w *World) sharedRoom(end int) bool {
	for number, queue := range w.ends[end].queues {
		if w.takesShared(end, number) && w.load(end, number)+w.reserve() >= queue.depth {
			return false
		}
	}
	return true
}
