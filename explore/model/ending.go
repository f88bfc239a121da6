package model

import (
	"slices"

	"github.com/ndconform/ndconform/explore/program"
)

// end ends a connection from one side, by the operation that the step names.
func (w *World) end(rng *random) *Call {
	if w.block != nil {
		return w.endConcurrently(rng)
	}
	p := w.endable(rng)
	if p == nil || p.tailSilent() || p.other().tailSilent() || !w.mayGo(p.connection) {
		return nil
	}
	return ends(p, rng)
}

func ends(p *pair, rng *random) *Call {
	return &Call{End: p.end, Connection: p.number, Window: -1, Choice: rng.next()}
}

// mayGo reports whether both queue pairs of a connection may go.
func (w *World) mayGo(c *connection) bool {
	return w.ends[0].mayStray(c.side[0]) && w.ends[1].mayStray(c.side[1]) && w.holdsSilent(c)
}

// holdsSilent reports whether the completion queues have room for the results of the silent requests of
// a connection, which are canceled when it ends; nil stands for all connections.
func (w *World) holdsSilent(of *connection) bool {
	for number, e := range w.ends {
		for n, q := range e.queues {
			silent := 0
			for _, c := range w.connections {
				p := c.side[number]
				if p != nil && p.initiatorQueue == n && (of == nil || of == c) && c.phase != ending {
					silent += p.silent
				}
			}
			if silent > 0 && w.load(number, n)+silent > q.depth {
				return false
			}
		}
	}
	return true
}

// MayRemove reports whether an adapter may be removed, which ends all connections.
func (w *World) MayRemove() bool { return w.holdsSilent(nil) }

// Droppable reports whether a queue pair has no outstanding request whose result would
// be lost.
func (w *World) Droppable(connection, end int) bool {
	p := w.connections[connection].side[end]
	return len(p.initiated) == 0 && len(p.receives) == 0 && w.Quiescent()
}

// Ends notes that an end will now end its connection.
func (w *World) Ends(connection, end int, how program.Op) {
	c := w.connections[connection]
	c.endBy(end)
	c.faulty = how == program.Fail || how == program.Remove
	w.Cover.visit("connection/" + string(how))
}

// FailPending reports whether a connection's last request has not ended yet.
func (w *World) FailPending(connection int) bool { return w.connections[connection].illegal != nil }

// Drained reports whether every request of a connection has ended.
func (w *World) Drained(connection int) bool {
	for _, p := range w.connections[connection].side {
		if len(p.initiated) > 0 || len(p.receives) > 0 {
			return false
		}
	}
	return true
}

// EndedAt reports whether every request of a connection has ended at one end, except silent ones
// whose end nothing need ever show.
func (w *World) EndedAt(connection, end int) bool {
	p := w.connections[connection].side[end]
	return len(p.receives) == 0 && !slices.ContainsFunc(p.initiated, func(r *request) bool { return !r.silent() })
}

// Gone notes that a connection's queue pairs have been released. It lists the places
// whose content is not known any more, and the windows that were bound, which are
// replaced by new ones.
func (w *World) Gone(connection int) (unsure [2][]Place, windows [2][]int) {
	c := w.connections[connection]
	for e, p := range c.side {
		for _, r := range p.unplaced {
			w.doubt(r)
		}
		for _, m := range p.outgoing {
			for _, r := range m.behind {
				w.doubt(r)
			}
		}
		if p.shared {
			w.gone[p.context] = p
			w.ends[e].stray(len(p.other().outgoing))
		}
		p.gone = true
		for n, v := range w.ends[e].windows {
			if v.pair == p { // a new one, since requests that went through the old one may end later
				w.ends[e].windows[n] = &window{end: e, number: n}
				windows[e] = append(windows[e], n)
			}
		}
	}
	unsure, c.unsure = c.unsure, [2][]Place{}
	c.phase, c.faulty, c.illegal, c.side = absent, false, nil, [2]*pair{}
	return unsure, windows
}

// failed ends a request that has not succeeded. The content of its memory is not known.
func (w *World) failed(r *request, p *pair) {
	if p.gone { // nobody asks any more what is not known
		r.doubtful = true
		return
	}
	w.doubt(r)
	end := w.ends[p.end]
	for _, a := range r.local {
		if a.write {
			p.connection.unsure[p.end] = append(p.connection.unsure[p.end], a.Place)
		}
	}
	end.let(r.local)
}

// doubt ends the accesses of a request that may or may not have been carried out at the
// other end.
func (w *World) doubt(r *request) {
	if r.pair == nil || r.remote == nil {
		return
	}
	for _, a := range r.remote {
		if a.write {
			unsure := &r.pair.connection.unsure[1-r.pair.end]
			*unsure = append(*unsure, a.Place)
		}
	}
	w.release(r)
}
