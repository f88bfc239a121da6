package ref

import (
	"bytes"
	"net/netip"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

func TestConnectorExchange(t *testing.T) {
	for name, sides := range map[string]func(t *testing.T) (a, b *testSide){
		"two adapters": func(t *testing.T) (a, b *testSide) { _, a, b = testSides(t); return a, b },
		"loopback":     func(t *testing.T) (a, b *testSide) { i, a, _ := testSides(t); return a, newTestSide(t, i, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			a, b := sides(t)
			p := connectPair(t, a, b)
			exchange(t, a, b, p.aQueuePair, p.bQueuePair)
			exchange(t, b, a, p.bQueuePair, p.aQueuePair)

			noticed := pends(p.bConnector, p.bConnector.NotifyDisconnect)
			returns(t, p.bQueuePair.Receive(9, nil), nd2.Success)
			returns(t, p.aQueuePair.Receive(8, nil), nd2.Success)
			returns(t, pends(p.aConnector, p.aConnector.Disconnect).wait(), nd2.Success)
			if r := a.result(); r.Status != nd2.Canceled || r.RequestContext != 8 {
				t.Errorf("the disconnecting side has %+v", r)
			}
			returns(t, noticed.wait(), nd2.Success)
			if noticed.sets() != 1 {
				t.Errorf("the event was set %d times", noticed.sets())
			}
			if n := b.cq.GetResults(make([]nd2.Result, 1)); n != 0 {
				t.Error("the other side's Receive has ended")
			}
			returns(t, pends(p.bConnector, p.bConnector.Disconnect).wait(), nd2.Success)
			if r := b.result(); r.Status != nd2.Canceled || r.RequestContext != 9 {
				t.Errorf("the other side has %+v", r)
			}
			returns(t, pends(p.aConnector, p.aConnector.Disconnect).returned, nd2.ConnectionInvalid)
		})
	}
}

func exchange(t *testing.T, from, to *testSide, sender, receiver nd2.QueuePair) {
	t.Helper()
	copy(from.memory, "message")
	clear(to.memory)
	returns(t, receiver.Receive(1, to.sge(7)), nd2.Success)
	returns(t, sender.Send(2, from.sge(7), 0), nd2.Success)
	returns(t, from.result().Status, nd2.Success)
	returns(t, to.result().Status, nd2.Success)
	if !bytes.HasPrefix(to.memory, []byte("message")) {
		t.Errorf("%q has arrived", to.memory[:7])
	}
}

func TestConnectorAddresses(t *testing.T) {
	_, a, b := testSides(t)
	c := a.connector()
	buffer, size := make([]byte, 64), uint32(64)
	returns(t, c.GetLocalAddress(buffer, &size), nd2.ConnectionInvalid)
	returns(t, c.GetPeerAddress(buffer, &size), nd2.ConnectionInvalid)
	returns(t, c.Bind(a.sockaddr(0)), nd2.Success)
	returns(t, c.Bind(a.sockaddr(0)), nd2.SharingViolation)

	p := connectPair(t, a, b)
	for _, get := range []func([]byte, *uint32) nd2.Status{
		c.GetLocalAddress, p.aConnector.GetLocalAddress, p.aConnector.GetPeerAddress,
		p.bConnector.GetLocalAddress, p.bConnector.GetPeerAddress,
	} {
		size = nd2.SockaddrInSize - 1
		buffer[0] = 0xee
		returns(t, get(buffer, &size), nd2.BufferOverflow)
		if size != nd2.SockaddrInSize || buffer[0] != 0xee {
			t.Errorf("%d bytes are asked for, and the buffer begins %#x", size, buffer[0])
		}
		size = 64
		returns(t, get(buffer, &size), nd2.Success)
		address, ok := nd2.ParseSockaddr(buffer[:size])
		if !ok || size != nd2.SockaddrInSize || address.Port() < 49152 {
			t.Errorf("%v in %d bytes", address, size)
		}
		returns(t, get(buffer, nil), nd2.InvalidParameter2)
	}
}

func TestConnectorData(t *testing.T) {
	_, a, b := testSides(t)
	active, passive := a.connector(), b.connector()
	l, address := b.listener()
	request := pends(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(passive, o) })
	connect := pends(active, func(o *nd2.Overlapped) nd2.Status {
		return active.Connect(a.queuePair(), address, 3, 5, []byte("knock"), o)
	})
	returns(t, request.wait(), nd2.Success)

	// What fits is copied, and the length is the fabric's.
	buffer, size := make([]byte, 256), uint32(2)
	returns(t, passive.GetPrivateData(buffer, &size), nd2.BufferOverflow)
	if string(buffer[:3]) != "kn\x00" || size != 56 {
		t.Errorf("%q, %d bytes", buffer[:3], size)
	}
	returns(t, passive.GetPrivateData(buffer, &size), nd2.Success)
	if string(buffer[:6]) != "knock\x00" || size != 56 {
		t.Errorf("%q, %d bytes", buffer[:6], size)
	}
	size = 0
	returns(t, passive.GetPrivateData(nil, &size), nd2.BufferOverflow)
	returns(t, passive.GetPrivateData(nil, nil), nd2.InvalidParameter2)

	var inbound, outbound uint32
	returns(t, passive.GetReadLimits(&inbound, nil), nd2.Success)
	returns(t, passive.GetReadLimits(nil, &outbound), nd2.Success)
	if inbound != 5 || outbound != 3 {
		t.Errorf("read limits %d and %d", inbound, outbound)
	}
	returns(t, passive.Reject([]byte("no")), nd2.Success)
	returns(t, connect.wait(), nd2.ConnectionRefused)
	size = 256
	returns(t, active.GetPrivateData(buffer, &size), nd2.Success)
	if string(buffer[:3]) != "no\x00" || size != 148 {
		t.Errorf("%q, %d bytes", buffer[:3], size)
	}
	returns(t, active.GetReadLimits(nil, nil), nd2.ConnectionInvalid)
}

