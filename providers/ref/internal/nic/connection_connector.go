package nic

import (
	"net/netip"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/wire"
)

// A phase is what a connector can do next:
//
//	         Connect       CompleteConnect
//	vacant ──────────▶ connecting ─▶ accepted ──▶ established ─▶ parted
//	  │                                              ▲  the peer  │
//	  │ GetConnectionRequest      Accept             │  has left  │
//	  └────▶ waiting ─▶ requested ──────▶ accepting ─┘            │
//	                                                              ▼
//	                                                Disconnect   over
//
// A failed attempt to connect and a Reject lead back to vacant; a peer that gives
// up later leads to over, and the end of the queue pair to deprived.
type phase uint8

const (
	vacant phase = iota
	waiting
	requested
	connecting
	accepted
	accepting
	established
	parted
	over
	deprived
)

// A Connector makes and ends one connection. The device's lock guards all but Requests.
type Connector struct {
	// Requests are the overlapped requests in progress.
	Requests Requests

	manager *ConnectionManager
	phase   phase
	// binding is held from Bind or Connect on.
	binding *binding
	// listener is where a waiting connector waits; nil in other phases.
	listener *Listener
	// giver is the listener whose next request waits for this connector's answer.
	giver *Listener
	// conn is the connection, from requested or connecting on; queuePair is its queue
	// pair, from connecting or accepting on.
	conn      *connection
	queuePair *QueuePair
	// refusal is the peer's REJ, if any.
	refusal *wire.REJ
	// abandoned is the status of a peer that has given up, ND_IO_TIMEOUT for want of an
	// answer, and ND_SUCCESS if it has not given up.
	abandoned nd2.Status

	// met says that the connection was established once, and redialed that the request
	// was repeated because of a stale connection.
	met, redialed bool

	// establishing is the Connect or Accept in progress, disconnecting the Disconnect,
	// notifying are the NotifyDisconnects.
	establishing, disconnecting *Request
	notifying                   []*Request
}

// NewConnector returns a connector that notifies through the file.
func (m *ConnectionManager) NewConnector(f *File) *Connector {
	c := &Connector{manager: m}
	c.Requests.Init(f)
	return c
}

// Bind is IND2Connector::Bind.
func (c *Connector) Bind(address netip.AddrPort) (s nd2.Status) {
	m := c.manager
	m.device.Lock()
	defer m.device.UnlockAndDeliver()
	if s := c.check(); s != nd2.Success {
		return s
	}
	if c.binding != nil {
		return c.manager.device.alreadyBound()
	}
	if s := c.checkUnused(); s != nd2.Success {
		return s
	}
	return c.bind(address)
}

// bind holds a local address; an unspecified address stands for the device's first.
func (c *Connector) bind(address netip.AddrPort) (s nd2.Status) {
	if c.manager.device.quirks.OneAddress && address.Addr().IsUnspecified() {
		return nd2.InvalidAddress
	}
	if own, ok := c.manager.source(address.Addr()); ok && address.Addr().IsUnspecified() {
		address = netip.AddrPortFrom(own, address.Port())
	}
	if !c.manager.owns(address.Addr()) {
		return nd2.InvalidAddress
	}
	c.binding, s = c.manager.ports.bind(address, false)
	return s
}

// check makes most methods' first checks.
func (c *Connector) check() nd2.Status {
	switch {
	case c.manager.device.stopped:
		return nd2.DeviceRemoved
	case c.phase == deprived:
		return nd2.Canceled
	}
	return nd2.Success
}

// checkUnused returns why the connector can't begin anything new, or ND_SUCCESS.
func (c *Connector) checkUnused() nd2.Status {
	switch s := c.check(); {
	case s != nd2.Success:
		return s
	case c.phase == over:
		return nd2.ConnectionInvalid
	case c.phase != vacant:
		return nd2.ConnectionActive
	}
	return nd2.Success
}

// LocalAddress returns the connector's address, once it has an address.
func (c *Connector) LocalAddress() (netip.AddrPort, nd2.Status) {
	c.manager.device.Lock()
	defer c.manager.device.UnlockAndDeliver()
	switch {
	case c.binding != nil && (!c.manager.device.quirks.LateAddresses || c.phase != vacant):
		return c.binding.address, nd2.Success
	case c.answered():
		return c.conn.local, nd2.Success
	}
	return netip.AddrPort{}, nd2.ConnectionInvalid
}

// Bound returns the bound address, if any.
func (c *Connector) Bound() (at netip.AddrPort, ok bool) {
	c.manager.device.Lock()
	defer c.manager.device.UnlockAndDeliver()
	if c.binding == nil {
		return at, false
	}
	return c.binding.address, true
}

// answered reports whether the peer takes part in the connection.
func (c *Connector) answered() bool {
	switch c.phase {
	case requested, accepted, accepting, established, parted:
		return true
	}
	return false
}

// PeerAddress returns the peer's address, once the peer has asked or answered.
func (c *Connector) PeerAddress() (netip.AddrPort, nd2.Status) {
	c.manager.device.Lock()
	defer c.manager.device.UnlockAndDeliver()
	if !c.answered() || c.manager.device.quirks.LateAddresses && c.phase != established && c.phase != parted {
		return netip.AddrPort{}, nd2.ConnectionInvalid
	}
	return c.conn.remote, nd2.Success
}

// ReadLimits returns the read limits in effect, or those to come into effect.
func (c *Connector) ReadLimits() (Reads, nd2.Status) {
	c.manager.device.Lock()
	defer c.manager.device.UnlockAndDeliver()
	if !c.answered() || c.dataPast() {
		return Reads{}, nd2.ConnectionInvalid
	}
	req, rep := c.conn.cm.Req(), c.conn.cm.Rep()
	if rep == nil {
		return c.manager.device.roundedReads(offered(req.ResponderResources,
			req.InitiatorDepth).within(c.manager.adapterReads())), nd2.Success
	}
	return agreed(req, rep, c.conn.passive), nd2.Success
}

// dataPast reports whether private data and read limits are no longer reported.
func (c *Connector) dataPast() bool {
	return c.manager.device.quirks.EarlyData && (c.phase == established || c.phase == parted)
}

// PrivateData returns the private data in the peer's last message, with the padding
// zeros.
func (c *Connector) PrivateData() ([]byte, nd2.Status) {
	c.manager.device.Lock()
	defer c.manager.device.UnlockAndDeliver()
	l := &c.manager.device.limits
	switch {
	case c.refusal != nil:
		return unpadded(c.refusal.PrivateData[:], l.CalleeData), nd2.Success
	case !c.answered(), c.dataPast():
		return nil, nd2.ConnectionInvalid
	case c.conn.passive:
		return unpadded(c.conn.cm.Req().ConsumerData(), l.CallerData), nd2.Success
	}
	return unpadded(c.conn.cm.Rep().PrivateData[:], l.CalleeData), nd2.Success
}

// unpadded cuts the padding of private data beyond the adapter's limit; peers may have
// room for more.
func unpadded(b []byte, limit uint32) []byte {
	for len(b) > int(limit) && b[len(b)-1] == 0 {
		b = b[:len(b)-1]
	}
	return b
}
