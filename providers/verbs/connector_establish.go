//go:build linux && cgo && verbs

package verbs

import (
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
)

// resolving limits the search for a route to a peer, or for a port, in milliseconds.
const resolving = 2000

// Connect implements [nd2.Connector].
func (c *connector) Connect(of nd2.Unknown, destAddress []byte, inboundReadLimit, outboundReadLimit uint32,
	privateData []byte, o *nd2.Overlapped,
) nd2.Status {
	q, ok := object.Own[*queuePair](of, c.adapter)
	to, parsed := parseAddress(destAddress)
	switch {
	case !ok:
		return nd2.InvalidParameter1
	case !parsed:
		return nd2.InvalidParameter2
	case o == nil:
		return nd2.InvalidParameter8
	}
	data, s := snapshot(privateData, maxCallerData)
	if s != nd2.Success {
		return s
	}
	defer c.exit()
	if s := c.enter(); s != nd2.Success {
		return s
	}
	if c.phase != vacant {
		return nd2.ConnectionActive
	}
	if s := c.prepare(to.Addr().Is4()); s != nd2.Success {
		return s
	}
	if s := q.claim(c); s != nd2.Success {
		return s
	}
	c.peer, c.own = to, c.adapter.device.readsOf(inboundReadLimit, outboundReadLimit)
	c.offered, c.data, c.abandoned = data, nil, false
	c.until = time.Now().Add(resolving * time.Millisecond)
	if c.id != nil {
		if s := c.resolve(); s != nd2.Success {
			q.withdraw(false)
			return s
		}
	}
	c.queuePair, c.phase = q, connecting
	c.establishing = c.requests.Begin(o)
	if c.id == nil {
		c.resolveLater()
	}
	return nd2.Pending
}

// prepare gets an unused bound identifier, or none while the kernel holds the port that the
// client has asked for.
func (c *connector) prepare(four bool) nd2.Status {
	if c.used {
		c.drop()
	}
	switch {
	case c.id != nil, c.fixed && !isClosed(c.freed):
		return nd2.Success
	case !c.bound.IsValid():
		return c.bind(c.adapter.device.ephemeral(four))
	}
	return c.rebind()
}

// resolve starts to look for the peer.
func (c *connector) resolve() nd2.Status {
	c.used = true
	if err := c.id.ResolveAddress(c.peer, resolving); err != nil {
		return unreachableBy(err)
	}
	return nd2.Success
}

// resolveLater starts to look when the kernel has freed the port.
func (c *connector) resolveLater() {
	freed, attempt, d := c.freed, c.establishing, c.adapter.device
	d.tasks.Go(func() {
		<-freed
		d.cm.Lock()
		defer d.cm.Unlock()
		if c.establishing != attempt { // it was canceled
			return
		}
		s := c.bind(c.bound)
		if s == nd2.Success {
			s = c.resolve()
		}
		if s != nd2.Success {
			c.failed(s)
		}
	})
}

// CompleteConnect implements [nd2.Connector]. It completes inline.
func (c *connector) CompleteConnect(o *nd2.Overlapped) nd2.Status {
	if o == nil {
		return nd2.InvalidParameter1
	}
	defer c.exit()
	if s := c.enter(); s != nd2.Success {
		return s
	}
	switch {
	case c.phase == over && c.abandoned:
		return nd2.IOTimeout
	case c.phase != accepted:
		return nd2.ConnectionInvalid
	}
	if s := c.confirm(); s != nd2.Success {
		c.leave(over, true)
		return s
	}
	c.meet()
	return nd2.Success
}

// confirm tells the peer that its acceptance has arrived.
func (c *connector) confirm() nd2.Status {
	if c.adapter.device.limits.IWARP {
		if err := c.queuePair.deliver(); err != nil {
			return statusOfError(err, nd2.InsufficientResources)
		}
		return nd2.Success
	}
	if err := c.queuePair.connect(c.id, c.limits); err != nil {
		return statusOfError(err, nd2.ConnectionInvalid)
	}
	if err := c.id.Establish(); err != nil { // the peer has given up
		return nd2.IOTimeout
	}
	return nd2.Success
}

// meet notes that the connection is established.
func (c *connector) meet() {
	c.queuePair.establish(c.limits.out)
	c.phase, c.met = established, true
}

// hold takes over a request from a listener.
func (c *connector) hold(a *arrival) {
	d := c.adapter.device
	c.listener = nil
	c.phase, c.used = requested, true
	d.resources.pass(a.handle, c, func() {})
	c.id, c.events, c.data, c.abandoned = a.id, a.handle, a.data, a.gone
	c.peer = a.id.Peer()
	c.own, c.limits = a.reads, a.reads.within(d.readsOf(^uint32(0), ^uint32(0)))
}

// Accept implements [nd2.Connector].
func (c *connector) Accept(of nd2.Unknown, inboundReadLimit, outboundReadLimit uint32, privateData []byte,
	o *nd2.Overlapped,
) nd2.Status {
	q, ok := object.Own[*queuePair](of, c.adapter)
	switch {
	case !ok:
		return nd2.InvalidParameter1
	case o == nil:
		return nd2.InvalidParameter6
	}
	data, s := snapshot(privateData, maxCalleeData)
	if s != nd2.Success {
		return s
	}
	defer c.exit()
	if s := c.enter(); s != nd2.Success {
		return s
	}
	switch {
	case c.abandoned:
		return nd2.ConnectionAborted
	case c.phase != requested:
		return nd2.ConnectionInvalid
	}
	if s := q.claim(c); s != nd2.Success {
		return s
	}
	limits := c.limits.within(c.adapter.device.readsOf(inboundReadLimit, outboundReadLimit))
	err := q.join(c.id, limits)
	if err == nil {
		err = c.id.Accept(q.offer(limits, data))
	}
	if err != nil { // the peer has given up
		q.withdraw(true)
		return statusOfError(err, nd2.ConnectionAborted)
	}
	c.limits, c.queuePair, c.phase = limits, q, accepting
	c.establishing = c.requests.Begin(o)
	return nd2.Pending
}
