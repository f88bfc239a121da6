package model

// NoListener stands in place of a listener.
const NoListener = -1

// Listens tells how many listeners an end has.
func (w *World) Listens(end, listeners int) { w.ends[end].listeners = listeners }

// listener chooses a listener of an end. In a round each lane has one of its own, or none: it
// returns NoListener then.
func (w *World) listener(d *dice, end int) int {
	switch n := w.ends[end].listeners; {
	case w.round == nil:
		return d.below(n)
	case w.round.lane < n:
		return w.round.lane
	}
	return NoListener
}

// await has a listener wait for a connection request, or a connector for the end of its connection;
// or it has this canceled.
func (w *World) await(d *dice) *Call {
	if d.one(2) {
		return w.awaitEnd(d)
	}
	end := d.object(2)
	n := w.listener(d, end)
	if n < 0 {
		return nil
	}
	return &Call{End: end, Listener: n, Rules: "listener.getconnectionrequest.nd-pending overlapped.canceloverlappedrequests.nd-success"}
}

// awaitEnd is await for a connector whose connection is up and stays so in this round.
func (w *World) awaitEnd(d *dice) *Call {
	p := w.pair(d)
	if p == nil || w.leaving(p.connection) {
		return nil
	}
	if w.round != nil {
		w.round.heeded[p.connection] = true
	}
	return &Call{End: p.end, Connection: p.number, Listener: NoListener, Rules: "connector.notifydisconnect.nd-pending overlapped.canceloverlappedrequests.nd-success"}
}
