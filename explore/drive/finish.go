package drive

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
)

// finish ends a connection from one end, by flushing, disconnecting or releasing.
func (d *driver) finish(c *model.Call, how program.Op) {
	l, cause := d.links[c.Connection], c.End
	if how == program.Drop && !d.world.Droppable(c.Connection, cause) {
		how = program.Flush
	}
	if how == program.Disconnect && d.world.IsPrepared(c.Connection) {
		how = program.Flush
	}
	d.log.note("end %d, connection %d: %s", cause, c.Connection, how)
	d.world.Ends(c.Connection, cause, how)
	switch how {
	case program.Flush:
		d.flush(l, cause)
	case program.Disconnect:
		d.disconnect(l, cause)
		d.awaitPeerDisconnect(l, 1-cause, c.Choice)
	case program.Drop:
		releaseBoth(l.pair[cause], l.connector[cause], c.Choice)
		l.pair[cause], l.connector[cause] = nil, nil
	}
	d.endBothEnds(c, l, cause)
}

// endAll ends the connections that lanes have begun to end.
func (d *driver) endAll(all []*task) {
	for _, t := range all {
		if t.Op != program.Flush && t.Op != program.Disconnect {
			continue
		}
		d.releasePackets()
		d.begun(t)
		d.endBothEnds(t.Call, d.links[t.Connection], t.End)
	}
}

// begun judges a Flush or Disconnect that a lane has made.
func (d *driver) begun(t *task) {
	if t.Op == program.Flush {
		flushed(t.status)
		return
	}
	if t.operation.lacks {
		d.giveUp("connector.disconnect.nd-success")
	}
	d.links[t.Connection].leaving[t.End] = t.operation
	d.awaitPeerDisconnect(d.links[t.Connection], 1-t.End, t.Choice)
}

// endBothEnds ends a connection at both ends, and notes that it is gone.
func (d *driver) endBothEnds(c *model.Call, l *link, cause int) {
	d.releasePackets()
	d.flush(l, 1-cause)
	d.flush(l, cause)
	d.until(func() bool { return d.world.Drained(c.Connection) }, nil)
	asked := l.leaving // these must succeed; the others end in whatever state the connection is in by now

	for _, e := range []int{cause, 1 - cause} { // one may pend until the other is made
		if l.connector[e] != nil && l.leaving[e] == nil {
			l.leaving[e] = newOperation(l.connector[e], d.side[e].port)
			l.leaving[e].start(l.connector[e].Disconnect)
		}
	}
	for e, t := range l.leaving {
		switch {
		case t == nil:
		case asked[e] != nil:
			d.end(t, "Disconnect", "connector.disconnect.nd-success")
		case !t.Await(d.Limit):
			breaks("connector.disconnect.nd-pending overlapped.notification.pending",
				"Disconnect has not ended")
		case asked[1-e] != nil && !t.lacks:
			judged("connector.disconnect.after-peer", "a Disconnect after the peer's", t.Final())
		}
	}
	d.failsAfterLeaving(l, c.Choice>>8)
	d.postsAfterLeaving(c, l)
	d.releaseConnection(c.Connection)
}

// postsAfterLeaving posts requests to queue pairs whose ends have disconnected; the provider must carry out none.
func (d *driver) postsAfterLeaving(c *model.Call, l *link) {
	for e := range d.side {
		if t := l.leaving[e]; t == nil || t.Final() != nd2.Success || l.pair[e] == nil || c.Choice>>(16+e)&3 > 0 {
			continue
		}
		late := d.world.Late(c.Connection, e, c.Choice>>2+uint64(e), model.AfterDisconnect)
		if late != nil {
			d.later(late)
		}
	}
	d.until(func() bool { return d.world.Drained(c.Connection) }, nil)
}

// releaseConnection releases a connection's objects.
func (d *driver) releaseConnection(number int) {
	l := d.links[number]
	l.free()
	d.awaitNotifyDisconnects(l)
	d.constant()
	unsure, windows := d.world.Gone(number)
	for e, s := range d.side {
		for _, p := range unsure[e] {
			copy(d.world.Memory(e, p.Region)[p.Offset:], memory.Contents(s.regions[p.Region].bytes[p.Offset:p.Offset+p.Length]))
		}
		for _, n := range windows[e] {
			s.windows[n].Release()
			err := d.whileLacking(func() (err error) {
				s.windows[n], err = create[nd2.MemoryWindow](s.MemoryWindow())
				return err
			})
			if err != nil {
				breaks("adapter.creatememorywindow.nd-success", "it can't be created again: %v", err)
			}
		}
	}
	*l = link{}
	d.checkControl()
}

// constant has the adapters say again what they have said of themselves.
func (d *driver) constant() {
	for _, s := range d.side {
		asksInfo(s.Adapter.Adapter, "adapter.query.nd-success")
	}
}

