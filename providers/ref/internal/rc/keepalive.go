package rc

// While nothing is under way, no retry timer runs that finds out that the peer is gone. So a
// peer that has been silent for Config.Keepalive is sent a probe: a Write of no bytes, which is
// retried and given up like any other request. It changes nothing at the peer, since it takes
// no Receive and its token is not looked at. The host never sees it. Source: IBTA 9.7.4.1
// (R_Key of a request of no bytes), C9-88.

// Begin says that the peer, while connecting, was heard of just now. Without it a Keepalive
// counts from 0.
func (c *Conn) Begin(now Tick) { c.heardAt = now }

// probeAt returns when the peer is to be probed if nothing happens until then.
func (c *Conn) probeAt() (at Tick, ok bool) {
	idle := c.requester.head == nil && (c.heard || !c.cfg.AwaitPeer)
	return c.heardAt + c.cfg.Keepalive, idle && c.cfg.Keepalive > 0
}

// probeIfSilent posts the probe if it is time. It is transmitted on leaving.
func (c *Conn) probeIfSilent() {
	if at, ok := c.probeAt(); ok && c.now >= at {
		c.stats.Probes++
		c.probe = Request{Kind: Write}
		c.push(&c.probe)
	}
}

// isProbe reports whether r is not the host's.
func (c *Conn) isProbe(r *Request) bool { return r == &c.probe }

// first returns the oldest request of the host's. What needs no packet, and what fails by
// itself, does not wait for a probe.
func (c *Conn) first() *Request {
	if c.isProbe(c.requester.head) {
		return c.probe.state.after
	}
	return c.requester.head
}

// passProbe moves a request that needs no packet before the probe, if that is ahead of it.
func (c *Conn) passProbe() {
	r := c.first()
	if r == c.requester.head {
		return
	}
	c.probe.state.after, r.state.after, c.requester.head = r.state.after, &c.probe, r
	if c.requester.tail == r {
		c.requester.tail = &c.probe
	}
}

// dropProbe takes a probe that has failed with o off the queue, and returns how the next
// request fails in its place.
func (c *Conn) dropProbe(o Outcome) Outcome {
	c.pop()
	if next := c.requester.head; next != nil && next.state.failure != OK {
		return next.state.failure
	}
	return o
}
