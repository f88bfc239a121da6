package nic

import (
	"math/rand/v2"
	"net/netip"
	"runtime"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/cm"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

func TestTimeout(t *testing.T) {
	t.Run("Connect", func(t *testing.T) {
		w, a, b := parties(t)
		w.b.device.Port().Partition(true)
		want(t, a.connect(b.at(7), Reads{}, "").status(), nd2.IOTimeout)
		w.b.device.Port().Partition(false)
		establish(a, b)
	})
	t.Run("Accept", func(t *testing.T) {
		w, a, b := parties(t)
		connect := meet(a, b, Reads{}, "")
		w.b.device.Port().Partition(true)
		want(t, b.accept(Reads{}, "").status(), nd2.IOTimeout)
		want(t, connect.status(), nd2.IOTimeout)
	})
	t.Run("CompleteConnect", func(t *testing.T) {
		w, a, b := parties(t)
		connect := meet(a, b, Reads{}, "")
		accept := b.accept(Reads{}, "")
		want(t, connect.status(), nd2.Success)
		w.a.device.Port().Partition(true)
		want(t, accept.status(), nd2.IOTimeout)
		until(t, func() bool { _, s := a.connector.ReadLimits(); return s == nd2.ConnectionInvalid })
		want(t, a.connector.CompleteConnect(), nd2.IOTimeout)
	})
	t.Run("Disconnect", func(t *testing.T) {
		w, a, b := parties(t)
		establish(a, b)
		w.b.device.Port().Partition(true)
		want(t, a.disconnect().status(), nd2.Success)
	})
}

// until waits for a condition that time brings about.
func until(t *testing.T, done func() bool) {
	t.Helper()
	for !done() {
		if t.Context().Err() != nil {
			t.Fatal("it does not come")
		}
		runtime.Gosched()
	}
}

// TestSlowClients: nobody is timed out as long as the peer's adapter answers, however
// late the answers of the peer's client.
func TestSlowClients(t *testing.T) {
	_, a, b := parties(t)
	timing := cm.Timing{Response: 11, Retries: 15, Service: 10} // 134 ms
	a.manager.timing.Timing, b.manager.timing.Timing = timing, timing
	patient := func(p *party, of *operation) {
		end := p.device.now() + 150_000
		until(t, func() bool { return p.device.now() > end || !of.pending() })
		if !of.pending() {
			t.Fatalf("ended %v", of.status())
		}
	}
	connect := meet(a, b, Reads{}, "")
	patient(a, connect)
	accept := b.accept(Reads{}, "")
	want(t, connect.status(), nd2.Success)
	patient(b, accept)
	want(t, a.connector.CompleteConnect(), nd2.Success)
	want(t, accept.status(), nd2.Success)
	converse(a, b)
}

func TestUnreachable(t *testing.T) {
	_, a, b := parties(t)
	undo := a.manager.LoseRoutes(nd2.HostUnreachable)
	want(t, a.connect(b.at(7), Reads{}, "").returned, nd2.HostUnreachable)
	undoAlso := a.manager.LoseRoutes(nd2.NetworkUnreachable)
	want(t, a.connect(b.at(7), Reads{}, "").returned, nd2.NetworkUnreachable)
	undo()
	want(t, a.connect(b.at(7), Reads{}, "").returned, nd2.NetworkUnreachable)
	undoAlso()
	undoAlso()
	six := netip.MustParseAddrPort("[2001:db8::1]:7")
	want(t, a.connect(six, Reads{}, "").returned, nd2.NetworkUnreachable)
	want(t, a.connect(netip.MustParseAddrPort("0.0.0.0:7"), Reads{}, "").returned, nd2.InvalidAddress)
	establish(a, b)
}

func TestRemoved(t *testing.T) {
	_, a, b := parties(t)
	l := b.listen(7, 0)
	get := b.other().get(l)
	establish(a, b)
	noticed := b.notifyDisconnect()
	pondering := b.other()
	connect := meet(pondering, a.other(), Reads{}, "")
	b.device.Remove()
	for _, op := range []*operation{get, noticed, connect} {
		want(t, op.status(), nd2.DeviceRemoved)
	}
	for _, s := range []nd2.Status{
		b.disconnect().returned, b.notifyDisconnect().returned, b.connector.Reject(nil), b.connector.CompleteConnect(),
		b.accept(Reads{}, "").returned, b.connect(a.at(7), Reads{}, "").returned, b.connector.Bind(b.at(0)),
		l.Bind(b.at(0)), l.Listen(0), pondering.get(l).returned,
	} {
		want(t, s, nd2.DeviceRemoved)
	}
	want(t, b.connector.Cancel(), nd2.Success)
	b.connector.Close()
	pondering.connector.Close()
	l.Close()
	if n := len(b.manager.byID) + len(b.manager.byTuple) + len(b.manager.byQP) + len(b.manager.byPeer); n != 0 {
		t.Errorf("%d entries are left", n)
	}
}

// TestNothingIsLeft: a connection's traces vanish with time.
func TestNothingIsLeft(t *testing.T) {
	_, a, b := parties(t)
	for range 3 {
		a, b := a.other(), b.other()
		establish(a, b)
		want(t, a.disconnect().status(), nd2.Success)
		want(t, b.disconnect().status(), nd2.Success)
		a.connector.Close()
		b.connector.Close()
	}
	for _, p := range []*party{a, b} {
		m := p.manager
		until(t, func() bool {
			p.device.Lock()
			defer p.device.UnlockAndDeliver()
			return len(m.byID)+len(m.byPeer)+len(m.byQP)+len(m.byTuple)+len(m.users)+len(m.ports.held)+len(m.listeners) == 0
		})
	}
}

// TestStale: a new request from a queue pair that this side believes connected shows
// that the peer has forgotten. The connection ends, and the request is repeated.
// Source: IBTA 12.9.8.3.1.
func TestStale(t *testing.T) {
	_, a, b := parties(t)
	establish(a, b)
	noticed := b.notifyDisconnect()
	a.device.Lock()
	a.connector.conn.forget()
	a.connector.conn = nil // not a word to the peer
	a.connector.leave(vacant, nil)
	a.queuePair.state = idle
	a.device.UnlockAndDeliver()
	other := b.other()
	establish(a, other)
	want(t, noticed.status(), nd2.Success)
	converse(a, other)
}

// TestPeerGivesUp: a peer that waits for RTU in vain says so.
func TestPeerGivesUp(t *testing.T) {
	_, a, b := parties(t)
	connect := meet(a, b, Reads{}, "")
	accept := b.accept(Reads{}, "")
	want(t, connect.status(), nd2.Success)
	a.device.Lock()
	conn := a.connector.conn.cm
	a.manager.Received(b.at(0).Addr(), a.at(0).Addr(), &wire.REJ{
		LocalCommID: conn.RemoteID(), RemoteCommID: conn.LocalID(),
		MessageRejected: wire.RejectedOther, Reason: wire.RejectTimeout,
	})
	a.device.UnlockAndDeliver()
	want(t, a.connector.CompleteConnect(), nd2.IOTimeout)
	want(t, b.connector.Cancel(), nd2.Success)
	want(t, accept.status(), nd2.Canceled)
}

// TestFirstPacketEstablishes: data after a lost RTU is as good as the RTU. Source: IBTA
// chapter 12 (communication established).
func TestFirstPacketEstablishes(t *testing.T) {
	_, a, b := parties(t)
	b.manager.timing.Response, a.manager.timing.Response = 21, 21 // no REP comes again meanwhile
	connect := meet(a, b, Reads{4, 4}, "")
	accept := b.accept(Reads{4, 4}, "")
	want(t, connect.status(), nd2.Success)
	b.device.Port().Partition(true)
	want(t, a.connector.CompleteConnect(), nd2.Success)
	b.device.Port().Partition(false)
	converse(a, b)
	want(t, accept.status(), nd2.Success)
}

// TestSharedPatience: a queue pair with a shared receive queue makes its peer retry
// soon and forever; a peer that names no ACK timeout gets ours.
func TestSharedPatience(t *testing.T) {
	_, a, b := parties(t)
	b.queuePair = b.node.queuePair(t, sharing(b.shared(4, 0)))
	a.device.Lock()
	req := a.manager.req(a.queuePair, tuple{a.at(9), b.at(7)}, Reads{}, nil)
	req.Primary.AckTimeout = 0
	rep := b.manager.rep(b.queuePair, Reads{}, nil)
	a.device.UnlockAndDeliver()
	passive, active := b.manager.settled(b.queuePair, req, rep, true), a.manager.settled(a.queuePair, req, rep, false)
	if active.RNRRetries != rnrForever || passive.RNRTimer != b.manager.timing.SharedRNR || active.AckTimeout == 0 {
		t.Errorf("got %+v and %+v", active, passive)
	}
}

// TestSmallerMTU: the passive side's path MTU counts.
func TestSmallerMTU(t *testing.T) {
	_, a, b := parties(t)
	b.device.limits.MTU = 1024
	establish(a, b)
	establish(b.other(), a.other())
	if got := b.connector.conn.cm.Req().PathMTU.Bytes(); got != 1024 {
		t.Errorf("the path MTU is %d", got)
	}
	converse(a, b)
}

// TestDeclined is the answer to a REQ that begins no connection.
func TestDeclined(t *testing.T) {
	_, a, b := parties(t)
	b.listen(7, 0)
	for reason, spoil := range map[wire.RejectReason]func(*wire.REQ){
		wire.RejectInvalidTransport: func(r *wire.REQ) { r.TransportService = wire.UnreliableConnection },
		wire.RejectInvalidServiceID: func(r *wire.REQ) { r.ServiceID = 7 },
		wire.RejectUnsupported:      func(r *wire.REQ) { r.PrivateData[0] = 9 },
		wire.RejectInvalidMTU:       func(r *wire.REQ) { r.PathMTU = 6 },
	} {
		t.Run(reason.String(), func(t *testing.T) {
			to := tuple{a.at(9), b.at(7)}
			a.device.Lock()
			req := a.manager.req(a.queuePair, to, Reads{}, nil)
			spoil(req)
			c := &Connector{
				manager: a.manager, phase: connecting,
				establishing: &Request{requests: &a.connector.Requests, done: true},
			}
			conn := a.manager.dial(c, to, req)
			c.conn = conn
			a.device.UnlockAndDeliver()
			a.device.Lock()
			defer a.device.UnlockAndDeliver()
			if rej := conn.cm.Rej(); rej == nil || rej.Reason != reason {
				t.Errorf("got %+v in %v", rej, conn.cm.State())
			}
		})
	}
}

// TestForged: a stranger's packets have no effect on a connection, and the peer
// adapter's packets don't bring the device down.
func TestForged(t *testing.T) {
	_, a, b := parties(t)
	b.listen(7, 0)
	establish(a, b)
	m, conn := b.manager, b.connector.conn
	r := rand.New(rand.NewPCG(1, 2))
	ids := []uint32{0, conn.cm.LocalID(), conn.cm.RemoteID(), m.nextID, 99}
	id := func() uint32 { return ids[r.IntN(len(ids))] }
	forge := func() wire.CMMessage {
		switch r.IntN(7) {
		case 0:
			req := *conn.cm.Req()
			req.LocalCommID, req.ServiceID, req.LocalQPN = id(), wire.TCPServiceID(uint16(r.IntN(9))), uint32(r.IntN(9))
			return &req
		case 1:
			return &wire.REP{LocalCommID: id(), RemoteCommID: id()}
		case 2:
			return &wire.RTU{LocalCommID: id(), RemoteCommID: id()}
		case 3:
			return &wire.REJ{LocalCommID: id(), RemoteCommID: id(), Reason: wire.RejectReason(r.IntN(40))}
		case 4:
			return &wire.MRA{LocalCommID: id(), RemoteCommID: id(), ServiceTimeout: 31}
		case 5:
			return &wire.DREQ{LocalCommID: id(), RemoteCommID: id(), RemoteQPN: b.queuePair.Number()}
		}
		return &wire.DREP{LocalCommID: id(), RemoteCommID: id()}
	}
	send := func(from netip.Addr) {
		b.device.Lock()
		defer b.device.UnlockAndDeliver()
		m.Received(from, b.at(0).Addr(), forge())
	}
	for range 2000 {
		send(netip.MustParseAddr("192.0.2.66"))
	}
	converse(a, b)
	converse(b, a)
	for range 2000 {
		send(a.at(0).Addr())
	}
}

// TestImpaired connects over a network that loses, repeats and reorders.
func TestImpaired(t *testing.T) {
	for seed := range uint64(20) {
		w, a, b := parties(t)
		patient := cm.Timing{Response: 10, Retries: 15, Service: 10}
		a.manager.timing.Timing, b.manager.timing.Timing = patient, patient
		w.impair(fabric.Impairments{Seed: seed, Loss: 0.2, Duplicate: 0.2, Reorder: 0.2, Corrupt: 0.05})
		establish(a, b)
		want(t, a.disconnect().status(), nd2.Success)
		want(t, b.disconnect().status(), nd2.Success)
	}
}
