package drive

import (
	"time"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// emptyShared sends messages that take every Receive of the shared queues.
func (d *driver) emptyShared() {
	var next *model.Call
	done := func() (done bool) {
		next, done = d.world.Empty()
		return done
	}
	d.until(done, func() *model.Call { return next })
	d.settle()
}

// tearDown ends everything, and judges what comes of it.
func (d *driver) tearDown() {
	d.compareAll()
	d.closeControl()
	for n, l := range d.links {
		if l.pair[0] == nil {
			continue
		}
		how := []program.Op{program.Disconnect, program.Flush}[n%2]
		d.finish(&model.Call{Connection: n, End: n / 2 % 2}, how)
	}
	for e := range d.side {
		d.tearDownSide(e)
	}
	d.quiet()
}

// tearDownSide ends what is left of a side without connections.
func (d *driver) tearDownSide(end int) {
	s := d.side[end]
	for n, q := range s.queues {
		d.abandon(end, n, q)
	}
	s.queues = nil
	d.dismiss(s)
	d.deregisterAll(s)
}

// abandon releases a completion queue to which nothing else refers, which ends its
// requests.
func (d *driver) abandon(end, number int, q nd2.CompletionQueue) {
	s := d.side[end]
	if d.take(end, number, 1) > 0 {
		q.Release()
		return
	}
	t := newOperation(q, s.port)
	t.start(func(o *nd2.Overlapped) nd2.Status { return q.Notify(nd2.NotifyErrors, o) })
	q.Release()
	if t.Returned == nd2.Pending && !t.AwaitNotified(d.Limit) {
		breaks("cq.let-go-by-queue-pairs cq.notify.ends-on-release",
			"a request for a notification on queue %d of end %d has not ended", number, end)
	}
}

// deregisterAll ends what a side has registered.
func (d *driver) deregisterAll(s *side) {
	for _, w := range s.windows {
		w.Release()
	}
	s.windows = nil
	for _, one := range s.former {
		d.deregister(s, one.region, endsFormer)
	}
	s.former = nil
	for _, r := range s.regions {
		d.freeRegion(s, r)
	}
	s.regions = nil
}

// freeRegion ends a region, and gives its memory back.
func (d *driver) freeRegion(s *side, r *region) {
	d.deregister(s, r, deregisters)
	s.Free(&pool, r.whole)
}

// withdraw gives back everything that was created for a program that could not begin: there may be
// thousands of such programs, and those after it need the resources.
func (d *driver) withdraw() {
	for _, l := range d.links {
		l.free()
		*l = link{}
	}
	for _, s := range d.side {
		if s == nil {
			continue
		}
		d.deregisterAll(s)
	}
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
