package watch

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// These checks are of failures whose cause is certainly not there.

// causeOfAccess: without private data none can be out of memory.
func causeOfAccess(s *step) {
	if s.status == nd2.AccessViolation && len(s.c.Buffer) == 0 {
		s.breach(codesOf()[s.c.Method].success, s.o, "%s returned %v without private data", s.c.Method, s.status)
	}
}

// causeOfActive: a queue pair that no connector has had is not connected.
func causeOfActive(s *step) {
	if s.status == nd2.ConnectionActive && s.fresh {
		s.breach(codesOf()[s.c.Method].success, s.o,
			"%s returned %v, and neither the connector nor the queue pair has been connected",
			s.c.Method, s.status)
	}
}

// freshPair notes whether a queue pair and its connector have not been used.
func freshPair(s *step) {
	pair, c := s.k.stateOf(s.c.QueuePair), s.o.connector
	s.fresh = pair != nil && pair.pair != nil && !pair.pair.offered && c != nil && !c.asking && !c.answering
}

// causeOfCancel: what nobody has canceled does not return at once that it was.
func causeOfCancel(s *step) {
	if s.status != nd2.Canceled || s.pending == nil || s.pending.canceled {
		return
	}
	if c := s.o.connector; c != nil && (c.pair == nil || c.pair.gone) {
		return
	}
	s.breach(codesOf()[s.c.Method].success, s.o, "%s returned %v, and nothing was canceled", s.c.Method, s.status)
}

// causeOfBusy: a region to which no window can be bound is not busy.
func causeOfBusy(s *step) {
	if s.status == nd2.DeviceBusy && s.k.counts["mw"] == 0 {
		s.breach("mr.deregister.nd-success", s.o, "Deregister returned %v, and there are no windows", s.status)
	}
}

// quietQueue: a queue to which nothing has been posted notifies of nothing.
func quietQueue(s *step) {
	p := s.pending
	if p == nil || p.object.queue == nil || p.object.queue.used || p.known {
		return
	}
	asked := s.c.Method == calls.GetOverlappedResult && p.method == calls.CQNotify && p.returned == nd2.Pending
	if s.status == nd2.Success && (asked || s.c.Method == calls.CQNotify) {
		s.breach("cq.notify.nd-pending", p.object,
			"Notify has ended with %v, and no request was ever posted that reports to %s",
			s.status, p.object.name)
	}
}

// cleanupOnly: after a call has said that the adapter was removed, nothing but cleanup succeeds on it.
func cleanupOnly(s *step) {
	a := s.o.adapter
	if a == nil || a.removed == 0 || s.began < a.removed || s.status != nd2.Success {
		return
	}
	s.breach("adapter.removed.only-cleanup", s.o, "%s returned %v after the adapter was said to be removed", s.c.Method,
		s.status)
}

// eventReset: a request that pends has reset an event that was set.
func eventReset(s *step) {
	p := s.pending
	if p != nil && p.eventSet && s.status == nd2.Pending && p.resets == 0 && p.sets == 0 {
		s.breach("overlapped.notification.resets-event", s.o, "%s returned %v, and has not reset the event, which was set",
			s.c.Method,
			s.status)
	}
}

// isSet reports whether an event says that it is set.
func isSet(e nd2.Event) bool {
	asks, ok := e.(interface{ IsSet() bool })
	return ok && asks.IsSet()
}

// affinityParameters are those of GetNotifyAffinity.
func affinityParameters(s *step) {
	if s.c.FoundGroup != nil && s.c.FoundAffinity != nil {
		return
	}
	rule := "cq.getnotifyaffinity.nd-invalid-parameter"
	if s.o.shared != nil {
		rule = "srq.getnotifyaffinity.nd-invalid-parameter"
	}
	s.must(rule, "a parameter is NULL")
}

// doom notes by which rule a request must not succeed.
func doom(s *step) {
	r := s.request
	if r.kind == nd2.RequestBind {
		if r.window != nil && r.window.window != nil {
			r.window.window.ever = true
		}
		r.doomed = doomedBind(s)
		return
	}
	if r.flags&nd2.Inline != 0 {
		return
	}
	foreign := false // registered with the adapter as it was opened another time
	if w := r.window; r.kind == nd2.RequestInvalidate && w != nil && w.window != nil && w.window.fresh() {
		r.doomed = "qp.invalidate.not-bound"
	}
	for _, e := range s.c.SGE {
		if len(e.Buffer) == 0 {
			continue
		}
		of := s.k.tokenOf(s.o, e.MemoryRegionToken)
		start, end := span(e.Buffer)
		switch {
		case of == nil:
			r.doomed, r.badToken = r.accessRule(), e.MemoryRegionToken
		case of.region.phase != registered:
			return
		case start < of.region.start || end > of.region.end:
			r.doomed = "mr.bounds.local"
		case r.kind == nd2.RequestRead && of.region.rights&nd2.AllowLocalWrite == 0:
			r.doomed = "mr.rights.no-local-write-to-read"
		case r.kind == nd2.RequestReceive && of.region.rights&nd2.AllowLocalWrite == 0:
			r.doomed = "mr.rights.no-local-write"
		}
		if r.doomed != "" {
			return
		}
		r.sound += uint64(len(e.Buffer))
		foreign = foreign || of.adapter != s.o.adapter
	}
	r.whole = !foreign
}

func (r *request) accessRule() string {
	return "cq.getresults." + requestNames[r.kind] + ".nd-access-violation"
}

func doomedBind(s *step) string {
	o := s.k.stateOf(s.c.Region)
	if o == nil || o.region == nil {
		return ""
	}
	m := o.region
	start, end := span(s.c.Buffer)
	switch {
	case m.phase == unregistered:
		return "qp.bind.unregistered-region"
	case m.phase != registered:
	case start < m.start || end > m.end:
		return "qp.bind.outside-region"
	case s.c.Flags&nd2.AllowWrite != 0 && m.rights&nd2.AllowLocalWrite == 0:
		return "qp.bind.nd-access-violation"
	case foreign(o, s.o):
		return "qp.bind.foreign-objects"
	}
	return ""
}

// fresh reports whether a window was never bound, nor is about to be.
func (w *window) fresh() bool { return !w.ever }

// resultDoomed: a request does not succeed whose memory does not allow it. A Receive whose message ends before may.
func resultDoomed(s *step, r *nd2.Result) {
	of := s.request
	if of == nil || of.doomed == "" || !of.unfinished() || r.Status != nd2.Success {
		return
	}
	if of.kind == nd2.RequestReceive && uint64(r.BytesTransferred) <= of.sound {
		return
	}
	on := of.pair
	if on == nil {
		on = of.shared
	}
	if of.badToken != 0 && s.k.tokenOf(on, of.badToken) != nil {
		return // that was registered since
	}
	s.breach(of.doomed, s.o, "%s succeeded, although its memory does not allow it", of)
}

// resultAccess: a Send or a Receive of memory that allows it does not end with an access violation.
func resultAccess(s *step, r *nd2.Result) {
	of := s.request
	if of == nil || !of.whole || !of.unfinished() || r.Status != nd2.AccessViolation ||
		of.kind != nd2.RequestSend && of.kind != nd2.RequestReceive {
		return
	}
	for _, m := range of.uses {
		if m.region.phase != registered || m.region.changed > of.started {
			return
		}
	}
	s.breach("cq.getresults."+requestNames[of.kind]+".nd-success", s.o, "%s ended with %v, and its memory is registered",
		of, r.Status)
}