// awaitNotifyDisconnects waits for the NotifyDisconnects of connectors that have been released.
func (d *driver) awaitNotifyDisconnects(l *link) {
	for _, t := range l.gone {
		if t != nil && !t.AwaitNotified(d.Limit) {
			breaks("overlapped.release.ends-requests connector.notifydisconnect.nd-success",
				"NotifyDisconnect has not ended")
		}
	}
}

// releaseBoth releases a queue pair and its connector, in either order.
func releaseBoth(pair nd2.QueuePair, connector nd2.Connector, choice uint64) {
	if choice>>32&1 == 0 {
		pair.Release()
		connector.Release()
		return
	}
	connector.Release()
	pair.Release()
}

func release(u nd2.Unknown) {
	if u != nil {
		u.Release()
	}
}

func (d *driver) flush(l *link, e int) {
	if l.pair[e] == nil {
		return
	}
	s := l.pair[e].Flush()
	d.log.note("end %d: Flush returned %v", e, s)
	flushed(s)
}

// flushed judges what Flush has returned.
func flushed(s nd2.Status) { succeeds("qp.flush.nd-success", "Flush", s) }

// disconnect disconnects an end, which may pend until the other one does.
func (d *driver) disconnect(l *link, e int) {
	t := newOperation(l.connector[e], d.side[e].port)
	l.leaving[e] = t
	t.start(l.connector[e].Disconnect)
	if t.Returned.Failed() {
		d.end(t, "Disconnect", "connector.disconnect.nd-success")
	}
}

// awaitPeerDisconnect waits until an end is notified that the other one has disconnected. If the
// end has not called NotifyDisconnect before, it calls it now, every other time.
func (d *driver) awaitPeerDisconnect(l *link, e int, choice uint64) {
	switch {
	case l.gone[e] != nil:
		d.endsAs(l.gone[e], "connector.notifydisconnect.nd-success", "a NotifyDisconnect of a connection that ends")
		return
	case choice&1 == 0:
		return
	}
	l.gone[e] = newOperation(l.connector[e], d.side[e].port)
	l.gone[e].start(l.connector[e].NotifyDisconnect)
	if l.gone[e].lacks {
		l.gone[e] = nil
		return
	}
	d.endsAs(l.gone[e], "connector.notifydisconnect.late", "a NotifyDisconnect of a connection that the peer ends")
}

// fail posts a request that must fail, and ends its connection. The memory that it is refused may be
// registered for it.
func (d *driver) fail(c *model.Call) {
	o := d.side[1-c.End]
	if c.Rights != 0 {
		r, err := d.registrationWith(o, o.regions[c.Remote.Region].bytes, c.Rights)
		if err != nil { // the adapter lacks the resources at present; a token that nothing has is no better
			c.Forged = true
		} else {
			o.restricted = r
		}
	}
	d.failing(c)
	if r := o.restricted; r != nil {
		o.restricted = nil
		d.deregister(o, r, deregisters)
	}
}

// failing does that with what is registered.
func (d *driver) failing(c *model.Call) {
	if c.First != nil {
		d.postBadReceive(c)
	}
	kept := d.secret(c)
	d.one(c)
	fails := func() bool { return !d.world.FailPending(c.Connection) }
	d.until(fails, nil)
	kept()
	if read := d.world.ReadAfterFail(c); read != nil {
		d.later(read)
		d.until(fails, nil)
	}
	d.postLate(c)
	d.endBothEnds(c, d.links[c.Connection], c.End)
}

// postBadReceive posts the Receive that comes before a Fail: one without entries, which the message does not fit
// into either, if its token is refused at once.
func (d *driver) postBadReceive(c *model.Call) {
	t := d.prepare(c.First, 0)
	d.perform(t)
	if t.status.Failed() {
		d.world.Emptied(c)
		t = d.prepare(c.First, 0)
		t.list = nil
		d.perform(t)
	}
	d.judge(t)
}

// mostAfter is how many requests are posted to a queue pair that has failed, at most.
const mostAfter = 16

// postLate posts requests to a queue pair that has failed, if it has.
func (d *driver) postLate(c *model.Call) {
	if !d.world.Broken(c.Connection, c.End) {
		return
	}
	for n := range c.Choice >> 56 % mostAfter {
		late := d.world.Late(c.Connection, c.End, c.Choice^n<<16, model.AfterError)
		if late != nil {
			d.later(late)
		}
	}
}

// later posts a request behind a request that has failed, or must have.
func (d *driver) later(c *model.Call) {
	t := d.prepare(c, 0)
	d.perform(t)
	if t.status.Failed() {
		judged(t.Rules, "a request behind a failed request", t.status)
	}
	d.judge(t)
}
