package nic

import (
	"net/netip"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// Connect is IND2Connector::Connect. An unbound connector is bound to an address of the
// destination's family.
func (c *Connector) Connect(q *QueuePair, to netip.AddrPort, reads Reads, privateData []byte,
	o *nd2.Overlapped,
) nd2.Status {
	return c.Requests.start(o, func(r *Request) nd2.Status {
		if s := c.connectable(q, to, privateData); s != nd2.Success {
			return c.spend(vacant, s)
		}
		if r == nil {
			return nd2.Pending
		}
		if s := c.connect(q, to, reads, privateData); s != nd2.Success {
			return s
		}
		c.establishing = r
		return nd2.Pending
	})
}

// connectable returns Connect's inline failure, or ND_SUCCESS.
func (c *Connector) connectable(q *QueuePair, to netip.AddrPort, privateData []byte) nd2.Status {
	if s := c.checkUnused(); s != nd2.Success {
		return s
	}
	switch {
	case len(privateData) > int(c.manager.device.limits.CallerData):
		return nd2.InvalidBufferSize
	case to.Addr().IsUnspecified():
		return c.nowhere()
	}
	if s := c.joinable(q); s != nd2.Success {
		return s
	}
	if s := c.manager.route(to.Addr()); s != nd2.Success {
		return s
	}
	own, ok := c.manager.source(to.Addr())
	if c.binding != nil {
		own = c.binding.address.Addr()
	}
	if !ok || !speaks(own, to.Addr()) {
		return nd2.NetworkUnreachable
	}
	if c.binding != nil && c.manager.byTuple[tuple{c.binding.address, to}] != nil {
		return nd2.AddressAlreadyExists
	}
	return nd2.Success
}

// spend makes a connector unusable after its request has failed at once with s, if that
// is the device's quirk and the phase permitted the request.
func (c *Connector) spend(in phase, s nd2.Status) nd2.Status {
	if c.manager.device.quirks.SpentConnectors && c.phase == in {
		c.leave(over, nil)
	}
	return s
}

// nowhere returns the status of a Connect to the unspecified address.
func (c *Connector) nowhere() nd2.Status {
	if c.manager.device.quirks.UsualCodes {
		return nd2.BadNetworkName
	}
	return nd2.InvalidAddress
}

// joinable returns why a queue pair can't be connected, or ND_SUCCESS.
func (c *Connector) joinable(q *QueuePair) nd2.Status {
	switch {
	case c.manager.users[q] != nil, q.state == receiving, q.state == connected:
		return nd2.ConnectionActive
	case !q.Available():
		return nd2.InvalidDeviceState
	}
	return nd2.Success
}

func (c *Connector) connect(q *QueuePair, to netip.AddrPort, reads Reads, privateData []byte) nd2.Status {
	m := c.manager
	if c.binding == nil {
		own, _ := m.source(to.Addr())
		if s := c.bind(netip.AddrPortFrom(own, 0)); s != nd2.Success {
			return s
		}
	}
	c.phase, c.refusal, c.redialed = connecting, nil, false
	c.join(q)
	t := tuple{c.binding.address, to}
	c.conn = m.dial(c, t, m.req(q, t, m.device.roundedReads(reads.within(m.adapterReads())), privateData))
	return nd2.Success
}

// CompleteConnect is IND2Connector::CompleteConnect. It never pends, since RTU has no
// answer.
func (c *Connector) CompleteConnect() nd2.Status {
	c.manager.device.Lock()
	defer c.manager.device.UnlockAndDeliver()
	if s := c.check(); s == nd2.DeviceRemoved {
		return s
	}
	switch {
	case c.abandoned == nd2.IOTimeout:
		return nd2.IOTimeout
	case c.phase != accepted:
		return nd2.ConnectionInvalid
	case !c.queuePair.Available(): // one of its queues has failed
		c.leave(over, nil)
		return nd2.ConnectionInvalid
	}
	c.ready()
	c.queuePair.ReadyToSend()
	c.phase, c.met = established, true
	c.conn.complete()
	return nd2.Success
}

// hold takes over a listener's request.
func (c *Connector) hold(conn *connection) {
	c.phase, c.conn, c.listener, c.refusal = requested, conn, nil, nil
	conn.owner, conn.listener = c, nil
}

// Accept is IND2Connector::Accept.
func (c *Connector) Accept(q *QueuePair, reads Reads, privateData []byte, o *nd2.Overlapped) nd2.Status {
	return c.Requests.start(o, func(r *Request) nd2.Status {
		if s := c.acceptable(q, privateData); s != nd2.Success {
			return c.spend(requested, s)
		}
		if r == nil {
			return nd2.Pending
		}
		c.accept(q, reads, privateData)
		c.establishing = r
		return nd2.Pending
	})
}

// acceptable returns Accept's inline failure, or ND_SUCCESS.
func (c *Connector) acceptable(q *QueuePair, privateData []byte) nd2.Status {
	if s := c.check(); s != nd2.Success {
		return s
	}
	switch {
	case len(privateData) > int(c.manager.device.limits.CalleeData):
		return nd2.InvalidBufferSize
	case c.abandoned == nd2.ConnectionRefused:
		return c.aborted(c.abandoned)
	case c.abandoned != nd2.Success:
		return nd2.ConnectionAborted
	case c.phase != requested:
		return nd2.ConnectionInvalid
	}
	return c.joinable(q)
}

func (c *Connector) accept(q *QueuePair, reads Reads, privateData []byte) {
	m, req := c.manager, c.conn.cm.Req()
	reads = m.device.roundedReads(reads.within(m.adapterReads()).within(offered(req.ResponderResources,
		req.InitiatorDepth)))
	c.phase = accepting
	c.join(q)
	c.conn.accept(m.rep(q, reads, privateData))
	c.ready()
	c.answer()
}

// answer has the listener give its next request, where that waited for the answer to this one.
func (c *Connector) answer() {
	if l := c.giver; l != nil {
		c.giver = nil
		l.giveWaiting()
	}
}

// join makes q the connection's queue pair.
func (c *Connector) join(q *QueuePair) {
	c.queuePair = q
	c.manager.users[q] = c
	q.closing = c.deprive
	q.ended = func(rc.Outcome) { c.fail() }
}

// part returns the queue pair.
func (c *Connector) part() {
	if q := c.queuePair; q != nil {
		delete(c.manager.users, q)
		q.closing, q.ended = nil, nil
	}
	c.queuePair = nil
}

// ready makes the queue pair receive, as REQ and REP have settled.
func (c *Connector) ready() {
	conn := c.conn
	config := c.manager.settled(c.queuePair, conn.cm.Req(), conn.cm.Rep(), conn.passive)
	c.queuePair.ReadyToReceive(config, PathBetween(conn.local.Addr(), conn.remote.Addr()))
}
