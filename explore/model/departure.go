package model

import (
	"slices"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// A departure is a lane's end of a connection, concurrent with requests that another lane posts to
// its queue pairs. Which come first is not known: each request is posted and carried out, posted
// and canceled, or refused.
type departure struct {
	end int
	how program.Op
}

// endConcurrently is end for a lane of a block. No silent request is posted concurrently with it, nor
// is one pending without a later request that has a result: nothing would show whether it has ended.
func (w *World) endConcurrently(rng *random) *Call {
	p := w.anyPair(rng)
	if p == nil || w.leaving(p.connection) || w.block.awaited[p.connection] || p.hasSilent() || p.other().hasSilent() ||
		!w.mayGoConcurrently(p.connection) {
		return nil
	}
	return ends(p, rng)
}

// leaving reports whether a lane of this block ends a connection.
func (w *World) leaving(c *connection) bool {
	if w.block == nil {
		return false
	}
	_, leaves := w.block.departures[c]
	return leaves
}

// mayGoConcurrently is mayGo, whatever lanes post to shared queues meanwhile: no other connection that
// uses these may end in the same block.
func (w *World) mayGoConcurrently(c *connection) bool {
	for e, p := range c.side {
		if p.shared && (len(w.block.departures) > 0 || w.ends[e].strayed+len(p.other().outgoing) >= w.ends[e].sharedDepth) {
			return false
		}
	}
	return true
}

// hasSilent reports whether silent requests have not ended.
func (p *pair) hasSilent() bool { return slices.ContainsFunc(p.initiated, (*request).silent) }

// depart ends, in the model, the connections that lanes have ended.
func (w *World) depart(b *block) {
	for c, departure := range b.departures {
		c.endBy(departure.end)
		w.Cover.visit("connection/" + string(departure.how))
	}
}

// flags returns the flags for the next request to a queue pair.
func (w *World) flags(rng *random, p *pair, may nd2.OpFlags) nd2.OpFlags {
	if w.leaving(p.connection) {
		may &^= nd2.SilentSuccess
	}
	return rng.flags(may)
}

// unposted forgets a request that was refused because its connection was being ended. As for a
// canceled request, the content of what it would have changed is no longer known.
func (w *World) unposted(r *request) {
	p := r.pair
	delete(w.requests, r.context)
	other := func(one *request) bool { return one == r }
	if slices.ContainsFunc(p.initiated, other) {
		p.unpost(r)
	}
	p.receives = slices.DeleteFunc(p.receives, other)
	if r.message != nil {
		p.outgoing = slices.DeleteFunc(p.outgoing, func(m *message) bool { return m == r.message })
		p.unplaced = append(r.message.behind, p.unplaced...)
		w.recount(1 - p.end)
	}
	w.failed(r, p)
	w.Cover.visit("refused beside an ending")
}
