//go:build linux && cgo && verbs

package verbs

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// The settings of connections. The codes are those of ibv_modify_qp(3).
const (
	retries = 7
	// rnrRetries is how often a peer tries again when it finds no Receive; rnrForever
	// is for queue pairs with a shared receive queue.
	rnrRetries = 6
	rnrForever = 7
	// rnrTimer is the pause between two tries: 164 ms, so a client has more than a
	// second to post a Receive. With unlimited tries it is 1.28 ms.
	rnrTimer       = 28
	rnrTimerShared = 14
	// ackTimeout is 268 ms; a dead peer is given up after eight timeouts.
	ackTimeout = 16
)

// claim lets a connector hold the queue pair. It renews a flushed queue pair, unless
// one of its completion queues has failed.
func (q *queuePair) claim(c *connector) nd2.Status {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.state != idle {
		return nd2.ConnectionActive
	}
	if q.initiatorCQ.hasFailed() || q.receiveCQ.hasFailed() {
		return nd2.InvalidDeviceState
	}
	if q.flushing.Load() || q.holding.used {
		if s := q.renew(); s != nd2.Success {
			return s
		}
	}
	q.state, q.owner = claimed, c
	return nd2.Success
}

// renew brings back a flushed queue pair. The device forgets the Receives that it has
// not flushed, so renew cancels them.
func (q *queuePair) renew() nd2.Status {
	if q.adapter.device.siw {
		return q.replace()
	}
	q.receiveCQ.Drain()
	if err := q.qp.Reset(); err != nil {
		return statusOfError(err, nd2.InsufficientResources)
	}
	q.forget()
	if err := q.qp.Init(q.adapter.device.port); err != nil {
		return statusOfError(err, nd2.InsufficientResources)
	}
	q.flushing.Store(false)
	return nd2.Success
}

// forget cancels the requests that the device has forgotten.
func (q *queuePair) forget() {
	q.holding.receives = nil
	q.initiatorCQ.forget(q, q.initiator)
	q.receiveCQ.forget(q, q.receives)
}

func (c *completionQueue) forget(q *queuePair, requests *ring) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.cancelAll(q, requests)
}

// connect brings the queue pair into the connection of id.
func (q *queuePair) connect(id *ib.ID, r reads) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	timer := uint8(rnrTimer)
	if q.shared != nil {
		timer = rnrTimerShared
	}
	return q.qp.Connect(id, ib.Settings{ReadsIn: r.in, ReadsOut: r.out, RNRTimer: timer, Timeout: ackTimeout})
}

// establish opens the queue pair for requests, with the limit of Reads.
func (q *queuePair) establish(reads uint8) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.state, q.reads = connected, reads
}

// withdraw ends a connector's hold on a queue pair that was not connected. joined says
// that it was already part of the connection.
func (q *queuePair) withdraw(joined bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.state, q.owner = idle, nil
	switch {
	case joined && q.holding.on:
		q.holding.used = true
	case joined:
		q.fail()
	}
}

// part ends the connection, and flushes.
func (q *queuePair) part() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.state, q.owner = parted, nil
	q.fail()
}

// offer returns this side's offer to the peer.
func (q *queuePair) offer(r reads, data []byte) ib.Offer {
	o := ib.Offer{
		QPN: q.number, SRQ: q.shared != nil, ReadsIn: r.in, ReadsOut: r.out,
		Retries: retries, RNRRetries: rnrRetries, Data: data,
	}
	if q.shared != nil {
		o.RNRRetries = rnrForever
	}
	return o
}

// reads are limits of Reads in progress: the peer's here, and this side's at the peer.
type reads struct{ in, out uint8 }

// within returns r reduced to what l allows.
func (r reads) within(l reads) reads { return reads{min(r.in, l.in), min(r.out, l.out)} }

// readsOf returns what a client asks for, reduced to the adapter's limits.
func (d *device) readsOf(in, out uint32) reads {
	return reads{uint8(min(in, d.info.MaxInboundReadLimit)), uint8(min(out, d.info.MaxOutboundReadLimit))}
}
