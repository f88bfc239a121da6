package model

import (
	"slices"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// A departure is the end of a connection that a lane makes, beside requests that another lane posts
// to its queue pairs. Nobody knows which of those come first: each is posted and carried out, posted and
// canceled, or refused.
type departure struct {
	end int
	how program.Op
}

// endBeside is end for a lane of a round. Requests that are silent are not posted beside it, nor before
// it without the result of one behind them: nobody could tell whether they were over.
func (w *World) endBeside(d *dice) *Call {
	p := w.anyPair(d)
	if p == nil || w.leaving(p.connection) || p.hasSilent() || p.other().hasSilent() || !w.mayGoBeside(p.connection) {
		return nil
	}
	c := ends(p, d)
	c.Rules = "qp.flush.nd-success connector.disconnect.nd-success"
	return c
}

// leaving reports whether a lane of this round ends a connection.
func (w *World) leaving(c *connection) bool {
	if w.round == nil {
		return false
	}
	_, leaves := w.round.departures[c]
	return leaves
}

// mayGoBeside is mayGo, whatever lanes post to shared queues meanwhile: then no other connection
// that uses them goes in the same round.
func (w *World) mayGoBeside(c *connection) bool {
	for e, p := range c.side {
		if p.shared && (len(w.round.departures) > 0 || w.ends[e].strayed+len(p.other().outgoing) >= w.ends[e].sharedDepth) {
			return false
		}
	}
	return true
}

// hasSilent reports whether silent requests have not ended.
func (p *pair) hasSilent() bool { return slices.ContainsFunc(p.initiated, (*request).silent) }

// depart ends the connections that lanes have ended.
func (w *World) depart(r *round) {
	for c, d := range r.departures {
		c.endBy(d.end)
		w.Cover.visit("connection/" + string(d.how))
	}
}

// flags are those of a request that is to be posted to a queue pair.
func (w *World) flags(d *dice, p *pair, may nd2.OpFlags) nd2.OpFlags {
	if w.leaving(p.connection) {
		may &^= nd2.SilentSuccess
	}
	return d.flags(may)
}

// unposted forgets a request that was refused since its connection was ended beside it. What it would
// have changed is no longer known, as of one that was canceled.
func (w *World) unposted(r *request) {
	p := r.pair
	delete(w.requests, r.context)
	other := func(one *request) bool { return one == r }
	p.initiated, p.receives = slices.DeleteFunc(p.initiated, other), slices.DeleteFunc(p.receives, other)
	if r.message != nil {
		p.outgoing = slices.DeleteFunc(p.outgoing, func(m *message) bool { return m == r.message })
		p.unplaced = append(r.message.behind, p.unplaced...)
		w.recount(1 - p.end)
	}
	w.failed(r, p)
	w.Cover.visit("refused beside an ending")
}
