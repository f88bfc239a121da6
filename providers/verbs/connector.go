//go:build linux && cgo && verbs

package verbs

import (
	"errors"
	"net/netip"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

var errGone = errors.New("the window has been released or bound otherwise")

// A phase is what a connector can do next:
//
//	         Connect      CompleteConnect
//	vacant ─────────▶ connecting ─▶ accepted ──▶ established ─▶ left
//	  │                                              ▲  the peer  │
//	  │ GetConnectionRequest      Accept             │  has gone  │ Disconnect
//	  └────▶ waiting ─▶ requested ──────▶ accepting ─┘            ▼
//	                                                            over
//
// A failed attempt to connect and a Reject lead back to vacant; a peer that gives up later leads
// to over, and the end of the queue pair to deprived.
type phase uint8

const (
	vacant phase = iota
	waiting
	requested
	connecting
	accepted
	accepting
	established
	left
	over
	deprived
)

// A connector implements [nd2.Connector]. device.cm guards it.
type connector struct {
	overlapping
	handle uintptr
	phase  phase

	// id is the connection manager's identifier, once there is an address or a request. An
	// identifier serves one connection only.
	id   *ib.ID
	used bool
	// events is the handle in the identifier's events. Each identifier has a new handle, so that
	// a late event of an earlier identifier is recognized.
	events uintptr
	// asked is the state of the kernel's request for an iWARP connection.
	asked asking
	// asks is closed when the iWARP request on the identifier has returned; nil without one.
	asks <-chan struct{}
	// until is how long an iWARP Connect looks for a port that TCP grants.
	until time.Time
	// freed is closed when the kernel has freed the previous identifier; nil without one.
	freed <-chan struct{}
	// bound is the local address that the client has asked for, or was given; fixed says that
	// Bind has set it.
	bound netip.AddrPort
	fixed bool
	// listener is where a waiting connector waits.
	listener  *listener
	queuePair *queuePair

	// own is this side's offer of Reads, and limits is own reduced by the peer's offer.
	own, limits reads
	// offered is the private data for the peer, and data the peer's, or nil if none came.
	offered, data []byte
	peer          netip.AddrPort
	// abandoned says that the peer has given up, and met that there was a connection.
	abandoned, met bool

	// establishing is the Connect or Accept in progress, disconnecting the Disconnect, notifying
	// are the NotifyDisconnects.
	establishing, disconnecting *async.Request
	notifying                   []*async.Request
}

func newConnector(a *adapter, f *async.File) *connector {
	c := &connector{}
	d := a.device
	c.handle = d.resources.add(ofConnections, c, c.free)
	c.begin(c, a, f, func() { d.resources.end(c.handle) }, nd2.IIDConnector)
	return c
}

// enter locks the connection manager, and returns the status of most methods' first checks.
func (c *connector) enter() nd2.Status {
	d := c.adapter.device
	d.cm.Lock()
	switch {
	case d.removed.Load():
		return nd2.DeviceRemoved
	case c.phase == deprived:
		return nd2.Canceled
	}
	return nd2.Success
}

func (c *connector) exit() { c.adapter.device.cm.Unlock() }

// Bind implements [nd2.Connector].
func (c *connector) Bind(address []byte) nd2.Status {
	a, ok := parseAddress(address)
	if !ok {
		return nd2.InvalidParameter1
	}
	defer c.exit()
	if s := c.enter(); s != nd2.Success {
		return s
	}
	switch {
	case c.bound.IsValid():
		return nd2.SharingViolation
	case c.phase != vacant:
		return nd2.ConnectionActive
	}
	s := c.bind(a)
	c.fixed = s == nd2.Success
	return s
}

// bind takes a local address; an unspecified address stands for the adapter's first.
func (c *connector) bind(a netip.AddrPort) nd2.Status {
	d := c.adapter.device
	if a.Addr().IsUnspecified() {
		a = netip.AddrPortFrom(d.source(a.Addr()), a.Port())
	}
	if !d.owns(a.Addr()) {
		return nd2.InvalidAddress
	}
	events := d.resources.add(ofConnections, c, func() {})
	id, s := d.bind(events, a)
	if s != nd2.Success {
		d.resources.end(events)
		return s
	}
	c.id, c.events, c.bound, c.used = id, events, id.Local(), false
	return nd2.Success
}

// rebind gets a new identifier for another connection from the same address. It takes another
// port if the kernel still holds this one and the client has not asked for it.
func (c *connector) rebind() nd2.Status {
	to := c.bound
	if !isClosed(c.freed) {
		to = netip.AddrPortFrom(to.Addr(), 0)
	}
	return c.bind(to)
}

// drop destroys the identifier. If a connection is being made, that refuses the peer.
func (c *connector) drop() {
	id, asks, asked, d := c.id, c.asks, c.asked, c.adapter.device
	c.id, c.asks, c.asked = nil, nil, none
	d.resources.end(c.events)
	switch {
	case id == nil:
	case asked == unanswered || !isClosed(asks): // the kernel waits for the answer, or the call has not returned
		freed := make(chan struct{})
		c.freed = freed
		d.tasks.Go(func() {
			defer close(freed)
			if asks != nil {
				<-asks
			}
			id.Destroy()
		})
	default:
		id.Destroy()
	}
}

func isClosed(c <-chan struct{}) bool {
	if c == nil {
		return true
	}
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// answered reports whether the peer takes part in the connection.
func (c *connector) answered() bool {
	switch c.phase {
	case requested, accepted, accepting, established, left:
		return true
	}
	return false
}

// GetReadLimits implements [nd2.Connector].
func (c *connector) GetReadLimits(inboundReadLimit, outboundReadLimit *uint32) nd2.Status {
	defer c.exit()
	if s := c.enter(); s != nd2.Success {
		return s
	}
	if !c.answered() {
		return nd2.ConnectionInvalid
	}
	if inboundReadLimit != nil {
		*inboundReadLimit = uint32(c.limits.in)
	}
	if outboundReadLimit != nil {
		*outboundReadLimit = uint32(c.limits.out)
	}
	return nd2.Success
}

// GetPrivateData implements [nd2.Connector].
func (c *connector) GetPrivateData(privateData []byte, size *uint32) nd2.Status {
	if size == nil {
		return nd2.InvalidParameter2
	}
	defer c.exit()
	if s := c.enter(); s != nd2.Success {
		return s
	}
	if c.data == nil {
		return nd2.ConnectionInvalid
	}
	return object.PutPrivateData(c.data, privateData, size)
}

// GetLocalAddress implements [nd2.Connector].
func (c *connector) GetLocalAddress(address []byte, size *uint32) nd2.Status {
	if size == nil {
		return nd2.InvalidParameter2
	}
	defer c.exit()
	if s := c.enter(); s != nd2.Success {
		return s
	}
	switch {
	case c.id != nil:
		return copyAddress(address, size, c.id.Local())
	case c.phase == connecting:
		return copyAddress(address, size, c.bound)
	}
	return nd2.ConnectionInvalid
}

// GetPeerAddress implements [nd2.Connector].
func (c *connector) GetPeerAddress(address []byte, size *uint32) nd2.Status {
	if size == nil {
		return nd2.InvalidParameter2
	}
	defer c.exit()
	if s := c.enter(); s != nd2.Success {
		return s
	}
	if !c.answered() {
		return nd2.ConnectionInvalid
	}
	return copyAddress(address, size, c.peer)
}
