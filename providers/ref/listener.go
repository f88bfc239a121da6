package ref

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A listener implements [nd2.Listener].
type listener struct {
	overlapping
	listener *nic.Listener
}

func newListener(a *adapter, f *nic.File) *listener {
	l := &listener{listener: a.manager.NewListener(f)}
	l.begin(l, a, &l.listener.Requests, l.listener.Close, nd2.IIDOverlapped, nd2.IIDListener)
	return l
}

// check makes a method's first checks.
func (l *listener) check(method string) nd2.Status {
	return l.adapter.device.Check("IND2Listener::" + method)
}

// CancelOverlappedRequests implements [nd2.Overlapping].
func (l *listener) CancelOverlappedRequests() nd2.Status {
	if s := l.adapter.device.CheckCleanUp("IND2Overlapped::CancelOverlappedRequests"); s != nd2.Success {
		return s
	}
	return l.listener.Cancel()
}

// Bind implements [nd2.Listener].
func (l *listener) Bind(address []byte) nd2.Status {
	if s := l.check("Bind"); s != nd2.Success {
		return s
	}
	a, ok := l.adapter.hardware.parse(address)
	if !ok {
		return nd2.InvalidParameter1
	}
	return l.listener.Bind(a)
}

// Listen implements [nd2.Listener].
func (l *listener) Listen(backlog uint32) nd2.Status {
	if s := l.check("Listen"); s != nd2.Success {
		return s
	}
	return l.listener.Listen(backlog)
}

// GetLocalAddress implements [nd2.Listener].
func (l *listener) GetLocalAddress(address []byte, size *uint32) nd2.Status {
	if s := l.check("GetLocalAddress"); s != nd2.Success {
		return s
	}
	return copyAddress(l.adapter.hardware, address, size, l.listener.Address)
}

// GetConnectionRequest implements [nd2.Listener].
func (l *listener) GetConnectionRequest(connectorObject nd2.Unknown, o *nd2.Overlapped) nd2.Status {
	if s := l.check("GetConnectionRequest"); s != nd2.Success {
		return s
	}
	c, ok := object.Own[*connector](connectorObject, l.adapter)
	switch {
	case !ok:
		return nd2.InvalidParameter1
	case o == nil:
		return nd2.InvalidParameter2
	}
	return l.finish(l.listener.GetConnectionRequest(c.connector, o), o)
}
