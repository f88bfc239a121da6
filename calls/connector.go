package calls

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// A Connector wraps an IND2Connector.
type Connector struct {
	overlapping
	Inner nd2.Connector
	// with is the queue pair that it connects, once it has been told.
	with atomic.Pointer[QueuePair]
	// outboundReads is how many Reads may be in progress, as was asked for.
	outboundReads atomic.Uint32
	// active says that it has called Connect.
	active atomic.Bool
}

// QP returns the queue pair that it has last been told to connect, or nil.
func (c *Connector) QP() *QueuePair { return c.with.Load() }

// Active reports whether Connect has been called: it is on the active side.
func (c *Connector) Active() bool { return c.active.Load() }

// OutboundReads is how many Reads it has been asked to have in progress.
func (c *Connector) OutboundReads() uint32 { return c.outboundReads.Load() }

// use notes which queue pair is to be connected, and how many Reads it asks for.
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

// accepts notes which queue pair is to be connected.
func (c *Call) accepts() { c.OnConnector().use(c.QueuePair, c.OutboundReads) }
