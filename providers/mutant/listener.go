package mutant

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

type listener struct {
	overlapping
	inner nd2.Listener
	// backlog is what it was last told.
	backlog atomic.Uint32
}

// Bind implements [nd2.Listener].
func (l *listener) Bind(address []byte) nd2.Status {
	return l.do(&call{method: "IND2Listener::Bind", buffer: address}, func(c *call) nd2.Status { return l.inner.Bind(c.buffer) })
}

// Listen implements [nd2.Listener].
func (l *listener) Listen(backlog uint32) nd2.Status {
	return l.do(&call{method: "IND2Listener::Listen", backlog: backlog}, func(c *call) nd2.Status { return l.inner.Listen(c.backlog) })
}

// GetLocalAddress implements [nd2.Listener].
func (l *listener) GetLocalAddress(address []byte, size *uint32) nd2.Status {
	c := &call{method: "IND2Listener::GetLocalAddress", buffer: address, size: size}
	return l.do(c, func(c *call) nd2.Status { return l.inner.GetLocalAddress(c.buffer, c.size) })
}

// GetConnectionRequest implements [nd2.Listener].
func (l *listener) GetConnectionRequest(connector nd2.Unknown, client *nd2.Overlapped) nd2.Status {
	c := &call{method: "IND2Listener::GetConnectionRequest", connector: connector}
	return l.doOverlapped(c, client, func(c *call, o *nd2.Overlapped) nd2.Status {
		return l.inner.GetConnectionRequest(unwrap(c.connector), o)
	})
}
