package rc

// succeedEarly tells the host of what has had its turn and follows no Read that is in
// progress. A request that fails in its turn stops it.
func (c *Conn) succeedEarly() {
	for r := c.requester.head; r != nil && r.state.turned && r.Kind != Read; r = r.state.after {
		if !r.state.succeeded {
			r.state.succeeded = true
			c.host.Succeeded(r)
		}
	}
}

// ownFailure is how r ends by o: of what goes wrong at the peer, or on the way, a Send
// or Write that succeeds early knows nothing.
func (c *Conn) ownFailure(r *Request, o Outcome) Outcome {
	if c.cfg.EarlySuccess && r.Kind <= Write && o >= RemoteAccess {
		return Flushed
	}
	return o
}
