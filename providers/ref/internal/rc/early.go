package rc

// succeedEarly tells the host of requests that have had their turn and do not follow
// a Read in progress. It stops at a request that failed in its turn.
func (c *Conn) succeedEarly() {
	for r := c.requester.head; r != nil && r.state.turned && r.Kind != Read; r = r.state.after {
		if !r.state.succeeded && !c.isProbe(r) {
			r.state.succeeded = true
			c.host.Succeeded(r)
		}
	}
}

// ownFailure returns how r ends when the outcome is o: a Send or Write that succeeds
// early is not affected by what goes wrong at the peer or on the way.
func (c *Conn) ownFailure(r *Request, o Outcome) Outcome {
	if c.cfg.EarlySuccess && r.Kind <= Write && o >= RemoteAccess {
		return Flushed
	}
	return o
}
