package trace

import "github.com/ndconform/ndconform/nd2"

type listener struct {
	overlapping
	inner nd2.Listener
}

func (l *listener) Bind(address []byte) nd2.Status {
	call := l.begin(l.label, "Bind", "_", sockaddr(address))
	s := call.made(func() nd2.Status {
		return l.inner.Bind(address)
	})
	call.end(s)
	return s
}

func (l *listener) Listen(backlog uint32) nd2.Status {
	call := l.begin(l.label, "Listen", "backlog", backlog)
	s := call.made(func() nd2.Status {
		return l.inner.Listen(backlog)
	})
	call.end(s)
	return s
}

func (l *listener) GetLocalAddress(address []byte, size *uint32) nd2.Status {
	call := l.begin(l.label, "GetLocalAddress", "_", room(address))
	s := l.inner.GetLocalAddress(address, size)
	call.end(s, "size", value(size), "_", sockaddr(used(address, size)))
	return s
}

func (l *listener) GetConnectionRequest(connector nd2.Unknown, o *nd2.Overlapped) nd2.Status {
	call := l.begin(l.label, "GetConnectionRequest", "_ _", connector, o)
	s := l.inner.GetConnectionRequest(Unwrap(connector), o)
	call.end(s)
	return s
}
