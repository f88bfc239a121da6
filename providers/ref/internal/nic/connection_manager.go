package nic

import (
	"encoding/binary"
	"math/rand/v2"
	"net/netip"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/cm"
	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// maxConnections is how many connections there may be before requests are declined. An ended
// connection counts until no more messages for it can come.
const maxConnections = 1 << 16

// A ConnectionManager makes and ends a device's connections: it has the device's port space, its
// listeners, and the connections. The device's lock guards it.
type ConnectionManager struct {
	device *Device
	timing Timing
	rand   *rand.Rand
	guid   uint64
	nextID uint32
	// firstPSN is the first PSN of each connection; nil means a random one.
	firstPSN *wire.PSN

	ports     ports
	listeners map[*Listener]struct{}
	// byID are all connections that may still get messages, by this side's communication id;
	// byPeer are those begun by a REQ, by the peer's id. byPeer is a part of byID.
	byID   map[uint32]*connection
	byPeer map[peerID]*connection
	// byQP are the connections with a known queue pair at the peer that have not ended; byTuple
	// those that this side has not ended.
	byQP    map[peerQP]*connection
	byTuple map[tuple]*connection
	// users are the connectors by their queue pairs.
	users map[*QueuePair]*Connector

	// unreachable is what the network answers for every destination, the latest last.
	unreachable []*nd2.Status
}

type peerID struct {
	address netip.Addr
	id      uint32
}

type peerQP struct {
	address netip.Addr
	qpn     uint32
}

// A tuple identifies a connection: all tuples differ.
type tuple struct{ local, remote netip.AddrPort }

// Communication ids begin at a counter within the process, and at random between processes: the
// clock may not have moved between two devices.
var (
	managers atomic.Uint32
	begun    = rand.Uint32()
)

// firstID returns an id far from those where other managers with this seed begin, since a peer may
// remember an earlier device's connections.
func firstID(r *rand.Rand) uint32 {
	return begun + r.Uint32() + managers.Add(1)*0x9e3779b9 // Fibonacci hashing
}

// NewConnectionManager returns the connection manager of a new device. Its communication ids and
// the PSNs of its connections begin at its firstID.
func NewConnectionManager(d *Device, t Timing, seed uint64) *ConnectionManager {
	r := rand.New(rand.NewPCG(seed, 0x1b))
	m := &ConnectionManager{
		device: d, timing: t, rand: r, guid: guidOf(d.addresses[0]),
		nextID:    firstID(r),
		listeners: map[*Listener]struct{}{},
		byID:      map[uint32]*connection{},
		byPeer:    map[peerID]*connection{},
		byQP:      map[peerQP]*connection{},
		byTuple:   map[tuple]*connection{},
		users:     map[*QueuePair]*Connector{},
	}
	m.ports.init(r, &d.quirks)
	d.SetManager(m)
	return m
}

// StartAt sets the first PSN of all later connections to the low 24 bits of number.
func (m *ConnectionManager) StartAt(number uint32) {
	m.device.Lock()
	defer m.device.UnlockAndDeliver()
	psn := wire.PSN(number).Mask()
	m.firstPSN = &psn
}

// guidOf returns the GUID of an adapter with this address: the address's lower half as an
// interface identifier.
func guidOf(a netip.Addr) uint64 {
	b := a.As16()
	return binary.BigEndian.Uint64(b[8:])
}

// Received handles a message from src to dst, an address of the device.
func (m *ConnectionManager) Received(src, dst netip.Addr, message wire.CMMessage) {
	if c := m.find(src, message); c != nil {
		c.do(func(now cm.Tick) { c.cm.Receive(now, message) })
		return
	}
	if req, ok := message.(*wire.REQ); ok {
		m.request(src, dst, req)
		return
	}
	if answer := cm.Stray(message); answer != nil {
		m.device.SendManagement(dst, src, answer)
	}
}

// find returns the connection for a message from src, or nil.
func (m *ConnectionManager) find(src netip.Addr, message wire.CMMessage) *connection {
	var id uint32
	switch message := message.(type) {
	case *wire.REQ:
		return m.byPeer[peerID{src, message.LocalCommID}]
	case *wire.REJ:
		if message.RemoteCommID == 0 {
			return m.byPeer[peerID{src, message.LocalCommID}]
		}
		id = message.RemoteCommID
	case *wire.MRA:
		id = message.RemoteCommID
	case *wire.REP:
		id = message.RemoteCommID
	case *wire.RTU:
		id = message.RemoteCommID
	case *wire.DREQ:
		id = message.RemoteCommID
	case *wire.DREP:
		id = message.RemoteCommID
	}
	if c := m.byID[id]; c != nil && c.remote.Addr() == src {
		return c
	}
	return nil
}

// request begins a connection, or declines it. Source: IBTA 12.6.7.2 (rejection reasons),
// 12.9.8.3.1, annex A11.
func (m *ConnectionManager) request(src, dst netip.Addr, req *wire.REQ) {
	decline := func(reason wire.RejectReason, info ...byte) {
		m.device.SendManagement(dst, src, cm.Decline(req, reason, info...))
	}
	if req.TransportService != wire.ReliableConnection {
		decline(wire.RejectInvalidTransport)
		return
	}
	port, known := req.ServiceID.TCPPort()
	listener := m.listener(netip.AddrPortFrom(dst, port))
	if !known || listener == nil {
		decline(wire.RejectInvalidServiceID)
		return
	}
	ip, err := req.IP()
	if err != nil || ip.Dst.Unmap() != dst || ip.Src.Addr().Unmap() != src {
		decline(wire.RejectUnsupported)
		return
	}
	if own := wire.MTUFor(m.device.limits.MTU); req.PathMTU.Bytes() == 0 || req.PathMTU > own {
		decline(wire.RejectInvalidMTU, byte(own))
		return
	}
	if old := m.byQP[peerQP{src, req.LocalQPN}]; old != nil && !old.superseded() {
		decline(wire.RejectStaleConnection)
		return
	}
	if listener.full() || len(m.byID) >= maxConnections {
		decline(wire.RejectNoResources)
		return
	}
	t := tuple{netip.AddrPortFrom(dst, port), netip.AddrPortFrom(src, ip.Src.Port())}
	listener.arrive(m.answer(t, req))
}

// listener returns the listener at an address: a listener bound to exactly this address comes
// before a listener for all addresses.
func (m *ConnectionManager) listener(at netip.AddrPort) (found *Listener) {
	for l := range m.listeners {
		if !l.listening || l.binding.address.Port() != at.Port() {
			continue
		}
		if l.binding.address == at {
			return l
		}
		if overlap(l.binding.address.Addr(), at.Addr()) {
			found = l
		}
	}
	return found
}

// id returns an unused communication id.
func (m *ConnectionManager) id() uint32 {
	for {
		m.nextID++
		if m.nextID != 0 && m.byID[m.nextID] == nil {
			return m.nextID
		}
	}
}

// FirstPacket notes that q has received its first packet before the RTU. The device calls it,
// since the RTU may be lost.
func (m *ConnectionManager) FirstPacket(q *QueuePair) {
	if c := m.users[q]; c != nil && c.conn != nil {
		c.conn.do(func(cm.Tick) { c.conn.cm.CommunicationEstablished() })
	}
}

// Stopped implements [Manager]: the device is gone, and so are all connections. The device
// completes the requests in progress.
func (m *ConnectionManager) Stopped() {
	clear(m.users)
	for _, c := range m.byID {
		c.forget()
	}
}
