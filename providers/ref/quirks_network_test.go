package ref

import (
	"bytes"
	"net/netip"
	"runtime"
	"testing"
	"time"

	"github.com/ndconform/ndconform/nd2"
)

func TestTimeWait(t *testing.T) {
	a, b := withQuirks(t, "time-wait")
	l, address := b.listener()
	returns(t, pends(l, func(o *nd2.Overlapped) nd2.Status { return l.Bind(address) }).wait(), nd2.SharingViolation)
	released := created[nd2.Listener](t, func(out *nd2.Unknown) nd2.Status {
		return a.adapter.CreateListener(nd2.IIDListener, a.file, out)
	})
	returns(t, released.Bind(a.sockaddr(5000)), nd2.Success)
	began := time.Now()
	released.Release()
	c := a.connector()
	s := c.Bind(a.sockaddr(5000))
	if s == nd2.Success && time.Since(began) >= 50*time.Millisecond {
		return // on a busy machine
	}
	returns(t, s, nd2.SharingViolation)
	eventually(t, func() bool { return c.Bind(a.sockaddr(5000)) == nd2.Success })
}

// eventually waits for a condition that time brings.
func eventually(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !done(); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("it has not come in ten seconds")
		}
	}
}

func TestExclusivePorts(t *testing.T) {
	_, b := withQuirks(t, "exclusive-ports")
	_, address := b.listener()
	returns(t, b.connector().Bind(address), nd2.SharingViolation)
}

func TestFamilyOrder(t *testing.T) {
	a, b := withQuirks(t, "family-order")
	if !a.address.Is6() || !b.address.Is4() {
		t.Errorf("the first addresses are %v and %v", a.address, b.address)
	}
}

// A link-local address is the adapter's with its scope id only.
func TestLinkLocalListed(t *testing.T) {
	a, b := withQuirks(t, "link-local-listed")
	listed := listedBy(t, a.adapter)
	if !a.address.IsLinkLocalUnicast() || listed[0][scopeAt] == listedBy(t, b.adapter)[0][scopeAt] {
		t.Errorf("the first address is %v", listed[0])
	}
	returns(t, a.connector().Bind(a.sockaddr(0)), nd2.InvalidAddress) // no scope id
	c := a.connector()
	returns(t, c.Bind(listed[0]), nd2.Success)
	bound := make([]byte, nd2.SockaddrIn6Size)
	size := uint32(len(bound))
	returns(t, c.GetLocalAddress(bound, &size), nd2.Success)
	if bound[scopeAt] != listed[0][scopeAt] {
		t.Errorf("the scope id is %d", bound[scopeAt])
	}
	for _, own := range listed[1:] {
		returns(t, a.connector().Bind(own), nd2.Success)
	}
	returns(t, pends(c, func(o *nd2.Overlapped) nd2.Status {
		return c.Connect(a.queuePair(), listedBy(t, b.adapter)[0], 0, 0, nil, o)
	}).wait(), nd2.NetworkUnreachable) // by the peer's scope id
}

// listedBy are the addresses that an adapter lists.
func listedBy(t *testing.T, adapter nd2.Adapter) [][]byte {
	t.Helper()
	var list nd2.SocketAddressList
	size := uint32(1 << 10)
	returns(t, adapter.QueryAddressList(&list, &size), nd2.Success)
	return list.Address
}

func TestOtherNetwork(t *testing.T) {
	a, b := withQuirks(t, "other-network")
	c := a.connector()
	returns(t, pends(c, func(o *nd2.Overlapped) nd2.Status {
		return c.Connect(a.queuePair(), b.sockaddr(5000), 0, 0, nil, o)
	}).wait(), nd2.NetworkUnreachable)
	connectPair(t, a, a)
}

func TestNoLoopback(t *testing.T) {
	a, b := withQuirks(t, "no-loopback")
	c := a.connector()
	returns(t, pends(c, func(o *nd2.Overlapped) nd2.Status {
		return c.Connect(a.queuePair(), a.sockaddr(5000), 0, 0, nil, o)
	}).wait(), nd2.HostUnreachable)
	info := nd2.AdapterInfo{InfoVersion: nd2.Version2}
	size := uint32(nd2.AdapterInfoSize)
	returns(t, a.adapter.Query(&info, &size), nd2.Success)
	if info.AdapterFlags&nd2.AdapterLoopbackConnections != 0 {
		t.Error("the adapter says that it connects to itself")
	}
	p := connectPair(t, a, b)
	exchange(t, a, b, p.aQueuePair, p.bQueuePair)
}

func TestPow2Reads(t *testing.T) {
	a, b := withQuirks(t, "pow2-reads")
	l, address := b.listener()
	active, passive := a.connector(), b.connector()
	request := pends(l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(passive, o) })
	connect := pends(active, func(o *nd2.Overlapped) nd2.Status {
		return active.Connect(a.queuePair(), address, 7, 3, nil, o)
	})
	returns(t, request.wait(), nd2.Success)
	accept := pends(passive, func(o *nd2.Overlapped) nd2.Status { return passive.Accept(b.queuePair(), 9, 3, nil, o) })
	returns(t, connect.wait(), nd2.Success)
	returns(t, pends(active, active.CompleteConnect).wait(), nd2.Success)
	returns(t, accept.wait(), nd2.Success)
	var in, out uint32
	returns(t, active.GetReadLimits(&in, &out), nd2.Success)
	if in != 2 || out != 2 {
		t.Errorf("the read limits are %d and %d, want 2 and 2", in, out)
	}
}

