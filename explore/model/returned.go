package model

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// Returned takes what a call has returned.
func (w *World) Returned(c *Call, s nd2.Status) *Violation {
	r := c.request
	if r != nil && r.pair != nil && r.mustFail == nil && s.Failed() && r.pair.ending() {
		w.unposted(r)
		return nil
	}
	full := s.Failed() && c.Full() // the driver judges the status
	if c.Allowed != nil && !full && !slices.Contains(c.Allowed, s) {
		return Violates(c.Rules, "the call returned %v, and not %s", s, list(c.Allowed))
	}
	if s.Failed() && c.undo != nil {
		c.undo()
	}
	switch {
	case r == nil:
	case r.mustFail != nil && s.Failed(): // it was refused at once, which is as good
		w.refusedIllegal(r)
	case full:
		w.takeBack(r)
	}
	return nil
}

// refusedIllegal forgets a request that had to fail and was refused.
func (w *World) refusedIllegal(r *request) {
	p := r.pair
	p.connection.illegal = nil
	p.unpost(r)
	if r.message != nil {
		p.outgoing = p.outgoing[:len(p.outgoing)-1]
	}
	w.ends[p.end].let(r.local)
	delete(w.requests, r.context)
}

// takeBack forgets a request that was refused since its queue was full.
func (w *World) takeBack(r *request) {
	w.Cover.visit(fullName(r.kind))
	p := r.pair
	if r.kind == nd2.RequestReceive {
		p.receives = p.receives[:len(p.receives)-1]
	} else {
		p.unpost(r)
	}
	if r.message != nil {
		p.outgoing = p.outgoing[:len(p.outgoing)-1]
		p.unplaced = append(r.message.behind, p.unplaced...)
	}
	w.ends[p.end].let(r.local)
	delete(w.requests, r.context)
}

func list(statuses []nd2.Status) string {
	var names []string
	for _, s := range statuses {
		names = append(names, s.String())
	}
	return strings.Join(names, " or ")
}

// Full reports whether a call may be refused since a queue is full.
func (c *Call) Full() bool { return slices.Contains(c.Allowed, nd2.NoMoreEntries) }

func fullName(kind nd2.RequestType) string {
	return strings.ToLower(kind.String()) + "/refused since full"
}
