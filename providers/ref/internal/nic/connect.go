package nic

import (
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// These are for a connection manager. The device is locked throughout.

// Available reports whether the queue pair can be connected: it is not connected,
// and never was.
func (q *QueuePair) Available() bool { return q.state == idle }

// ReadyToReceive makes the queue pair take what the peer sends on the path, as c
// says, from now on. The queue pair is Available. Source: IBTA 10.3.1 (Ready to
// Receive).
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

// withdraw undoes ReadyToReceive, if the peer has given up before ReadyToSend.
// Receives that are posted stay.
func (q *QueuePair) withdraw() {
	if q.state == receiving {
		q.conn.Flush()
		q.conn, q.path, q.from, q.state = nil, nil, nil, idle
		q.device.unschedule(&q.timer)
	}
}

// disconnect ends the connection and flushes the queue pair, which can't be used
// again. Windows bound to it are invalidated.
func (q *QueuePair) disconnect() {
	q.flush()
	q.state = disconnected
	q.device.unschedule(&q.timer)
	for w := range q.windows {
		w.unbind()
	}
}

// settle makes sure that the connection's deadline is kept. It follows every call
// of the connection.
func (q *QueuePair) settle() {
	if q.conn.Unfinished() {
		q.pause()
		return
	}
	at, ok := q.conn.Deadline()
	if !ok {
		return
	}
	// A timer that fires too early does no harm, and most deadlines are put off
	// before they come. A deadline that has come waits for the network all the
	// same.
	if q.timer.place == 0 || at < q.timer.at {
		q.device.schedule(&q.timer, at)
	}
}

// pause makes a connection that has more to transmit let others go first.
func (q *QueuePair) pause() {
	if d := q.device; !q.due {
		q.due = true
		d.due = append(d.due, q)
		d.port.Poke()
	}
}

// expire is called by the timer. It may come too early, for a deadline that has
// been put off. A peer that is slow to take what is sent to it is not dead: as long
// as datagrams wait for it, the deadline waits too.
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

// slowPeer is how many ticks later a slow peer is looked at again.
const slowPeer = 1000
