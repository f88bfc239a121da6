package drive

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/nd2"
)

// finish ends a connection from one end, by flushing, disconnecting or releasing.
func (d *driver) finish(c *model.Call, how program.Op) *model.Violation {
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
		if v := d.flush(l, cause); v != nil {
			return v
		}
	case program.Disconnect:
		if v := d.disconnect(l, cause); v != nil {
			return v
		}
		if v := d.awaitPeerDisconnect(l, 1-cause, c.Choice); v != nil {
			return v
		}
	case program.Drop:
		releaseBoth(l.pair[cause], l.connector[cause], c.Choice)
		l.pair[cause], l.connector[cause] = nil, nil
	}
	return d.endBothEnds(c, l, cause)
}

// endAll ends the connections that lanes have begun to end.
func (d *driver) endAll(all []*task) *model.Violation {
	for _, t := range all {
		if t.Op != program.Flush && t.Op != program.Disconnect {
			continue
		}
		d.releasePackets()
		if v := d.begun(t); v != nil {
			return v
		}
		if v := d.endBothEnds(t.Call, d.links[t.Connection], t.End); v != nil {
			return v
		}
	}
	return nil
}

// begun judges a Flush or Disconnect that a lane has made.
func (d *driver) begun(t *task) *model.Violation {
	if t.Op == program.Flush {
		return flushed(t.status)
	}
	if t.operation.lacks {
		return d.giveUp("connector.disconnect.nd-success")
	}
	d.links[t.Connection].leaving[t.End] = t.operation
	return d.awaitPeerDisconnect(d.links[t.Connection], 1-t.End, t.Choice)
}

// endBothEnds ends a connection at both ends, and notes that it is gone.
func (d *driver) endBothEnds(c *model.Call, l *link, cause int) *model.Violation {
	d.releasePackets()
	if v := d.flush(l, 1-cause); v != nil {
		return v
	}
	if v := d.flush(l, cause); v != nil {
		return v
	}
	if v := d.until(func() bool { return d.world.Drained(c.Connection) }, nil); v != nil {
		return v
	}
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
			if v := d.end(t, "Disconnect", "connector.disconnect.nd-success"); v != nil {
				return v
			}
		case !t.Await(d.Limit):
			return model.Violates("connector.disconnect.nd-pending overlapped.notification.pending",
				"Disconnect has not ended")
		case asked[1-e] != nil && !t.lacks:
			if v := judged("connector.disconnect.after-peer", "a Disconnect after the peer's", t.Final()); v != nil {
				return v
			}
		}
	}
	if v := d.failsAfterLeaving(l, c.Choice>>8); v != nil {
		return v
	}
	if v := d.postsAfterLeaving(c, l); v != nil {
		return v
	}
	return d.releaseConnection(c.Connection)
}

// postsAfterLeaving posts requests to queue pairs whose ends have disconnected; the provider must carry out none.
func (d *driver) postsAfterLeaving(c *model.Call, l *link) *model.Violation {
	for e := range d.side {
		if t := l.leaving[e]; t == nil || t.Final() != nd2.Success || l.pair[e] == nil || c.Choice>>(16+e)&3 > 0 {
			continue
		}
		late := d.world.Late(c.Connection, e, c.Choice>>2+uint64(e), model.AfterDisconnect)
		if late == nil {
			continue
		}
		if v := d.later(late); v != nil {
			return v
		}
	}
	return d.until(func() bool { return d.world.Drained(c.Connection) }, nil)
}

// releaseConnection releases a connection's objects.
func (d *driver) releaseConnection(number int) *model.Violation {
	l := d.links[number]
	l.free()
	if v := d.awaitNotifyDisconnects(l); v != nil {
		return v
	}
	if v := d.constant(); v != nil {
		return v
	}
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
				return model.Violates("adapter.creatememorywindow.nd-success", "it can't be created again: %v", err)
			}
		}
	}
	*l = link{}
	return d.checkControl()
}

// constant has the adapters say again what they have said of themselves.
func (d *driver) constant() *model.Violation {
	for _, s := range d.side {
		if v := asksInfo(s.Adapter.Adapter, "adapter.query.nd-success"); v != nil {
			return v
		}
	}
	return nil
}

