//go:build linux && cgo && verbs

package verbs

import "github.com/ndconform/ndconform/providers/verbs/internal/ib"

// On iWARP the kernel makes a connection by itself, together with the queue pair: it is
// ready for data on the passive side as soon as that accepts, and on the active side when
// the acceptance arrives. Source: the kernel's drivers/infiniband/core/iwcm.c.

// asking is how far the kernel is with a request for a connection that it makes by
// itself. From the request on, the queue pair is part of the connection, and until there
// is an answer, or the kernel gives up, the identifier can't be freed (iwcm.c,
// destroy_cm_id).
type asking uint8

const (
	none asking = iota
	unanswered
	answered
)

// ask sends the request of a Connect. On iWARP the call returns when there is a
// connection of TCP, which may take seconds.
func (c *connector) ask() {
	id, d, offer := c.id, c.adapter.device, c.queuePair.offer(c.own, c.offered)
	if !d.limits.IWARP {
		if err := id.Connect(offer); err != nil {
			c.failed(unreachableBy(err))
		}
		return
	}
	returned := make(chan struct{})
	c.asked, c.asks = unanswered, returned
	d.tasks.Go(func() {
		defer close(returned)
		err := id.Connect(offer)
		d.cm.Lock()
		defer d.cm.Unlock()
		if err != nil && c.id == id && c.phase == connecting {
			c.asked = none // the kernel has left the queue pair alone
			c.failed(unreachableBy(err))
		}
	})
}

// readsOffered returns a peer's offer as an event has it. Of an acceptance siw has its own
// two limits the wrong way round (siw_cm.c, siw_cm_upcall).
func (d *device) readsOffered(e *ib.CMEvent) reads {
	if d.siw {
		return reads{e.ReadsOut, e.ReadsIn}
	}
	return reads{e.ReadsIn, e.ReadsOut}
}

// join makes the queue pair ready for a connection that is going to be accepted. On iWARP
// the kernel does that, and Receives have to be there before the first message.
func (q *queuePair) join(id *ib.ID, r reads) error {
	if q.adapter.device.limits.IWARP {
		return q.deliver()
	}
	return q.connect(id, r)
}
