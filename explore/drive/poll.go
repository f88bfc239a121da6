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
func (d *driver) take(end, queue, count int) (taken int) {
	n := int(d.side[end].queues[queue].GetResults(d.buf[:count]))
	d.accept(end, queue, d.buf[:count], n)
	d.takeNotified(end, queue)
	return n
}

// accept lets the model take the first n of the results that a queue has returned, unless the judge has found
// something wrong with them.
func (d *driver) accept(end, queue int, results []nd2.Result, n int) {
	must(d.ends.Breach())
	n = min(n, len(results))
	for _, r := range results[:n] {
		d.log.add(line{end: end, queue: queue, result: r})
		arrived, v := d.world.Took(end, r)
		must(v)
		for _, p := range arrived {
			d.compare(end, p, rulesOf(r.RequestType))
		}
	}
}

func rulesOf(t nd2.RequestType) string {
	if t == nd2.RequestReceive {
		return "qp.send.delivers qp.receive.scatters"
	}
	return "qp.read.fetches qp.read.scatters"
}

// takeAll takes every result that there is.
func (d *driver) takeAll() (taken int) {
	for e := range d.side {
		taken += d.takeAllOf(e)
	}
	return taken
}

// takeAllOf takes every result that there is at one end.
func (d *driver) takeAllOf(end int) (taken int) {
	for q := range d.side[end].queues {
		taken += d.take(end, q, len(d.buf))
	}
	return taken
}

// until takes results until done, and makes the calls that more returns. If it waits in vain,
// the model says for what.
func (d *driver) until(done func() bool, more func() *model.Call) {
	waited := timeout.New(d.Limit)
	for !done() {
		progress := false
		if more != nil {
			if c := more(); c != nil {
				progress = true
				d.one(c)
			}
		}
		n := d.takeAll()
		must(d.ends.Breach())
		switch {
		case n > 0 || progress:
			waited.Restart()
		case waited.Over() || d.ctx.Err() != nil:
			must(d.world.Waiting())
		default:
			runtime.Gosched()
		}
	}
}

// settle waits for quiescence, and compares everything.
func (d *driver) settle() {
	d.releasePackets()
	d.until(d.world.Quiescent, d.world.Settle)
	if d.takeAll() > 0 {
		return
	}
	if d.comparesAll() {
		d.compareAll()
	}
	d.leftAlone()
	d.quiet()
	d.takeNotifications()
	d.checkControl()
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
func (d *driver) compareAll() {
	for e, s := range d.side {
		for n, r := range s.regions {
			untouched(r)
			for _, p := range d.world.Sure(e, n) {
				d.compare(e, p, "qp.write.stores qp.send.delivers qp.read.fetches mr.bounds.local mr.bounds.write")
			}
		}
	}
}

// untouched judges the memory around a region.
func untouched(r *region) {
	before, _ := margin(len(r.bytes))
	for _, part := range [][]byte{r.whole[:before], r.whole[before+len(r.bytes):]} {
		if is := memory.Contents(part); !bytes.Equal(is, edge(len(is))) {
			breaks("mr.bounds.write mr.bounds.local", "the memory around a region of %d bytes has changed",
				len(r.bytes))
		}
	}
}

// compare compares a place with what it must hold.
func (d *driver) compare(end int, p model.Place, rules string) {
	is := memory.Contents(d.side[end].regions[p.Region].bytes[p.Offset : p.Offset+p.Length])
	want := d.world.Memory(end, p.Region)[p.Offset : p.Offset+p.Length]
	if bytes.Equal(is, want) {
		return
	}
	first, count := -1, 0
	for i := range is {
		if is[i] != want[i] {
			count++
			if first < 0 {
				first = i
			}
		}
	}
	breaks(rules,
		"of %d bytes at %d of region %d of end %d, %d differ, the first at %d: %#02x instead of %#02x", p.Length, p.Offset,
		p.Region, end, count, p.Offset+first, is[first], want[first])
}

// takeNotified takes the notifications of a queue that have come.
func (d *driver) takeNotified(end, queue int) {
	for _, a := range slices.Clone(d.world.PendingNotifies(end, queue)) {
		if t := d.notifies[a]; t.Ended() {
			d.notifyEnded(end, queue, a, t)
		}
	}
}

func (d *driver) notifyEnded(end, queue int, a *model.PendingNotify, t *operation) {
	delete(d.notifies, a)
	d.log.note("end %d, queue %d: Notify for %v has ended with %v", end, queue, a.Kind, t.Final())
	must(d.world.Fired(end, queue, a, t.Final()))
	if queue != model.SharedQueue && t.Final() == nd2.Success {
		d.takeAnnounced(end, queue, a.Kind)
	}
}

// takeAnnounced takes the result that a notification has announced, or all if only some kinds are announced: the judge
// sees whether there was any.
func (d *driver) takeAnnounced(end, queue int, kind nd2.NotifyType) {
	count := 1
	if kind != nd2.NotifyAny {
		count = len(d.buf)
	}
	for {
		n := int(d.side[end].queues[queue].GetResults(d.buf[:count]))
		if d.accept(end, queue, d.buf[:count], n); kind == nd2.NotifyAny || n < count {
			return
		}
	}
}

// takeNotifications takes the notifications that have come, and waits for those of shared receive queues that must.
func (d *driver) takeNotifications() {
	for e, s := range d.side {
		for q := range s.queues {
			d.takeNotified(e, q)
		}
		d.awaitShared(e)
	}
}

// awaitShared waits for the due requests for notifications of an end's shared receive queue.
func (d *driver) awaitShared(end int) {
	for _, a := range slices.Clone(d.world.PendingNotifies(end, model.SharedQueue)) {
		if t := d.notifies[a]; a.Due() && !t.Await(d.Limit) {
			breaks("srq.notify.fires-below-threshold srq.notify.releases-every-request",
				"the request on the shared receive queue of end %d has not ended", end)
		}
	}
	d.takeNotified(end, model.SharedQueue)
}
