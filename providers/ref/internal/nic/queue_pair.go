package nic

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// A state says what a queue pair can do:
//
//	                 ReadyToReceive          ReadyToSend
//	    ┌──────── idle ─────────▶ receiving ────────▶ connected
//	    │          ▲  withdraw        │                   │
//	    │          └──────────────────┤                   │
//	    │                             │ an error, Flush   │
//	    │                             ▼                   │
//	    │ disconnect                failed ◀──────────────┘
//	    ▼                             │
//	disconnected ◀────────────────────┘ disconnect
//
// All states accept Receives; from failed on they are flushed at once. Other requests
// are accepted in connected and in failed, where they are flushed.
type state uint8

const (
	idle state = iota
	receiving
	connected
	failed
	disconnected
)

// A QueuePair is a queue pair, and its end of a connection.
type QueuePair struct {
	// Immutable fields.
	device      *Device
	domain      *Domain
	context     uintptr
	receiveCQ   *CompletionQueue
	initiatorCQ *CompletionQueue
	shared      *SharedReceiveQueue // nil if Receives are posted to the queue pair
	silenced    func(context uintptr)
	number      uint32

	// The device's lock guards the rest.
	state state
	// due says that the queue pair is in device.due.
	due       bool
	initiator initiatorQueue
	receives  *receiveQueue
	conn      *rc.Conn
	path      *fabric.Path
	from      *fabric.Path // the way back, once something has come on it
	timer     timer
	// windows are those bound to the queue pair.
	windows map[*Window]struct{}
	// delayed are the results not yet shown to the client.
	delayed delayedResults
	// left says that the peer has disconnected.
	left bool
	// ended, if set, is called when the connection has failed, with the device locked
	// and the connection at work. It may complete overlapped requests and transmit, but
	// must leave the queue pair alone.
	ended func(rc.Outcome)
	// closing, if set, is called after the client's release, with the device locked,
	// before the queue pair is flushed.
	closing func()
}

// QueuePairConfig configures a queue pair. All values are within the limits.
type QueuePairConfig struct {
	ReceiveCQ, InitiatorCQ *CompletionQueue
	// Shared, if set, replaces the receive queue.
	Shared  *SharedReceiveQueue
	Context uintptr
	// The depths count requests, and the SGEs their entries; Inline is in bytes.
	ReceiveDepth, InitiatorDepth uint32
	ReceiveSGE, InitiatorSGE     uint32
	Inline                       uint32
	// Silenced, if set, is called with the context of each request that ends without a
	// result, with the device locked.
	Silenced func(context uintptr)
}

// NewQueuePair returns a new queue pair.
func (d *Domain) NewQueuePair(c QueuePairConfig) (*QueuePair, nd2.Status) {
	if !d.device.Affords(c.ReceiveDepth, c.ReceiveSGE,
		0) || !d.device.Affords(c.InitiatorDepth, c.InitiatorSGE, c.Inline) {
		return nil, nd2.InsufficientResources
	}
	c.round(d.device)
	if d.device.quirks.Roomy {
		c.roomy(&d.device.limits)
	}
	q := &QueuePair{
		device:      d.device,
		domain:      d,
		context:     c.Context,
		receiveCQ:   c.ReceiveCQ,
		initiatorCQ: c.InitiatorCQ,
		shared:      c.Shared,
		silenced:    c.Silenced,
		initiator:   initiatorQueue{left: c.InitiatorDepth, maxSGE: c.InitiatorSGE, inline: c.Inline},
		windows:     map[*Window]struct{}{},
	}
	q.timer.fire = q.expire
	q.delayed.timer.fire = func(rc.Tick) { q.showDelayed(d.device.now()) }
	if c.Shared != nil {
		q.receives = c.Shared.queue
	} else {
		q.receives = newReceiveQueue(d, c.ReceiveDepth, c.ReceiveSGE)
	}
	return q, q.open()
}

