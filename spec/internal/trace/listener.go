package trace

import "github.com/ndconform/ndconform/nd2"

type listener struct {
	overlapping
	inner nd2.Listener
}

func (l *listener) Bind(address []byte) nd2.Status {
	s := l.inner.Bind(address)
	l.note(l.label, "Bind", s, address)
	return s
}

func (l *listener) Listen(backlog uint32) nd2.Status {
	s := l.inner.Listen(backlog)
	l.note(l.label, "Listen", s, backlog)
	return s
}

func (l *listener) GetLocalAddress(address []byte, size *uint32) nd2.Status {
	s := l.inner.GetLocalAddress(address, size)
	l.note(l.label, "GetLocalAddress", s, address)
	return s
}

func (l *listener) GetConnectionRequest(connector nd2.Unknown, o *nd2.Overlapped) nd2.Status {
	s := l.inner.GetConnectionRequest(Unwrap(connector), o)
	l.note(l.label, "GetConnectionRequest", s, connector, o)
	return s
}
