package drive

import (
	"bytes"
	"runtime"
	"slices"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/memory"
	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// take takes up to count results from a queue.
func (d *driver) take(end, queue, count int) (taken int, v *model.Violation) {
	s := d.side[end]
	n := int(s.queues[queue].GetResults(d.buf[:count]))
	if v := d.accept(end, queue, d.buf[:count], n); v != nil {
		return 0, v
	}
	return n, d.takeNotified(end, queue)
}

// accept lets the model take the first n of the results that a queue has returned, unless the judge has found
// something wrong with them.
func (d *driver) accept(end, queue int, results []nd2.Result, n int) *model.Violation {
	if v := d.ends.Breach(); v != nil {
		return v
	}
	n = min(n, len(results))
	for _, r := range results[:n] {
		d.log.add(line{end: end, queue: queue, result: r})
		arrived, v := d.world.Took(end, queue, r)
		if v != nil {
			return v
		}
		for _, p := range arrived {
			if v := d.compare(end, p, rulesOf(r.RequestType)); v != nil {
				return v
			}
		}
	}
	d.world.Polled(end, queue, n < len(results))
	return nil
}

func rulesOf(t nd2.RequestType) string {
	if t == nd2.RequestReceive {
		return "qp.send.delivers qp.receive.scatters"
	}
	return "qp.read.fetches qp.read.scatters"
}

// takeAll takes every result that there is.
func (d *driver) takeAll() (taken int, v *model.Violation) {
	for e := range d.side {
		n, v := d.takeAllOf(e)
		taken += n
		if v != nil {
			return taken, v
		}
	}
	return taken, nil
}

// takeAllOf takes every result that there is at one end.
func (d *driver) takeAllOf(end int) (taken int, v *model.Violation) {
	for q := range d.side[end].queues {
		n, v := d.take(end, q, len(d.buf))
		if v != nil {
			return taken, v
		}
		taken += n
	}
	return taken, nil
}

// until takes results until done, and makes the calls that more returns. If it waits in vain,
// the model says for what.
func (d *driver) until(done func() bool, more func() *model.Call) *model.Violation {
	waited := timeout.New(d.Limit)
	for !done() {
		progress := false
		if more != nil {
			if c := more(); c != nil {
				progress = true
				if v := d.one(c); v != nil {
					return v
				}
			}
		}
		n, v := d.takeAll()
		if v != nil {
			return v
		}
		if v := d.ends.Breach(); v != nil {
			return v
		}
		switch {
		case n > 0 || progress:
			waited.Restart()
		case waited.Over() || d.ctx.Err() != nil:
			return d.world.Waiting()
		default:
			runtime.Gosched()
		}
	}
	return nil
}

// settle waits for quiescence, and compares everything.
func (d *driver) settle() *model.Violation {
	d.releasePackets()
	if v := d.until(d.world.Quiescent, d.world.Settle); v != nil {
		return v
	}
	if n, v := d.takeAll(); v != nil || n > 0 {
		return v
	}
	if d.comparesAll() {
		if v := d.compareAll(); v != nil {
			return v
		}
	}
	if v := d.leftAlone(); v != nil {
		return v
	}
	d.quiet()
	if v := d.awaitDueNotifies(); v != nil {
		return v
	}
	return d.checkControl()
}

// Memory of more than compareAlways bytes at both ends is compared at every compareEvery-th quiescence,
// and at the end: that takes longer than everything else.
const (
	compareAlways = 1 << 20
	compareEvery  = 8
)

// comparesAll reports whether all memory is compared at this quiescence.
func (d *driver) comparesAll() bool {
	c := d.world.Config
	d.quiescences++
	return len(d.side)*c.Regions*c.Memory <= compareAlways || d.quiescences%compareEvery == 0
}

// compareAll compares all memory with what it must hold.
func (d *driver) compareAll() *model.Violation {
	for e, s := range d.side {
		for n, r := range s.regions {
			if v := untouched(r); v != nil {
				return v
			}
			for _, p := range d.world.Sure(e, n) {
				if v := d.compare(e, p,
					"qp.write.stores qp.send.delivers qp.read.fetches mr.bounds.local mr.bounds.write"); v != nil {
					return v
				}
			}
		}
	}
	return nil
}

// untouched judges the memory around a region.
func untouched(r *region) *model.Violation {
	before, _ := margin(len(r.bytes))
	for _, part := range [][]byte{r.whole[:before], r.whole[before+len(r.bytes):]} {
		if is := memory.Contents(part); !bytes.Equal(is, edge(len(is))) {
			return model.Violates("mr.bounds.write mr.bounds.local", "the memory around a region of %d bytes has changed",
				len(r.bytes))
		}
	}
	return nil
}

// compare compares a place with what it must hold.
func (d *driver) compare(end int, p model.Place, rules string) *model.Violation {
	is := memory.Contents(d.side[end].regions[p.Region].bytes[p.Offset : p.Offset+p.Length])
	must := d.world.Memory(end, p.Region)[p.Offset : p.Offset+p.Length]
	if bytes.Equal(is, must) {
		return nil
	}
	first, count := -1, 0
	for i := range is {
		if is[i] != must[i] {
			count++
			if first < 0 {
				first = i
			}
		}
	}
	return model.Violates(rules,
		"of %d bytes at %d of region %d of end %d, %d differ, the first at %d: %#02x instead of %#02x", p.Length, p.Offset,
		p.Region, end, count, p.Offset+first, is[first], must[first])
}

// takeNotified takes the notifications of a queue that have come.
func (d *driver) takeNotified(end, queue int) *model.Violation {
	for _, a := range slices.Clone(d.world.PendingNotifies(end, queue)) {
		if t := d.notifies[a]; t.Ended() {
			if v := d.notifyEnded(end, queue, a, t); v != nil {
				return v
			}
		}
	}
	return nil
}

func (d *driver) notifyEnded(end, queue int, a *model.PendingNotify, t *operation) *model.Violation {
	delete(d.notifies, a)
	d.log.note("end %d, queue %d: Notify for %v has ended with %v", end, queue, a.Kind, t.Final())
	if t.Final() == nd2.Success && d.world.Unexplained(end, queue, a) {
		if v := d.explain(end, queue); v != nil {
			return v
		}
	}
	if t.Final() == nd2.Success && d.world.Unfounded(queue, a) {
		if v := d.exhaust(end, queue); v != nil {
			return v
		}
	}
	return d.world.Fired(end, queue, a, t.Final())
}

// exhaust takes all results of a queue: any of them may be what a notification has announced.
func (d *driver) exhaust(end, queue int) *model.Violation {
	for n := 1; n > 0; {
		n = int(d.side[end].queues[queue].GetResults(d.buf[:]))
		if v := d.accept(end, queue, d.buf[:], n); v != nil {
			return v
		}
	}
	return nil
}

// explain takes the result that a notification has announced.
func (d *driver) explain(end, queue int) *model.Violation {
	n := int(d.side[end].queues[queue].GetResults(d.buf[:1]))
	if n == 0 && !d.world.Idle(end, queue) { // Fired says more about that
		return model.Violates("cq.notify.result-before-notification",
			"a request for a notification on queue %d of end %d has completed, and GetResults returns nothing new", queue, end)
	}
	return d.accept(end, queue, d.buf[:1], n)
}

// awaitDueNotifies waits for the requests for notifications that must end.
func (d *driver) awaitDueNotifies() *model.Violation {
	for e, s := range d.side {
		for q := model.SharedQueue; q < len(s.queues); q++ {
			if v := d.awaitDue(e, q); v != nil {
				return v
			}
		}
	}
	return nil
}

// awaitDue waits for the due requests for notifications of one queue.
func (d *driver) awaitDue(end, queue int) *model.Violation {
	if v := d.takeNotified(end, queue); v != nil {
		return v
	}
	for _, a := range slices.Clone(d.world.PendingNotifies(end, queue)) {
		t := d.notifies[a]
		if t == nil || !a.Due() {
			continue
		}
		switch {
		case t.Await(d.Limit):
		case queue == model.SharedQueue:
			return model.Violates("srq.notify.fires-below-threshold srq.notify.releases-every-request",
				"the request on the shared receive queue of end %d has not ended", end)
		default:
			return model.Violates("cq.notify.no-lost-wakeup cq.notify.releases-every-request cq.notify.cancel-ends-all",
				"the request for %v on queue %d of end %d has not ended", a.Kind, queue, end)
		}
		if v := d.notifyEnded(end, queue, a, t); v != nil {
			return v
		}
	}
	return nil
}
