package judge

import "github.com/ndconform/ndconform/nd2"

// These checks are of Reads and Writes where the memory at both ends is known.

// resultReach: a Read or Write that the memory at both ends allows does not end with an access violation, and a Read
// that the peer's does not allow does not succeed. A Write may have succeeded before the peer refuses it.
func resultReach(s *step, r *nd2.Result) {
	of := s.request
	if of == nil || of.target.of == nil || !of.unfinished() {
		return
	}
	switch {
	case r.Status == nd2.AccessViolation && of.target.allows && of.untouched() && !of.unreadable():
		s.breach("cq.getresults."+requestNames[of.kind]+".nd-success", s.o,
			"%s ended with %v, and the memory at both ends allows it", of, r.Status)
	case r.Status == nd2.Success && of.kind == nd2.RequestRead && of.target.denied != "":
		if far := of.pair.pair.far; far != nil && s.stillDenied(of, far) {
			s.breach(of.target.denied, s.o, "%s succeeded, and the peer's memory does not allow it", of)
		}
	}
}

// untouched reports whether neither the memory of a request nor what it is for has changed since it was posted.
func (r *request) untouched() bool {
	far := r.pair.pair.far
	if far == nil || r.flags&nd2.Inline == 0 && !r.whole {
		return false
	}
	for _, m := range r.uses {
		sink := r.kind != nd2.RequestRead || m.region.rights&nd2.RDMAReadSink != 0
		if m.region.phase != registered || m.region.changed > r.started || !sink {
			return false
		}
	}
	allows, _ := r.verdict(far)
	return allows && r.target.of.lastChange() < r.started
}

// lastChange is when what peers may do with a region or a window began to change last.
func (o *object) lastChange() uint64 {
	if o.region != nil {
		return o.region.changed
	}
	return o.window.changed
}

// stillDenied reports whether access was denied the whole time since the request was posted. If its token has expired
// since, no other object may have received the same token.
func (s *step) stillDenied(r *request, far *object) bool {
	o := r.target.of
	if _, denied := r.verdict(far); denied != r.target.denied || o.lastChange() > r.started {
		return false
	}
	if r.target.version == o.remote().version {
		return true
	}
	return far.adapter.closed < r.started && !s.k.mayBeReused(r, far.adapter)
}

// mayBeReused reports whether the token of a request may be one of an object of an adapter whose client has not
// asked for it.
func (k *Checker) mayBeReused(r *request, adapter *object) bool {
	for o := range k.alive {
		if o.adapter != adapter || o.remote() == nil {
			continue
		}
		if o.lastChange() > r.started || o.reachable() && (!o.remote().known || o.remote().unsteady) {
			return true
		}
	}
	return false
}

// reachable reports whether a region or a window may be open to peers.
func (o *object) reachable() bool {
	if o.region != nil {
		return o.region.phase != unregistered
	}
	return !o.window.free()
}

// unreadable reports whether a request is a Read on a connection whose outbound read limit may be 0: how that ends is
// open. See qp.read.no-read-limit.
func (r *request) unreadable() bool {
	if r.kind != nd2.RequestRead {
		return false
	}
	o := r.pair.pair.connector
	if o == nil || o.connector == nil {
		return true
	}
	c := o.connector
	if c.offer.hasLimits {
		return c.offer.limits[1] == 0
	}
	own, peer := o.limits(), c.offer.peer
	if own == nil || peer == nil || peer.limits() == nil {
		return true
	}
	return min(c.outbound, own.MaxOutboundReadLimit, peer.connector.inbound, peer.limits().MaxInboundReadLimit) == 0
}
