package model

// NoListener stands in place of a listener.
const NoListener = -1

// Listens notes how many listeners an end has.
func (w *World) Listens(end, listeners int) { w.ends[end].listeners = listeners }

// listener chooses a listener of an end. In a block each lane has another one, or none: it
// returns NoListener then.
func (w *World) listener(rng *random, end int) int {
	switch n := w.ends[end].listeners; {
	case w.block == nil:
		return rng.below(n)
	case w.block.lane < n:
		return w.block.lane
	}
	return NoListener
}

// await makes a listener wait for a connection request, or a connector for the end of its connection; or it cancels
// such a wait.
func (w *World) await(rng *random) *Call {
	if rng.one(2) {
		return w.awaitEnd(rng)
	}
	end := rng.object(2)
	n := w.listener(rng, end)
	if n < 0 {
		return nil
	}
	return &Call{End: end, Listener: n}
}

// awaitEnd is await for a connector whose connection is up and stays so in this block.
func (w *World) awaitEnd(rng *random) *Call {
	p := w.pair(rng)
	if p == nil || w.leaving(p.connection) {
		return nil
	}
	if w.block != nil {
		w.block.awaited[p.connection] = true
	}
	return &Call{End: p.end, Connection: p.number, Listener: NoListener}
}
