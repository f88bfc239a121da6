package nic

import (
	"time"

	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// fullMember is a P_Key's bit for full members of the partition. Source: IBTA 10.9.3
// (partition key matching).
const fullMember = 0x8000

// transmit sends p; its payload is in the frame. The device is locked.
func (d *Device) transmit(p *wire.Packet, path *fabric.Path) {
	d.frame.Seal(p, path)
	d.frame = d.port.Transmit(d.frame)
}

// Receive implements [fabric.Receiver].
func (d *Device) Receive(frames []*fabric.Frame, at time.Duration) fabric.Work {
	d.mu.Lock()
	now := rc.Tick(at / time.Microsecond)
	d.ticked = now
	if !d.stopped {
		for _, f := range frames {
			d.receive(f, now)
		}
		if len(d.due) > 0 {
			d.continueDue(now)
		}
	}
	d.failQueuePairs()
	work := d.port.Finish()
	d.release(&work)
	return work
}

func (d *Device) receive(f *fabric.Frame, now rc.Tick) {
	p := &d.packet
	if !f.Open(p) {
		d.counters.Malformed++
		return
	}
	if p.DestQP == wire.GSIQPN {
		d.receiveManagement(p, f.Path)
		return
	}
	q := d.queuePairs.at(p.DestQP)
	if q == nil || q.number != p.DestQP || p.PKey&^fullMember != wire.DefaultPKey&^fullMember || !q.expects(f.Path) {
		d.counters.Unexpected++
		return
	}
	if q.state == receiving && d.manager != nil {
		d.manager.FirstPacket(q)
	}
	q.conn.Handle(p, now)
	q.settle()
}

// expects reports whether the queue pair is connected to the peer at the path's other
// end. Source: IBTA 9.6.1.1 (packet header validation).
func (q *QueuePair) expects(path *fabric.Path) bool {
	if path == q.from {
		return true
	}
	if q.conn == nil || path.Src.Addr() != q.path.Dst.Addr() || path.Dst.Addr() != q.path.Src.Addr() {
		return false
	}
	q.from = path
	return true
}

// continueDue lets each unfinished connection transmit a burst. The rest waits for the
// next Receive.
func (d *Device) continueDue(now rc.Tick) {
	for range len(d.due) {
		q := d.due[0]
		d.due = d.due[:copy(d.due, d.due[1:])]
		q.due = false
		if q.conn != nil {
			q.conn.Continue(now)
			q.settle()
		}
	}
}

// tickNow returns the time; settle compares deadlines with it.
func (d *Device) tickNow() rc.Tick {
	d.ticked = d.now()
	return d.ticked
}

// tickPost returns the time of a request. Reading the clock costs as much as copying a
// kilobyte, so it is read for every 16th request, and when no timer runs. Other
// requests' deadlines may be early. On a prompt network no timer fires before the
// datagrams on their way have arrived.
func (d *Device) tickPost() rc.Tick {
	d.posts++
	if d.posts%16 != 0 && len(d.timers) > 0 && d.prompt {
		return d.ticked
	}
	return d.tickNow()
}
