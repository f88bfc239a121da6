package model

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// timeouts are the statuses of a request that nobody answers.
var timeouts = []nd2.Status{nd2.IOTimeout, nd2.Timeout}

// status judges how a request of an initiator queue has ended. With what a request fails that must, or whose connection
// ends, the judge says.
func (w *World) status(req *request, r nd2.Result) *Violation {
	p, c := req.pair, req.pair.connection
	failing := c.illegal != nil && c.cause == p.end && !p.broken
	switch {
	case p.broken && r.Status == nd2.Canceled:
		return nil
	case p.broken:
		return p.behind(p.flushed && !req.mustFail, r)
	case r.Status == nd2.Success && req.never != "":
		return Violates(req.never, "%s", show(r))
	case r.Status == nd2.Success && req.mustFail:
		req.passed, c.illegal = true, nil
		return nil
	case r.Status == nd2.Success:
		return nil
	case failing && slices.Contains(timeouts, r.Status):
		w.Unanswered++
	case req.mustFail && req.fails != nd2.Success && r.Status != req.fails:
		return Violates(req.never, "%s", show(r))
	case req.mustFail:
	case p.ending() && !failing:
		p.flushed = p.mayBeFlushed(r.Status)
	default:
		return Violates(success(req.kind), "%s", show(r))
	}
	p.broken = true
	if c.cause == p.end {
		c.illegal = nil
	}
	return nil
}

// behind says that a request has not been canceled behind a request that has failed, or one that a Flush has canceled,
// or a Disconnect, which flushes as well. Whether it may succeed then the pages leave open.
func (p *pair) behind(flushed bool, r nd2.Result) *Violation {
	if flushed && r.Status == nd2.Success {
		return Violates("qp.flush.canceled-last", "%s", show(r))
	}
	return Violates("qp.error.cancels-posted "+success(r.RequestType), "%s", show(r))
}

// mayBeFlushed reports whether a status of the first request that fails may come of this end's own Flush or
// Disconnect, rather than of a failure.
func (p *pair) mayBeFlushed(s nd2.Status) bool {
	return s == nd2.Canceled && (!p.connection.faulty || p.connection.cause != p.end)
}

// receiveStatus judges the status of a Receive; m is the next message, or nil.
func (p *pair) receiveStatus(m *message, r nd2.Result) *Violation {
	fails := m != nil && m.fails
	switch {
	case r.Status != nd2.Success && (fails || p.ending()), r.Status == nd2.Success && !fails && !p.brokenReceives:
		return nil
	case p.flushedReceives && !fails:
		return p.behind(true, r)
	}
	return Violates("cq.getresults.receive.nd-success", "%s", show(r))
}

// success returns the rule that a request succeeds.
func success(t nd2.RequestType) string {
	return "cq.getresults." + strings.ToLower(t.String()) + ".nd-success"
}

func (c *connection) endBy(end int) {
	if c.phase != ending {
		c.phase, c.cause = ending, end
	}
}
