package model

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// What results may say once a connection has ended.
var (
	// cutOff are the statuses of the first request that is cut off because the other
	// end leaves.
	cutOff = append(slices.Clip(requirement.CutOff), nd2.IOTimeout, nd2.Timeout, nd2.RemoteError, nd2.DataError)
	// receiveCutOff are those of the first Receive that is, if the other end has failed.
	receiveCutOff = []nd2.Status{nd2.Canceled, nd2.IOTimeout, nd2.Timeout, nd2.RemoteError}
	// forbidden are the statuses of a Read or Write that the peer's memory does not
	// allow, and tooLong those of a Send that is longer than the Receive. In both cases the
	// peer's disconnection may be heard of before its refusal.
	forbidden = []nd2.Status{nd2.AccessViolation, nd2.RemoteError, nd2.Canceled}
	tooLong   = []nd2.Status{nd2.RemoteError, nd2.DataError, nd2.Success, nd2.Canceled}
	// timeouts are the statuses of a request that nobody answers.
	timeouts = []nd2.Status{nd2.IOTimeout, nd2.Timeout}
	// tooShort are the statuses of that Receive.
	tooShort = []nd2.Status{nd2.BufferOverflow, nd2.DataOverrun}
)

// status judges the status of a request of an initiator queue. broken says that an
// earlier one has failed.
func (w *World) status(req *request, r nd2.Result, broken *bool) *Violation {
	p := req.pair
	if req.mustFail != nil && !*broken && slices.Contains(req.mustFail, r.Status) {
		*broken = r.Status != nd2.Success
		req.passed = !*broken
		p.connection.illegal = nil
		return nil
	}
	if p.connection.illegal != nil && p.connection.cause == p.end && !*broken && slices.Contains(timeouts, r.Status) {
		w.Unanswered++
		*broken, p.connection.illegal = true, nil
		return nil
	}
	switch {
	case *broken && r.Status == nd2.Canceled:
		return nil
	case *broken && p.flushed && r.Status == nd2.Success && req.mustFail == nil:
		return behindCanceled("%s", show(r))
	case *broken:
		return Violates("qp.error.cancels-posted "+success(req.kind), "%s", show(r))
	case r.Status == nd2.Success && req.mustFail == nil:
		return nil
	case req.mustFail != nil:
		return Violates(req.failRules, "%s, and not %s", show(r), list(req.mustFail))
	case p.ending() && p.mayFail(r.Status):
		*broken, p.flushed = true, p.mayBeFlushed(r.Status)
		return nil
	}
	return Violates(success(req.kind), "%s", show(r))
}

// behindCanceled says that a request has succeeded behind a request that a Flush has canceled, or a Disconnect, which
// flushes as well. The pages leave that open.
func behindCanceled(seen string, args ...any) *Violation {
	return Violates("qp.flush.canceled-last", seen, args...)
}

// mayBeFlushed reports whether a status of the first request that fails may come of this end's own Flush or
// Disconnect, rather than of a failure.
func (p *pair) mayBeFlushed(s nd2.Status) bool {
	return s == nd2.Canceled && (!p.connection.faulty || p.connection.cause != p.end)
}

// mayFail reports whether the first request that fails as a connection ends may have
// a status.
func (p *pair) mayFail(s nd2.Status) bool {
	if p.connection.cause == p.end { // only the illegal request fails by itself
		return s == nd2.Canceled && p.connection.illegal == nil
	}
	return slices.Contains(cutOff, s)
}

// mayBeCutOff reports whether the other end may have ended the connection with an error: it has failed, or has
// refused this end's request while it was sending a message.
func (p *pair) mayBeCutOff(m *message) bool {
	c := p.connection
	return c.faulty && (c.cause != p.end || c.refused && m != nil)
}

// receiveStatus judges the status of a Receive; m is the next message, or nil.
func (w *World) receiveStatus(req *request, p *pair, m *message, r nd2.Result) *Violation {
	switch {
	case m != nil && slices.Contains(m.fails, r.Status) && !p.brokenReceives:
		return nil
	case r.Status == nd2.Success && !p.brokenReceives && (m == nil || m.fails == nil):
		return nil
	case r.Status == nd2.Canceled && p.ending():
		return nil
	case r.Status == nd2.Success && p.flushedReceives && (m == nil || m.fails == nil):
		return behindCanceled("%s", show(r))
	case p.ending() && !p.brokenReceives && p.mayBeCutOff(m) && (m == nil || m.fails == nil) &&
		slices.Contains(receiveCutOff, r.Status):
		return nil
	case m != nil && m.fails != nil:
		return Violates(m.rules, "%s, and not %s", show(r), list(m.fails))
	}
	return Violates("cq.getresults.receive.nd-success", "%s", show(r))
}

// success returns the rule that a request succeeds.
func success(t nd2.RequestType) string { return successRules[t] }

var successRules = map[nd2.RequestType]string{
	nd2.RequestSend: "cq.getresults.send.nd-success", nd2.RequestWrite: "cq.getresults.write.nd-success",
	nd2.RequestRead: "cq.getresults.read.nd-success",
	nd2.RequestBind: "cq.getresults.bind.nd-success", nd2.RequestInvalidate: "cq.getresults.invalidate.nd-success",
	nd2.RequestReceive: "cq.getresults.receive.nd-success",
}

func (c *connection) endBy(end int) {
	if c.phase != ending {
		c.phase, c.cause = ending, end
	}
}
