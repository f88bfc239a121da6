package drive

import (
	"time"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// emptyShared sends messages that take every Receive of the shared queues.
func (d *driver) emptyShared() *model.Violation {
	var next *model.Call
	done := func() (done bool) {
		next, done = d.world.Empty()
		return done
	}
	if v := d.until(done, func() *model.Call { return next }); v != nil {
		return v
	}
	return d.settle()
}

// tearDown ends everything, and judges what comes of it.
func (d *driver) tearDown() *model.Violation {
	if v := d.compareAll(); v != nil {
		return v
	}
	if v := d.closeControl(); v != nil {
		return v
	}
	for n, l := range d.links {
		if l.pair[0] == nil {
			continue
		}
		how := []program.Op{program.Disconnect, program.Flush}[n%2]
		if v := d.finish(&model.Call{Connection: n, End: n / 2 % 2}, how); v != nil {
			return v
		}
	}
	for e := range d.side {
		if v := d.tearDownSide(e); v != nil {
			return v
		}
	}
	d.quiet()
	return nil
}

// tearDownSide ends what is left of a side without connections.
func (d *driver) tearDownSide(end int) *model.Violation {
	s := d.side[end]
	for n, q := range s.queues {
		if v := d.abandon(end, n, q); v != nil {
			return v
		}
	}
	s.queues = nil
	if v := d.dismiss(s); v != nil {
		return v
	}
	return d.deregisterAll(s)
}

// abandon releases a completion queue to which nothing else refers, which ends its
// requests.
func (d *driver) abandon(end, number int, q nd2.CompletionQueue) *model.Violation {
	s := d.side[end]
	if n, v := d.take(end, number, 1); v != nil || n > 0 {
		q.Release()
		return v
	}
	t := newOperation(q, s.port)
	t.start(func(o *nd2.Overlapped) nd2.Status { return q.Notify(nd2.NotifyErrors, o) })
	q.Release()
	if t.Returned == nd2.Pending && !t.AwaitNotified(d.Limit) {
		return model.Violates("cq.let-go-by-queue-pairs cq.notify.ends-on-release",
			"a request for a notification on queue %d of end %d has not ended", number, end)
	}
	return nil
}

// deregisterAll ends what a side has registered.
func (d *driver) deregisterAll(s *side) *model.Violation {
	for _, w := range s.windows {
		w.Release()
	}
	s.windows = nil
	for _, one := range s.former {
		if v := d.deregister(s, one.region, endsFormer); v != nil {
			return v
		}
	}
	s.former = nil
	for _, r := range s.regions {
		if v := d.freeRegion(s, r); v != nil {
			return v
		}
	}
	s.regions = nil
	return nil
}

// freeRegion ends a region, and gives its memory back.
func (d *driver) freeRegion(s *side, r *region) *model.Violation {
	if v := d.deregister(s, r, deregisters); v != nil {
		return v
	}
	s.Free(&pool, r.whole)
	return nil
}

// withdraw gives back everything that was created for a program that could not begin: there may be
// thousands of such programs, and those after it need the resources.
func (d *driver) withdraw() *model.Violation {
	for _, l := range d.links {
		l.free()
		*l = link{}
	}
	for _, s := range d.side {
		if s == nil {
			continue
		}
		if v := d.deregisterAll(s); v != nil {
			return v
		}
	}
	return nil
}

// abort releases everything that an interrupted program has. What can't be released yet is no finding:
// the program does not wait for what is on its way.
func (d *driver) abort() {
	if d.removed {
		return
	}
	for _, l := range d.links {
		l.free()
		*l = link{}
	}
	c := d.control
	d.control = nil
	if c != nil {
		c.free()
	}
	for e, s := range d.side {
		regions := s.registrations()
		if c != nil && c.region[e] != nil {
			regions = append(regions, c.region[e])
		}
		if s.restricted != nil {
			regions = append(regions, s.restricted)
		}
		s.abort(regions, d.Limit)
	}
}

// abort does that at one side, with all that is registered there.
func (s *side) abort(regions []*region, limit time.Duration) {
	for _, at := range s.listeners {
		at.free()
	}
	for _, q := range s.queues {
		q.Release()
	}
	if s.shared != nil {
		s.shared.Release()
	}
	for _, w := range s.windows {
		w.Release()
	}
	for _, t := range s.port.requests.left() { // their objects have been released
		t.AwaitNotified(limit)
	}
	for _, r := range regions {
		t := newOperation(r, s.port)
		t.start(r.Deregister)
		if t.Await(limit) && t.Final() == nd2.Success {
			r.Release()
		}
	}
	s.listeners, s.queues, s.shared, s.windows, s.regions, s.former, s.restricted = nil, nil, nil, nil, nil, nil, nil
}

// free releases what is left. Memory that an adapter may still use stays mapped.
func (d *driver) free() {
	if d.control != nil {
		d.control.free()
	}
	for _, s := range d.side {
		if s != nil {
			s.free()
		}
	}
}

func (s *side) free() {
	for _, q := range s.queues {
		q.Release()
	}
	if s.shared != nil {
		s.shared.Release()
	}
	for _, at := range s.listeners {
		at.free()
	}
	s.Close()
}
