package nic

import (
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// The connection manager calls these, with the device locked.

// Available reports whether the queue pair can be connected: it never was connected.
func (q *QueuePair) Available() bool { return q.state == idle }

// ReadyToReceive makes an Available queue pair receive the peer's packets on the path,
// with c. Source: IBTA 10.3.1 (Ready to Receive).
func (q *QueuePair) ReadyToReceive(c rc.Config, path *fabric.Path) {
	d := q.device
	q.conn = rc.New((*host)(q), c, &d.out)
	if d.path == nil || *d.path != *path { // queue pairs with the same peer share one
		d.path = path
	}
	q.path = d.path
	q.state = receiving
}

// ReadyToSend lets the client post requests. Source: IBTA 10.3.1 (Ready to Send).
func (q *QueuePair) ReadyToSend() {
	if q.state == receiving {
		q.state = connected
		q.conn.Begin(q.device.now())
		q.settle()
	}
}

// withdraw undoes ReadyToReceive, if the peer has given up before ReadyToSend. Posted
// Receives stay.
func (q *QueuePair) withdraw() {
	if q.state == receiving {
		q.conn.Flush()
		q.conn, q.path, q.from, q.state = nil, nil, nil, idle
		q.device.unschedule(&q.timer)
	}
}

// disconnect ends the connection and flushes the queue pair, which stays unusable.
// Windows bound to it are invalidated.
func (q *QueuePair) disconnect() {
	q.flush()
	q.state = disconnected
	q.device.unschedule(&q.timer)
	for w := range q.windows {
		w.unbind()
	}
}

// settle schedules the connection's deadline. It follows every call of the connection.
func (q *QueuePair) settle() {
	if q.conn.Unfinished() {
		q.pause()
		return
	}
	at, ok := q.conn.Deadline()
	if !ok {
		return
	}
	// A timer may fire early, and most deadlines are postponed before they come. A due
	// deadline waits for the network in any case.
	if q.timer.place == 0 || at < q.timer.at {
		q.device.schedule(&q.timer, at)
	}
}

// pause lets other connections go first.
func (q *QueuePair) pause() {
	if d := q.device; !q.due {
		q.due = true
		d.due = append(d.due, q)
		d.port.Poke()
	}
}

// expire is the timer's function. It may fire early, since the deadline may be
// postponed. A peer that is slow to receive is not dead: while datagrams wait for it,
// the deadline waits too.
func (q *QueuePair) expire(by rc.Tick) {
	d := q.device
	switch at, ok := q.conn.Deadline(); {
	case !ok:
	case at > by:
		d.schedule(&q.timer, at)
	case d.port.Holding(q.path.Dst.Addr()):
		d.schedule(&q.timer, d.ticked+slowPeer)
	default:
		q.conn.Tick(d.ticked)
		q.settle()
	}
}

// slowPeer is after how many ticks a slow peer is checked again.
const slowPeer = 1000
