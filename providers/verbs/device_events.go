//go:build linux && cgo && verbs

package verbs

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// completionEvent notes that a completion queue has something to report.
func (d *device) completionEvent(handle uintptr) {
	if c, ok := d.resources.owner(handle).(*completionQueue); ok {
		c.event()
	}
}

// news are a device's asynchronous events that were read but not handled. A completion may be
// seen before an older event: by reading the events, a completion queue learns whether it was
// overrun. It leaves the events of other objects, since it is locked.
type news struct {
	mu       sync.Mutex
	read     []ib.AsyncEvent
	handling sync.Mutex // events are handled in the order of reading
}

// readEvents reads the events, and reports whether there were any. It marks the completion
// queues that were overrun and the queue pairs that were denied access.
func (d *device) readEvents() (some bool) {
	d.news.mu.Lock()
	defer d.news.mu.Unlock()
	for {
		e, ok := d.context.AsyncEvent()
		if !ok {
			return some
		}
		some = true
		switch o := d.resources.owner(e.Handle).(type) {
		case *completionQueue:
			o.overrun.Store(true)
		case *queuePair:
			o.denied.Store(o.denied.Load() || e.Kind == ib.QPAccessError)
		}
		d.news.read = append(d.news.read, e)
	}
}

// nextEvent returns the next unhandled event.
func (d *device) nextEvent() (e ib.AsyncEvent, ok bool) {
	d.news.mu.Lock()
	defer d.news.mu.Unlock()
	if len(d.news.read) == 0 {
		return e, false
	}
	e = d.news.read[0]
	d.news.read = slices.Delete(d.news.read, 0, 1)
	return e, true
}

// asyncEvents reads and handles the events.
func (d *device) asyncEvents() {
	d.readEvents()
	d.news.handling.Lock()
	defer d.news.handling.Unlock()
	for e, ok := d.nextEvent(); ok; e, ok = d.nextEvent() {
		d.asyncEvent(e)
	}
}

func (d *device) asyncEvent(e ib.AsyncEvent) {
	if e.Kind == ib.DeviceFatal {
		d.remove()
		return
	}
	switch o := d.resources.owner(e.Handle).(type) {
	case *completionQueue:
		o.fail(nd2.BufferOverflow)
	case *sharedReceiveQueue:
		if e.Kind == ib.SRQLimitReached {
			o.event()
		} else {
			o.fail(nd2.InternalError)
		}
	case *queuePair:
		d.queuePairEvent(e.Kind, o)
	}
}

func (d *device) queuePairEvent(kind ib.AsyncKind, q *queuePair) {
	switch kind {
	case ib.QPFatal, ib.QPRequestError, ib.QPAccessError:
		q.broken()
	case ib.Established:
		d.cm.Lock()
		defer d.cm.Unlock()
		if c := q.owner; c != nil && c.phase == accepting {
			_ = c.id.NotifyEstablished()
		}
	}
}

// remove notes that the device is gone: requests in progress end, and no new ones begin.
func (d *device) remove() {
	if d.removed.Swap(true) {
		return
	}
	// The caller may hold a lock.
	d.tasks.Go(func() {
		for _, o := range d.resources.owners() {
			switch o := o.(type) {
			case *connector:
				o.remove()
			case *listener:
				o.remove()
			case *completionQueue:
				o.fail(nd2.DeviceRemoved)
			case *sharedReceiveQueue:
				o.fail(nd2.DeviceRemoved)
			}
		}
	})
}

// cmEvent handles an event of the connection manager.
func (d *device) cmEvent(e ib.CMEvent) {
	if e.Kind == ib.DeviceRemoval {
		d.remove()
		return
	}
	d.cm.Lock()
	defer d.cm.Unlock()
	switch o := d.resources.owner(e.Handle).(type) {
	case *listener:
		o.event(&e)
	case *arrival:
		o.event(&e)
	case *connector:
		o.event(&e)
	default:
		if e.Request != nil {
			e.Request.Destroy()
		}
	}
}

// release ends a queue pair after its last reference. Its connection ends with it.
func (d *device) release(q *queuePair) {
	d.cm.Lock()
	if q.owner != nil {
		q.owner.queuePairFreed()
	}
	d.cm.Unlock()
	d.resources.end(q.handle)
}
