package rc

// succeedEarly tells the host of transmitted requests ahead of the first Read in
// progress. It stops at a request that failed in its turn.
func (c *Conn) succeedEarly() {
	for r := c.requester.head; r != nil && r.state.turned && r.Kind != Read; r = r.state.after {
		if !r.state.succeeded && !c.isProbe(r) {
			r.state.succeeded = true
			c.host.Succeeded(r)
		}
	}
}

// ownFailure returns how r ends when the connection fails with o: errors at the peer or
// on the way do not fail a Send or Write that succeeds early.
func (c *Conn) ownFailure(r *Request, o Outcome) Outcome {
	if c.cfg.EarlySuccess && r.Kind <= Write && o >= RemoteAccess {
		return Flushed
	}
	return o
}
