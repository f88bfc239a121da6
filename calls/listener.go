package calls

import "github.com/ndconform/ndconform/nd2"

// A Listener wraps an IND2Listener.
type Listener struct {
	overlapping
	Inner nd2.Listener
}

// Bind implements [nd2.Listener].
func (l *Listener) Bind(address []byte) nd2.Status {
	return l.do(&Call{Method: ListenerBind, Buffer: address}, func(c *Call) nd2.Status { return l.Inner.Bind(c.Buffer) })
}

// Listen implements [nd2.Listener].
func (l *Listener) Listen(backlog uint32) nd2.Status {
	return l.do(&Call{Method: ListenerListen, Backlog: backlog}, func(c *Call) nd2.Status { return l.Inner.Listen(c.Backlog) })
}

// GetLocalAddress implements [nd2.Listener].
func (l *Listener) GetLocalAddress(address []byte, size *uint32) nd2.Status {
	c := &Call{Method: ListenerGetLocalAddress, Buffer: address, Size: size}
	return l.do(c, func(c *Call) nd2.Status { return l.Inner.GetLocalAddress(c.Buffer, c.Size) })
}

// GetConnectionRequest implements [nd2.Listener].
func (l *Listener) GetConnectionRequest(connector nd2.Unknown, client *nd2.Overlapped) nd2.Status {
	c := &Call{Method: ListenerGetConnectionRequest, Connector: connector}
	return l.doOverlapped(c, client, func(c *Call, o *nd2.Overlapped) nd2.Status {
		return l.Inner.GetConnectionRequest(Unwrap(c.Connector), o)
	})
}
