package ref

import (
	"net/netip"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// A nd1Listen implements [nd1.Listen].
type nd1Listen struct {
	listener
	nd1Waiting
}

func newND1Listen(a *nd1Adapter) *nd1Listen {
	l := &nd1Listen{listener: listener{listener: a.manager.NewListener(a.file)}}
	l.nd1Waiting.requests = &l.listener.listener.Requests
	l.begin(l, &a.adapter, l.nd1Waiting.requests, l.listener.listener.Close, nd1.IIDOverlapped, nd1.IIDListen)
	return l
}

// listen starts to listen at an address, and returns the port.
func (l *nd1Listen) listen(at netip.AddrPort, backlog uint32) (assigned uint16, s nd2.Status) {
	inner := l.listener.listener
	if s := inner.Bind(at); s != nd2.Success {
		return 0, nd1Status(s)
	}
	if s := inner.Listen(backlog); s != nd2.Success {
		return 0, s
	}
	at, s = inner.Address()
	return at.Port(), s
}

// GetConnectionRequest implements [nd1.Listen].
func (l *nd1Listen) GetConnectionRequest(taker nd1.Connector, o *nd2.Overlapped) nd2.Status {
	c, ok := taker.(*nd1Connector)
	if !ok {
		return nd2.InvalidParameter1
	}
	return l.listener.GetConnectionRequest(&c.connector, o)
}