// TestConnectorParameters: a bad parameter is refused by its position, and nothing
// panics.
func TestConnectorParameters(t *testing.T) {
	_, a, b := testSides(t)
	c, q, o := a.connector(), a.queuePair(), new(nd2.Overlapped)
	to := b.sockaddr(1)
	var none *queuePair
	for _, wrong := range []nd2.Unknown{nil, none, c, a.cq, b.queuePair(), newTestSideOf(t, a).queuePair()} {
		returns(t, c.Connect(wrong, to, 0, 0, nil, o), nd2.InvalidParameter1)
		returns(t, c.Accept(wrong, 0, 0, nil, o), nd2.InvalidParameter1)
	}
	returns(t, c.Connect(q, nil, 0, 0, nil, o), nd2.InvalidParameter2)
	returns(t, c.Connect(q, to[:8], 0, 0, nil, o), nd2.InvalidParameter2)
	returns(t, c.Connect(q, to, 0, 0, nil, nil), nd2.InvalidParameter8)
	returns(t, c.Accept(q, 0, 0, nil, nil), nd2.InvalidParameter6)
	returns(t, c.CompleteConnect(nil), nd2.InvalidParameter1)
	returns(t, c.NotifyDisconnect(nil), nd2.InvalidParameter1)
	returns(t, c.Disconnect(nil), nd2.InvalidParameter1)
	returns(t, c.Bind(nil), nd2.InvalidParameter1)
	returns(t, c.Bind(b.sockaddr(0)), nd2.InvalidAddress)
	returns(t, c.Accept(q, 0, 0, nil, o), nd2.ConnectionInvalid)
	returns(t, c.Reject(nil), nd2.ConnectionInvalid)

	l, _ := a.listener()
	var no *connector
	for _, wrong := range []nd2.Unknown{nil, no, q, l, b.connector()} {
		returns(t, l.GetConnectionRequest(wrong, o), nd2.InvalidParameter1)
	}
	returns(t, l.GetConnectionRequest(c, nil), nd2.InvalidParameter2)
	returns(t, l.Bind(nil), nd2.InvalidParameter1)
	if o.Internal != 0 {
		t.Error("a request that ended inline has touched its OVERLAPPED")
	}
}

// newTestSideOf opens the adapter of s again.
func newTestSideOf(t *testing.T, s *testSide) *testSide {
	t.Helper()
	another := *s
	own := s.adapter.(*adapter)
	another.adapter = newAdapter(own.hardware, own.device, own.manager)
	t.Cleanup(func() { another.adapter.Release() })
	another.cq = created[nd2.CompletionQueue](t, func(out *nd2.Unknown) nd2.Status {
		return another.adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, s.file, 1, 0, 0, out)
	})
	return &another
}

