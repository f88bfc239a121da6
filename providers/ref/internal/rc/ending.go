package rc

// Flush moves the connection to the error state: the Receive in progress and every
// outstanding request complete, Flushed, in order; later packets are dropped. It does
// nothing to an ended connection. Source: IBTA 10.3.1 (Error state).
func (c *Conn) Flush() {
	c.busy = true
	c.state = Ended
	c.giveBack(Flushed)
	c.flushRequests()
	c.busy = false
}

// Fail ends the connection with the host's catastrophic failure o: Flush with a call of
// Failed.
func (c *Conn) Fail(o Outcome) {
	if c.state == Ended {
		return
	}
	c.busy = true
	c.terminate(o, Flushed)
	c.flushRequests()
	c.busy = false
}

// fail ends the connection with the outcome o of the oldest request; receive is the
// outcome of the Receive in progress. Source: IBTA 9.9.2 (requester error behavior).
func (c *Conn) fail(o, receive Outcome) {
	if c.isProbe(c.requester.head) {
		o = c.dropProbe(o)
	}
	if c.requester.head != nil {
		c.complete(c.ownFailure(c.requester.head, o))
	}
	c.terminate(o, receive)
}

// terminate ends the connection by an error. leave flushes the requests.
func (c *Conn) terminate(o, receive Outcome) {
	c.state = Ended
	c.giveBack(receive)
	c.host.Failed(o)
}

// flushRequests returns the rest of the initiator queue to the host, and requests
// posted meanwhile.
func (c *Conn) flushRequests() {
	for c.requester.head != nil {
		c.complete(Flushed)
	}
}
