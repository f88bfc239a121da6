//go:build linux && cgo && verbs

package verbs

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// completionEvent notes that a completion queue has something to report.
func (d *device) completionEvent(handle uintptr) {
	if c, ok := d.resources.owner(handle).(*completionQueue); ok {
		c.event()
	}
}

// asyncEvent handles an asynchronous event.
func (d *device) asyncEvent(kind ib.AsyncKind, handle uintptr) {
	if kind == ib.DeviceFatal {
		d.remove()
		return
	}
	switch o := d.resources.owner(handle).(type) {
	case *completionQueue:
		o.fail(nd2.BufferOverflow)
	case *sharedReceiveQueue:
		if kind == ib.SRQLimitReached {
			o.event()
		} else {
			o.fail(nd2.InternalError)
		}
	case *queuePair:
		d.queuePairEvent(kind, o)
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

// remove notes that the device is gone: requests in progress end, and no others
// begin.
func (d *device) remove() {
	if d.removed.Swap(true) {
		return
	}
	// The caller may hold a lock.
	d.removing.Go(func() {
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

// release ends a queue pair that is no longer held. Its connection ends with it.
func (d *device) release(q *queuePair) {
	d.cm.Lock()
	if q.owner != nil {
		q.owner.deprive()
	}
	d.cm.Unlock()
	d.resources.end(q.handle)
}