func TestConnectorPorts(t *testing.T) {
	i, a, b := testSides(t)
	_, address := a.listener()
	one, two := a.connector(), a.connector()
	returns(t, one.Bind(address), nd2.Success) // a listener's port can be shared
	returns(t, two.Bind(address), nd2.Success)
	other, _ := a.listener()
	returns(t, other.Bind(address), nd2.SharingViolation)
	returns(t, other.Listen(0), nd2.InvalidDeviceState)

	// Only the connection must be unique.
	_, to := b.listener()
	connect := func(c nd2.Connector) *testRequest {
		q := a.queuePair()
		return pends(c, func(o *nd2.Overlapped) nd2.Status { return c.Connect(q, to, 0, 0, nil, o) })
	}
	first := connect(one)
	returns(t, connect(two).wait(), nd2.AddressAlreadyExists)
	returns(t, one.CancelOverlappedRequests(), nd2.Success)
	returns(t, first.wait(), nd2.Canceled)
	if second := connect(two); !second.pending() {
		t.Errorf("the second ends %v", second.wait())
	}

	taken := a.connector()
	returns(t, taken.Bind(a.sockaddr(50000)), nd2.Success)
	returns(t, a.connector().Bind(a.sockaddr(50000)), nd2.SharingViolation)
	returns(t, newTestSide(t, i, 0).connector().Bind(a.sockaddr(50000)), nd2.SharingViolation)
	returns(t, b.connector().Bind(b.sockaddr(50000)), nd2.Success)

	undo, err := i.Inject(providers.Fault{Kind: providers.PortsExhausted, Adapter: i.adapters[0].id})
	if err != nil {
		t.Fatal(err)
	}
	returns(t, a.connector().Bind(a.sockaddr(0)), nd2.TooManyAddresses)
	undo()
	returns(t, a.connector().Bind(nd2.Sockaddr(netip.AddrPortFrom(netip.IPv4Unspecified(), 0))), nd2.Success)
}

func TestConnectorNoSuchHost(t *testing.T) {
	_, a, _ := testSides(t)
	for text, s := range map[string]nd2.Status{
		"192.0.2.99:7":       nd2.HostUnreachable,
		"198.51.100.1:7":     nd2.NetworkUnreachable,
		"[2001:db8::99]:7":   nd2.HostUnreachable,
		"[2001:db8:9::99]:7": nd2.NetworkUnreachable,
		"0.0.0.0:7":          nd2.InvalidAddress,
	} {
		c, q := a.connector(), a.queuePair()
		to := nd2.Sockaddr(netip.MustParseAddrPort(text))
		if got := pends(c, func(o *nd2.Overlapped) nd2.Status { return c.Connect(q, to, 0, 0, nil, o) }).wait(); got != s {
			t.Errorf("Connect to %s ends %v, want %v", text, got, s)
		}
	}
}

func TestConnectorAdapterRemoved(t *testing.T) {
	i, a, b := testSides(t)
	p := connectPair(t, a, b)
	noticed := pends(p.bConnector, p.bConnector.NotifyDisconnect)
	l, _ := b.listener()
	request := pends(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(b.connector(), o) })
	undo, err := i.Inject(providers.Fault{Kind: providers.AdapterRemoved, Adapter: i.adapters[1].id})
	if err != nil {
		t.Fatal(err)
	}
	returns(t, noticed.wait(), nd2.DeviceRemoved)
	returns(t, request.wait(), nd2.DeviceRemoved)
	returns(t, p.bConnector.Reject(nil), nd2.DeviceRemoved)
	returns(t, p.bConnector.CancelOverlappedRequests(), nd2.Success)
	undo()
	// The peer does not know that its connection is over; that must not prevent new
	// connections.
	for range 3 {
		connectPair(t, newTestSide(t, i, 1), a)
		connectPair(t, a, newTestSide(t, i, 1))
	}
}

// TestConnectorRace makes many connectors connect at once, repeatedly.
func TestConnectorRace(t *testing.T) {
	_, a, b := testSides(t)
	const clients = 8
	l, address := b.listener()
	done := make(chan struct{})
	for range clients {
		passive, active := b.connector(), a.connector()
		passiveQueuePair, activeQueuePair := b.queuePair(), a.queuePair()
		go func() {
			defer func() { done <- struct{}{} }()
			c, q := passive, passiveQueuePair
			if pends(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(c, o) }).wait() != nd2.Success ||
				pends(c, func(o *nd2.Overlapped) nd2.Status { return c.Accept(q, 1, 1, nil, o) }).wait() != nd2.Success ||
				pends(c, c.NotifyDisconnect).wait() != nd2.Success ||
				pends(c, c.Disconnect).wait() != nd2.Success {
				t.Error("a passive side has failed")
			}
		}()
		go func() {
			defer func() { done <- struct{}{} }()
			c, q := active, activeQueuePair
			if pends(c, func(o *nd2.Overlapped) nd2.Status {
				return c.Connect(q, address, 1, 1, nil, o)
			}).wait() != nd2.Success ||
				pends(c, c.CompleteConnect).wait() != nd2.Success ||
				pends(c, c.Disconnect).wait() != nd2.Success {
				t.Error("an active side has failed")
			}
		}()
	}
	for range 2 * clients {
		<-done
	}
}
