package model

// prepare creates the queue pairs of a connection that is made later, or never. Meanwhile they share queues and
// memory with the others.
func (w *World) prepare(rng *random) *Call {
	c := w.connections[rng.object(2*len(w.connections))/2]
	if c.phase != absent {
		return nil
	}
	return &Call{Connection: c.number, End: c.active, Choice: rng.next()}
}

// Prepared notes that the queue pairs of a connection have been created.
func (w *World) Prepared(number int) {
	w.connections[number].phase = prepared
	w.Cover.visit("connection/prepared")
}

// IsPrepared reports whether there are the queue pairs of a connection, which have not been connected.
func (w *World) IsPrepared(connection int) bool { return w.connections[connection].phase == prepared }

// mostPrepared is how many Receives are posted to a queue pair that is not connected, at most, and
// preparedLength how long they are, in bytes. No message helps to get their memory back.
const mostPrepared, preparedLength = 3, 64

// receiver returns the queue pair of a step, connected or not, or nil if it takes no Receive.
func (w *World) receiver(rng *random) *pair {
	c := w.connections[rng.object(2*len(w.connections))/2]
	if c.phase != prepared {
		return w.pair(rng)
	}
	p := c.side[rng.object(2*len(w.connections))%2]
	if !w.mine(c) || !p.shared && len(p.receives) >= mostPrepared {
		return nil
	}
	return p
}

// receiveLength chooses the length of a Receive of a queue pair's own.
func (w *World) receiveLength(rng *random, p *pair) int {
	switch {
	case p.connection.phase != prepared:
		return rng.length(w.Config.Message)
	case w.ends[p.end].sharedDepth > 0: // whose Receives need what memory there is
		return 0
	}
	return rng.length(min(preparedLength, w.Config.Message))
}

// endable returns the queue pair of a step, connected or not, or nil.
func (w *World) endable(rng *random) *pair {
	n := rng.object(2 * len(w.connections))
	if c := w.connections[n/2]; c.phase == prepared {
		return c.side[n%2]
	}
	return w.pair(rng)
}
