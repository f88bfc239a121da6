package model

// connect makes a connection that has ended once more.
func (w *World) connect(rng *random) *Call {
	c := w.connections[rng.object(2*len(w.connections))/2]
	was := c.phase
	if was != absent && was != prepared || !w.mine(c) {
		return nil
	}
	choice := rng.next()
	listener := w.listener(rng, 1-c.active)
	if listener < 0 {
		return nil
	}
	c.phase = connecting
	return &Call{
		Connection: c.number, End: c.active, Listener: listener, Choice: choice, Prepared: was == prepared,
	}
}

// reject requests a connection that is refused or abandoned.
func (w *World) reject(rng *random) *Call {
	c := &Call{End: rng.object(2), Choice: rng.next()}
	c.Listener = w.listener(rng, 1-c.End)
	if c.Listener < 0 {
		return nil
	}
	return c
}

// refuse makes a call that must be refused and change nothing, or asks something.
func (w *World) refuse(rng *random) *Call {
	end := rng.object(2)
	c := &Call{
		End: end, Queue: rng.below(len(w.ends[end].queues)), Connection: rng.object(2*len(w.connections)) / 2,
		Window: -1, Choice: rng.next(),
	}
	if v := w.ends[end].window(rng, free, nil); v != nil {
		c.Window = v.number
	}
	return c
}

// MayInitiate reports whether a queue pair may post requests to its initiator queue: the end
// that accepted the connection may only once a message has come.
func (w *World) MayInitiate(connection, end int) bool {
	c := w.connections[connection]
	return c.phase == connected && (end == c.active || c.flowed)
}

// InitiatorQueue returns the completion queue of a queue pair's initiator requests.
func (w *World) InitiatorQueue(connection, end int) int {
	return w.connections[connection].side[end].initiatorQueue
}

// Bound returns a window of an end that is certainly bound, or -1 if there is none.
func (w *World) Bound(end int) int {
	for _, v := range w.ends[end].windows {
		if v.phase == bound && v.settled {
			return v.number
		}
	}
	return -1
}

// spare creates and releases an object that nothing uses.
func (w *World) spare(rng *random) *Call { return &Call{End: rng.object(2), Choice: rng.next()} }

// register registers the memory of a region once more.
func (w *World) register(rng *random) *Call {
	end := rng.object(2)
	return &Call{End: end, Remote: Place{Region: rng.below(len(w.ends[end].regions))}, Choice: rng.next()}
}

// fault makes something go wrong at an end.
func (w *World) fault(rng *random) *Call { return &Call{End: rng.object(2), Choice: rng.next()} }

// HasPlace reports whether a queue pair has a place for another request of its initiator queue.
func (w *World) HasPlace(connection, end int) bool {
	return len(w.connections[connection].side[end].initiated) < w.Config.Initiator
}
