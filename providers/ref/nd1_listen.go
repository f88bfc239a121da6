package ref

import (
	"net/netip"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A nd1Listen implements [nd1.Listen].
type nd1Listen struct {
	nd1Overlapping
	listener *nic.Listener
}

func newND1Listen(a *nd1Adapter) *nd1Listen {
	l := &nd1Listen{listener: a.inner.manager.NewListener(a.file)}
	l.begin(l, a, &l.listener.Requests, nd1.IIDListen, l.listener.Close)
	return l
}

// listen starts to listen, and returns the port.
func (l *nd1Listen) listen(backlog uint32, port uint16) (assigned uint16, s nd2.Status) {
	if s := l.listener.Bind(netip.AddrPortFrom(l.adapter.address, port)); s != nd2.Success {
		return 0, nd1Status(s)
	}
	if s := l.listener.Listen(backlog); s != nd2.Success {
		return 0, s
	}
	at, s := l.listener.Address()
	return at.Port(), s
}

// CancelOverlappedRequests implements [nd1.Overlapping].
func (l *nd1Listen) CancelOverlappedRequests() nd2.Status { return l.listener.Cancel() }

// GetConnectionRequest implements [nd1.Listen].
func (l *nd1Listen) GetConnectionRequest(connector nd1.Connector, o *nd2.Overlapped) nd2.Status {
	if s := l.adapter.check("INDListen::GetConnectionRequest"); s != nd2.Success {
		return s
	}
	c, ok := object.Own[*nd1Connector](connector, l.adapter)
	switch {
	case !ok:
		return nd2.InvalidParameter1
	case o == nil:
		return nd2.InvalidParameter2
	}
	return l.listener.GetConnectionRequest(c.connector, o)
}
