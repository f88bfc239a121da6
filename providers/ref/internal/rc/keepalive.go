package rc

// While nothing is under way, no retry timer notices that the peer is gone. So a peer that is
// silent for Config.Keepalive gets a probe: a Write of no bytes, retried and given up like any
// other request. It changes nothing at the peer: it takes no Receive, and its token is not
// checked. The host never sees it. Source: IBTA 9.7.4.1 (R_Key of a request of no bytes),
// C9-88.

// Begin says that the peer's last message, while connecting, came at now. Without Begin,
// Keepalive counts from 0.
func (c *Conn) Begin(now Tick) { c.heardAt = now }

// probeAt returns when the peer is probed if nothing happens before.
func (c *Conn) probeAt() (at Tick, ok bool) {
	idle := c.requester.head == nil && (c.heard || !c.cfg.AwaitPeer)
	return c.heardAt + c.cfg.Keepalive, idle && c.cfg.Keepalive > 0
}

// probeIfSilent posts the probe if it is due. leave transmits it.
func (c *Conn) probeIfSilent() {
	if at, ok := c.probeAt(); ok && c.now >= at {
		c.stats.Probes++
		c.probe = Request{Kind: Write}
		c.push(&c.probe)
	}
}

func (c *Conn) isProbe(r *Request) bool { return r == &c.probe }

// first returns the host's oldest request. A request that needs no packet, or has failed, does
// not wait for a probe.
func (c *Conn) first() *Request {
	if c.isProbe(c.requester.head) {
		return c.probe.state.after
	}
	return c.requester.head
}

// passProbe moves a request that needs no packet ahead of a probe.
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

// dropProbe removes a probe that has failed with o, and returns the outcome of the next request
// in its place.
func (c *Conn) dropProbe(o Outcome) Outcome {
	c.pop()
	if next := c.requester.head; next != nil && next.state.failure != OK {
		return next.state.failure
	}
	return o
}