// awaitNotifyDisconnects waits for the NotifyDisconnects of connectors that have been released.
func (d *driver) awaitNotifyDisconnects(l *link) *model.Violation {
	for _, t := range l.gone {
		if t == nil {
			continue
		}
		if !t.AwaitNotified(d.Limit) {
			return model.Violates("overlapped.release.ends-requests connector.notifydisconnect.nd-success",
				"NotifyDisconnect has not ended")
		}
	}
	return nil
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

func (d *driver) flush(l *link, e int) *model.Violation {
	if l.pair[e] == nil {
		return nil
	}
	s := l.pair[e].Flush()
	d.log.note("end %d: Flush returned %v", e, s)
	return flushed(s)
}

// flushed judges what Flush has returned.
func flushed(s nd2.Status) *model.Violation { return succeeds("qp.flush.nd-success", "Flush", s) }

// disconnect disconnects an end, which may pend until the other one does.
func (d *driver) disconnect(l *link, e int) *model.Violation {
	t := newOperation(l.connector[e], d.side[e].port)
	l.leaving[e] = t
	t.start(l.connector[e].Disconnect)
	if t.Returned.Failed() {
		return d.end(t, "Disconnect", "connector.disconnect.nd-success")
	}
	return nil
}

// awaitPeerDisconnect waits until an end is notified that the other one has disconnected. If the
// end has not called NotifyDisconnect before, it calls it now, every other time.
func (d *driver) awaitPeerDisconnect(l *link, e int, choice uint64) *model.Violation {
	switch {
	case l.gone[e] != nil:
		return d.endsAs(l.gone[e], "connector.notifydisconnect.nd-success", "a NotifyDisconnect of a connection that ends")
	case choice&1 == 0:
		return nil
	}
	l.gone[e] = newOperation(l.connector[e], d.side[e].port)
	l.gone[e].start(l.connector[e].NotifyDisconnect)
	if l.gone[e].lacks {
		l.gone[e] = nil
		return nil
	}
	return d.endsAs(l.gone[e], "connector.notifydisconnect.late", "a NotifyDisconnect of a connection that the peer ends")
}

// fail posts a request that must fail, and ends its connection. The memory that it is refused may be
// registered for it.
func (d *driver) fail(c *model.Call) *model.Violation {
	o := d.side[1-c.End]
	if c.Rights != 0 {
		r, err := d.registrationWith(o, o.regions[c.Remote.Region].bytes, c.Rights)
		if err != nil { // the adapter lacks the resources at present; a token that nothing has is no better
			c.Forged = true
		} else {
			o.restricted = r
		}
	}
	if v := d.failing(c); v != nil || o.restricted == nil {
		return v
	}
	r := o.restricted
	o.restricted = nil
	return d.deregister(o, r, deregisters)
}

// failing does that with what is registered.
func (d *driver) failing(c *model.Call) *model.Violation {
	if c.First != nil {
		if v := d.postBadReceive(c); v != nil {
			return v
		}
	}
	kept := d.secret(c)
	if v := d.one(c); v != nil {
		return v
	}
	fails := func() bool { return !d.world.FailPending(c.Connection) }
	if v := d.until(fails, nil); v != nil {
		return v
	}
	if v := kept(); v != nil {
		return v
	}
	if read := d.world.ReadAfterFail(c); read != nil {
		if v := d.later(read); v != nil {
			return v
		}
		if v := d.until(fails, nil); v != nil {
			return v
		}
	}
	if v := d.postLate(c); v != nil {
		return v
	}
	return d.endBothEnds(c, d.links[c.Connection], c.End)
}

// postBadReceive posts the Receive that comes before a Fail: one without entries, which the message does not fit
// into either, if its token is refused at once.
func (d *driver) postBadReceive(c *model.Call) *model.Violation {
	t := d.prepare(c.First, 0)
	d.perform(t)
	if t.status.Failed() {
		d.world.Emptied(c)
		t = d.prepare(c.First, 0)
		t.list = nil
		d.perform(t)
	}
	return d.judge(t)
}

// mostAfter is how many requests are posted to a queue pair that has failed, at most.
const mostAfter = 16

// postLate posts requests to a queue pair that has failed, if it has.
func (d *driver) postLate(c *model.Call) *model.Violation {
	if !d.world.Broken(c.Connection, c.End) {
		return nil
	}
	for n := range c.Choice >> 56 % mostAfter {
		late := d.world.Late(c.Connection, c.End, c.Choice^n<<16, model.AfterError)
		if late == nil {
			continue
		}
		if v := d.later(late); v != nil {
			return v
		}
	}
	return nil
}

// later posts a request behind a request that has failed, or must have.
func (d *driver) later(c *model.Call) *model.Violation {
	t := d.prepare(c, 0)
	d.perform(t)
	if t.status.Failed() {
		if v := judged(t.Rules, "a request behind a failed request", t.status); v != nil {
			return v
		}
	}
	return d.judge(t)
}
