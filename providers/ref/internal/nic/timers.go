package nic

import (
	"container/heap"
	"time"

	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// A timer calls fire, with the device locked, when its time has come; by is when the
// device noticed. Datagrams on their way then are delivered before the call. The owner
// sets fire and calls schedule; the device's lock guards it.
type timer struct {
	fire func(by rc.Tick)
	at   rc.Tick
	// place is 1 + the index in the heap, or 0 if the timer is not scheduled.
	place int
}

// schedule sets t's time, whether or not it is scheduled. The device is locked.
func (d *Device) schedule(t *timer, at rc.Tick) {
	if d.stopped {
		return
	}
	t.at = at
	if t.place > 0 {
		heap.Fix(&d.timers, t.place-1)
	} else {
		heap.Push(&d.timers, t)
	}
	if t.place == 1 {
		d.rouse()
	}
}

// unschedule stops t. The device is locked.
func (d *Device) unschedule(t *timer) {
	if t.place > 0 && !d.stopped {
		heap.Remove(&d.timers, t.place-1)
	}
	t.place = 0
}

// rouse makes the timer goroutine look again.
func (d *Device) rouse() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// lookAgain is the pause before a device checks again whether it has caught up.
const lookAgain = 200 * time.Microsecond

// serve fires timers until the device stops.
func (d *Device) serve() {
	defer close(d.ended)
	alarm := time.NewTimer(0)
	defer alarm.Stop()
	for {
		select {
		case <-d.quit:
			return
		case <-d.wake:
		case <-alarm.C:
		}
		if wait, ok := d.expire(); ok {
			alarm.Reset(wait)
		}
	}
}

// expire fires due timers, and returns the time until the next, if any.
func (d *Device) expire() (wait time.Duration, ok bool) {
	d.Lock()
	defer d.UnlockAndDeliver()
	now := d.tickNow()
	for len(d.timers) > 0 {
		if next := d.timers[0].at; next > now {
			return time.Duration(next-now) * time.Microsecond, true
		}
		if !d.delay.over(d.port, now) {
			return lookAgain, true
		}
		for len(d.timers) > 0 && d.timers[0].at <= d.delay.by {
			heap.Pop(&d.timers).(*timer).fire(d.delay.by)
		}
	}
	return 0, false
}

// A delay makes due timers wait for the network, so that a goroutine without a
// processor is not mistaken for a loss.
type delay struct {
	// by is when the delay began. passed counts the port's marks passed since. mark is
	// the awaited mark, or 0 if there is none yet.
	by     rc.Tick
	passed int
	mark   uint64
}

// over reports whether the datagrams on their way at the start of the delay were
// delivered, and the answers to them. It begins a delay if there is none.
func (w *delay) over(port fabric.Port, now rc.Tick) bool {
	if w.passed == 0 && w.mark == 0 {
		w.by = now
	}
	for ; w.passed < 2; w.passed++ {
		if w.mark == 0 {
			w.mark = port.Mark()
		}
		if !port.Passed(w.mark) {
			return false
		}
		w.mark = 0
	}
	w.passed = 0
	return true
}

// timers is a heap, the earliest first.
type timers []*timer

func (h timers) Len() int           { return len(h) }
func (h timers) Less(i, j int) bool { return h[i].at < h[j].at }

func (h timers) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].place, h[j].place = i+1, j+1
}

// Push implements [heap.Interface].
func (h *timers) Push(x any) {
	t := x.(*timer)
	*h = append(*h, t)
	t.place = len(*h)
}

// Pop implements [heap.Interface].
func (h *timers) Pop() any {
	last := len(*h) - 1
	t := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	t.place = 0
	return t
}
