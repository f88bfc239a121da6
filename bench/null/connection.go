package null

import (
	"net/netip"
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// A listener has waiting requests, and waiting takers.
type listener struct {
	overlapping
	provider *Provider
	requests ring[*connector]
	waiting  ring[taker]
}

// A taker waits for a connection request.
type taker struct {
	connector *connector
	o         *nd2.Overlapped
}

func (*listener) Bind([]byte) nd2.Status { return nd2.Success }

func (l *listener) Listen(uint32) nd2.Status {
	l.provider.mu.Lock()
	defer l.provider.mu.Unlock()
	l.provider.listeners = append(l.provider.listeners, l)
	return nd2.Success
}

// Release removes the listener.
func (l *listener) Release() uint32 {
	l.provider.mu.Lock()
	defer l.provider.mu.Unlock()
	l.provider.listeners = slices.DeleteFunc(l.provider.listeners, func(other *listener) bool { return other == l })
	return 0
}

func (*listener) GetLocalAddress(b []byte, size *uint32) nd2.Status {
	*size = uint32(copy(b, nd2.Sockaddr(netip.AddrPortFrom(address, 1))))
	return nd2.Success
}

func (l *listener) GetConnectionRequest(c nd2.Unknown, o *nd2.Overlapped) nd2.Status {
	l.provider.mu.Lock()
	defer l.provider.mu.Unlock()
	passive := c.(*connector)
	if active, ok := l.requests.pop(); ok {
		passive.other = active
		return nd2.Success
	}
	l.waiting.push(taker{passive, o})
	return pend(o)
}

// A connector connects two queue pairs.
type connector struct {
	overlapping
	provider *Provider
	pair     *queuePair
	other    *connector
	connect  *nd2.Overlapped
}

func (*connector) Bind([]byte) nd2.Status { return nd2.Success }

// Connect asks the latest listener.
func (c *connector) Connect(pair nd2.Unknown, _ []byte, _, _ uint32, _ []byte, o *nd2.Overlapped) nd2.Status {
	p := c.provider
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.listeners) == 0 {
		return nd2.ConnectionRefused
	}
	c.pair, c.connect = pair.(*queuePair), o
	pend(o)
	l := p.listeners[len(p.listeners)-1]
	if t, ok := l.waiting.pop(); ok {
		t.connector.other = c
		l.complete(t.o)
	} else {
		l.requests.push(c)
	}
	return nd2.Pending
}

func (*connector) CompleteConnect(*nd2.Overlapped) nd2.Status { return nd2.Success }

func (c *connector) Accept(pair nd2.Unknown, _, _ uint32, _ []byte, _ *nd2.Overlapped) nd2.Status {
	c.provider.mu.Lock()
	defer c.provider.mu.Unlock()
	c.pair = pair.(*queuePair)
	c.pair.peer, c.other.pair.peer = c.other.pair, c.pair
	c.other.complete(c.other.connect)
	return nd2.Success
}

func (*connector) Reject([]byte) nd2.Status                    { return nd2.Success }
func (*connector) Disconnect(*nd2.Overlapped) nd2.Status       { return nd2.Success }
func (*connector) GetReadLimits(_, _ *uint32) nd2.Status       { return nd2.ConnectionInvalid }
func (*connector) NotifyDisconnect(*nd2.Overlapped) nd2.Status { return nd2.ConnectionInvalid }

func (*connector) GetPrivateData([]byte, *uint32) nd2.Status  { return nd2.ConnectionInvalid }
func (*connector) GetLocalAddress([]byte, *uint32) nd2.Status { return nd2.ConnectionInvalid }
func (*connector) GetPeerAddress([]byte, *uint32) nd2.Status  { return nd2.ConnectionInvalid }