func TestSpentConnectors(t *testing.T) {
	a, b := withQuirks(t, "spent-connectors")
	q, c := a.queuePair(), a.connector()
	connect := func(to []byte, data []byte) nd2.Status {
		return pends(c, func(o *nd2.Overlapped) nd2.Status { return c.Connect(q, to, 0, 0, data, o) }).wait()
	}
	returns(t, connect(b.sockaddr(5000), nil), nd2.ConnectionRefused)
	returns(t, connect(b.sockaddr(5000), nil), nd2.ConnectionInvalid)
	c = a.connector()
	returns(t, connect(b.sockaddr(5000), make([]byte, 1000)), nd2.InvalidBufferSize)
	returns(t, connect(b.sockaddr(5000), nil), nd2.ConnectionInvalid)
}

func TestConnectorKeepsQueuePair(t *testing.T) {
	a, b := withQuirks(t, "connector-keeps-queue-pair")
	p := connectPair(t, a, b)
	end := pends(p.bConnector, p.bConnector.NotifyDisconnect)
	p.aQueuePair.Release()
	if !end.pending() {
		t.Error("releasing the queue pair has disconnected it")
	}
	returns(t, pends(p.aConnector, p.aConnector.Disconnect).wait(), nd2.Success)
	returns(t, end.wait(), nd2.Success)
	if p.aQueuePair.(*queuePair).Alive() {
		t.Error("the connector keeps the queue pair after Disconnect")
	}
}

func TestLateAddresses(t *testing.T) {
	a, b := withQuirks(t, "late-addresses")
	at := func(get func([]byte, *uint32) nd2.Status) nd2.Status {
		size := uint32(nd2.SockaddrIn6Size)
		return get(make([]byte, size), &size)
	}
	c := a.connector()
	returns(t, c.Bind(a.sockaddr(0)), nd2.Success)
	returns(t, at(c.GetLocalAddress), nd2.ConnectionInvalid)
	l := created[nd2.Listener](t, func(out *nd2.Unknown) nd2.Status {
		return a.adapter.CreateListener(nd2.IIDListener, a.file, out)
	})
	returns(t, l.Bind(a.sockaddr(0)), nd2.Success)
	returns(t, at(l.GetLocalAddress), nd2.InvalidDeviceState)
	p := connectPair(t, a, b)
	returns(t, at(p.aConnector.GetLocalAddress), nd2.Success)
	returns(t, at(p.bConnector.GetPeerAddress), nd2.Success)
}

func TestEarlyData(t *testing.T) {
	a, b := withQuirks(t, "early-data")
	p := connectPair(t, a, b)
	size := uint32(0)
	returns(t, p.aConnector.GetPrivateData(nil, &size), nd2.ConnectionInvalid)
	returns(t, p.bConnector.GetReadLimits(nil, nil), nd2.ConnectionInvalid)
}

// Two requests wait where one may, and the later is returned first.
func TestBacklogQuirks(t *testing.T) {
	a, b := withQuirks(t, "loose-backlog", "newest-first", "other-ports")
	l := created[nd2.Listener](t, func(out *nd2.Unknown) nd2.Status {
		return b.adapter.CreateListener(nd2.IIDListener, b.file, out)
	})
	returns(t, l.Bind(b.sockaddr(5000)), nd2.Success)
	returns(t, l.Listen(1), nd2.Success)
	var last nd2.Connector
	for range 2 {
		last = a.connector()
		returns(t, pends(last, func(o *nd2.Overlapped) nd2.Status {
			return last.Connect(a.queuePair(), b.sockaddr(5000), 0, 0, nil, o)
		}).returned, nd2.Pending)
	}
	given := b.connector()
	returns(t, pends(l, func(o *nd2.Overlapped) nd2.Status {
		return l.GetConnectionRequest(given, o)
	}).wait(), nd2.Success)
	local, peer := make([]byte, nd2.SockaddrInSize), make([]byte, nd2.SockaddrInSize)
	size := uint32(nd2.SockaddrInSize)
	returns(t, last.GetLocalAddress(local, &size), nd2.Success)
	returns(t, given.GetPeerAddress(peer, &size), nd2.Success)
	if at, _ := nd2.ParseSockaddr(local); !bytes.Equal(local, peer) || at.Port() < 20000 || at.Port() > 36383 {
		t.Errorf("the newest is at %v, the one given at %v", local, peer)
	}
}

func TestOneAddress(t *testing.T) {
	a, _ := withQuirks(t, "one-address")
	every := nd2.Sockaddr(netip.AddrPortFrom(netip.IPv4Unspecified(), 0))
	returns(t, a.connector().Bind(every), nd2.InvalidAddress)
	l := created[nd2.Listener](t, func(out *nd2.Unknown) nd2.Status {
		return a.adapter.CreateListener(nd2.IIDListener, a.file, out)
	})
	returns(t, l.Bind(every), nd2.InvalidAddress)
}

func TestSilentNetwork(t *testing.T) {
	a, b := withQuirks(t, "silent-network")
	nobody := nd2.Sockaddr(netip.MustParseAddrPort("203.0.113.1:5000"))
	c := a.connector()
	returns(t, pends(c, func(o *nd2.Overlapped) nd2.Status {
		return c.Connect(a.queuePair(), nobody, 0, 0, nil, o)
	}).wait(), nd2.IOTimeout)
	returns(t, pends(c, func(o *nd2.Overlapped) nd2.Status {
		return c.Connect(a.queuePair(), b.sockaddr(5000), 0, 0, nil, o)
	}).wait(), nd2.ConnectionRefused)
}
