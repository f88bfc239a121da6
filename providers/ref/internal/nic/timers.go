package nic

import (
	"container/heap"
	"time"

	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// A timer calls fire, with the device locked, once its time has come. Its owner
// makes it with fire set and passes it to schedule; the device's lock guards it.
type timer struct {
	fire func(now rc.Tick)
	at   rc.Tick
	// place is 1 + the index in the heap, 0 if it is not scheduled.
	place int
}

// schedule sets t to fire at a time, whether it is scheduled already or not. The
// device is locked.
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

// unschedule keeps t from firing. The device is locked.
func (d *Device) unschedule(t *timer) {
	if t.place > 0 && !d.stopped {
		heap.Remove(&d.timers, t.place-1)
	}
	t.place = 0
}

// rouse has the timer goroutine look again.
func (d *Device) rouse() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

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

// expire fires what is due and says how long it is to the next timer, if there is
// one.
func (d *Device) expire() (wait time.Duration, ok bool) {
	d.Lock()
	defer d.Unlock()
	now := d.tickNow()
	if len(d.timers) > 0 && d.timers[0].at <= now && !d.caughtUp() {
		return time.Millisecond, true
	}
	for len(d.timers) > 0 && d.timers[0].at <= now {
		t := heap.Pop(&d.timers).(*timer)
		t.fire(now)
	}
	if len(d.timers) == 0 {
		return 0, false
	}
	return time.Duration(d.timers[0].at-now) * time.Microsecond, true
}

// caughtUp reports whether what the network was delivering when a timer came due
// has been delivered.
func (d *Device) caughtUp() bool {
	if d.mark == 0 {
		d.mark = d.port.Mark()
		return d.mark == 0
	}
	if !d.port.Passed(d.mark) {
		return false
	}
	d.mark = 0
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
