//go:build linux && cgo && verbs

package verbs

import (
	"errors"
	"syscall"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// On iWARP the kernel makes a connection by itself, together with the queue pair. The
// passive side is ready for data when it accepts, the active side when the acceptance
// arrives. Source: the kernel's drivers/infiniband/core/iwcm.c.

// asking is the state of the kernel's request for an iWARP connection. From the request on,
// the queue pair is part of the connection. The identifier can't be freed until there is an
// answer, or the kernel gives up (iwcm.c, destroy_cm_id).
type asking uint8

const (
	none asking = iota
	unanswered
	answered
)

// askingAgain is the pause between two requests from a port that TCP still holds.
const askingAgain = 5 * time.Millisecond

// ask sends the request of a Connect. On iWARP the call returns when TCP is connected,
// which may take seconds.
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
		for c.portTaken(id, id.Connect(offer)) {
			time.Sleep(askingAgain) // the kernel tells nobody when TCP lets go of a port
		}
	})
}

// portTaken handles the outcome of a request, and reports whether to send it again. TCP
// keeps the ports of a former connection until both sides have closed it, and others use
// ports without telling the connection manager (siw_cm.c, kernel_bindconnect). So portTaken
// takes another port, unless the client has chosen it.
func (c *connector) portTaken(id *ib.ID, err error) bool {
	d := c.adapter.device
	d.cm.Lock()
	defer d.cm.Unlock()
	if err == nil || c.id != id || c.phase != connecting {
		return false
	}
	s, taken := unreachableBy(err), errors.Is(err, syscall.EADDRNOTAVAIL) || errors.Is(err, syscall.EADDRINUSE)
	if taken {
		again := time.Now().Before(c.until)
		if again && c.fixed {
			return true
		}
		s = nd2.AddressAlreadyExists
		if again {
			s = c.move()
		}
	}
	if s != nd2.Success {
		c.asked = none // the kernel has left the queue pair alone
		c.failed(s)
	}
	return false
}

// move starts a Connect anew, from another port.
func (c *connector) move() nd2.Status {
	c.drop()
	if s := c.rebind(); s != nd2.Success {
		return s
	}
	return c.resolve()
}

// readsOffered returns the peer's offer in an event. In an acceptance, siw swaps its own
// two limits (siw_cm.c, siw_cm_upcall).
func (d *device) readsOffered(e *ib.CMEvent) reads {
	if d.siw {
		return reads{e.ReadsOut, e.ReadsIn}
	}
	return reads{e.ReadsIn, e.ReadsOut}
}

// join makes the queue pair ready for a connection before it is accepted. On iWARP the
// kernel does that, and Receives must be there before the first message.
func (q *queuePair) join(id *ib.ID, r reads) error {
	if q.adapter.device.limits.IWARP {
		return q.deliver()
	}
	return q.connect(id, r)
}
