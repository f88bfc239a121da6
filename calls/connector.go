package calls

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// A Connector wraps an IND2Connector.
type Connector struct {
	overlapping
	Inner nd2.Connector
	// with is the queue pair that it connects, once known.
	with atomic.Pointer[QueuePair]
	// outboundReads is the requested number of Reads in progress.
	outboundReads atomic.Uint32
	// active says that Connect was called.
	active atomic.Bool
}

// QP returns the queue pair of its last Connect or Accept, or nil.
func (c *Connector) QP() *QueuePair { return c.with.Load() }

// Active reports whether Connect was called: it is on the active side.
func (c *Connector) Active() bool { return c.active.Load() }

// OutboundReads returns the requested number of Reads in progress.
func (c *Connector) OutboundReads() uint32 { return c.outboundReads.Load() }

// use notes the queue pair of a Connect or Accept, and the requested Reads.
func (c *Connector) use(u nd2.Unknown, outboundReads uint32) {
	if q, ok := u.(*QueuePair); ok {
		c.with.Store(q)
		c.outboundReads.Store(outboundReads)
		q.connector.Store(c)
	}
}

// connects notes that Connect is called.
func (c *Call) connects() {
	c.OnConnector().active.Store(true)
	c.accepts()
}

// accepts notes the queue pair of an Accept.
func (c *Call) accepts() { c.OnConnector().use(c.QueuePair, c.OutboundReads) }