// round rounds the queue pair's depths up, if that is the device's quirk.
func (c *QueuePairConfig) round(d *Device) {
	l := &d.limits
	c.ReceiveDepth = d.rounded(c.ReceiveDepth, 1, l.ReceiveDepth)
	c.InitiatorDepth = d.rounded(c.InitiatorDepth, 1, l.InitiatorDepth)
	c.ReceiveSGE = d.rounded(c.ReceiveSGE, 1, l.ReceiveSGE)
	c.InitiatorSGE = d.rounded(c.InitiatorSGE, 1, l.InitiatorSGE)
	c.Inline = d.rounded(c.Inline, 1, l.Inline)
}

// roomy makes room for a second request or entry besides a single one, within the
// limits.
func (c *QueuePairConfig) roomy(l *Limits) {
	for _, n := range []struct {
		asked *uint32
		limit uint32
	}{
		{&c.ReceiveDepth, l.ReceiveDepth},
		{&c.InitiatorDepth, l.InitiatorDepth},
		{&c.ReceiveSGE, l.ReceiveSGE},
		{&c.InitiatorSGE, l.InitiatorSGE},
	} {
		if *n.asked == 1 {
			*n.asked = min(2, n.limit)
		}
	}
}

// open registers the queue pair with the device and its queues.
func (q *QueuePair) open() nd2.Status {
	d := q.device
	d.Lock()
	defer d.UnlockAndDeliver()
	if d.stopped {
		return nd2.DeviceRemoved
	}
	index, ok := d.queuePairs.add(q)
	if !ok {
		return nd2.InsufficientResources
	}
	q.number = d.queuePairs.issue(index)
	q.receiveCQ.users[q] = struct{}{}
	q.initiatorCQ.users[q] = struct{}{}
	if q.shared != nil {
		q.shared.users[q] = struct{}{}
	}
	return nd2.Success
}

// Close disconnects the queue pair without telling the peer, flushes it, and leaves its
// queues.
func (q *QueuePair) Close() {
	d := q.device
	d.Lock()
	defer d.UnlockAndDeliver()
	if q.closing != nil {
		q.closing()
	}
	q.disconnect()
	q.showAll()
	d.queuePairs.remove(q.number & indexMask)
	delete(q.receiveCQ.users, q)
	delete(q.initiatorCQ.users, q)
	q.receiveCQ.purge(q)
	q.initiatorCQ.purge(q)
	if q.shared != nil {
		delete(q.shared.users, q)
	}
}

// Number returns the queue pair's number, of 24 bits.
func (q *QueuePair) Number() uint32 { return q.number }

// Device returns the queue pair's device.
func (q *QueuePair) Device() *Device { return q.device }

// SharesReceives reports whether Receives come from a shared receive queue: the peer
// must then be patient.
func (q *QueuePair) SharesReceives() bool { return q.shared != nil }

// Flush is IND2QueuePair::Flush. It ends the connection.
func (q *QueuePair) Flush() {
	q.device.Lock()
	defer q.device.UnlockAndDeliver()
	q.flush()
}

// flush ends the connection, if any, and all requests.
func (q *QueuePair) flush() {
	if q.conn != nil {
		q.conn.Flush()
	}
	if q.state == receiving || q.state == connected {
		q.state = failed
	}
	q.flushReceives()
}

// flushReceives ends the queue pair's own Receives that no message has taken.
func (q *QueuePair) flushReceives() {
	if q.shared != nil {
		return
	}
	for v := q.receives.take(); v != nil; v = q.receives.take() {
		q.reportReceive(v, 0, false, rc.Flushed)
	}
}

// fail ends the queue pair, since one of its queues has failed.
func (q *QueuePair) fail() {
	if q.conn != nil {
		q.conn.Fail(rc.Internal)
	}
	if q.state != disconnected {
		q.state = failed
	}
	q.flushReceives()
}
