package judge

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// These checks are of failures whose cause is certainly not there.

// causeOfAccess: without private data none can be out of memory. How a connector that was used before fails is open.
func causeOfAccess(s *step) {
	if s.status == nd2.AccessViolation && len(s.c.Buffer) == 0 && (s.fresh || s.c.Method == calls.ConnectorReject) {
		s.breach(successRules()[s.c.Method], s.o, "%s returned %v without private data", s.c.Method, s.status)
	}
}

// causeOfAccessLater is causeOfAccess of a request that was pending.
func causeOfAccessLater(s *step) {
	p := s.pending
	if p == nil || p.known || s.status != nd2.AccessViolation || p.buffer > 0 {
		return
	}
	if p.method == calls.ConnectorConnect || p.method == calls.ConnectorAccept {
		s.breach(successRules()[p.method], s.o, "%s ended with %v without private data", p.method, s.status)
	}
}

// causeOfActive: a queue pair is not connected that no connector has had, or none but for Connects that have failed.
func causeOfActive(s *step) {
	if s.status != nd2.ConnectionActive || !s.fresh {
		return
	}
	rule, pair := successRules()[s.c.Method], s.k.stateOf(s.c.QueuePair)
	if s.again && s.c.Method == calls.ConnectorConnect {
		rule = "connector.connect.failure-spares-queue-pair"
	}
	s.breach(rule, s.o, "%s returned %v, and neither the connector nor %s has been connected", s.c.Method, s.status,
		pair.name)
}

// freshPair notes whether a queue pair and its connector have not been connected, and whether Connects of the queue
// pair have failed before.
func freshPair(s *step) {
	pair, c := s.k.stateOf(s.c.QueuePair), s.o.connector
	s.fresh = pair != nil && pair.pair != nil && !pair.gone && pair.pair.offers == 0 &&
		c != nil && !c.asking && !c.answering
	s.again = s.fresh && pair.pair.offered
}

// causeOfCancel: what nobody has canceled does not return at once that it was.
func causeOfCancel(s *step) {
	if s.status != nd2.Canceled || s.pending == nil || s.pending.canceled {
		return
	}
	if c := s.o.connector; c != nil && (c.pair == nil || c.pair.gone || c.leaving || c.beside) {
		return
	}
	s.breach(successRules()[s.c.Method], s.o, "%s returned %v, and nothing was canceled", s.c.Method, s.status)
}

// windowOf returns a window that is bound to a region for certain, nil if there is none.
func (k *Checker) windowOf(region *object) *object {
	if region.region == nil || region.region.bindings == 0 {
		return nil
	}
	for o := range k.alive {
		if o.window != nil && o.window.region == region && o.boundOn() != nil {
			return o
		}
	}
	return nil
}

// boundOn is the queue pair that a window is bound on for certain, nil if it may not be bound.
func (o *object) boundOn() *object {
	w := o.window
	if o.gone || !w.holds() || w.on.severed() {
		return nil
	}
	far := w.on.pair.far
	if far == nil || far.severed() || w.on.pair.waiting > 0 || far.pair.waiting > 0 { // which may have failed
		return nil
	}
	return w.on
}

// stillBound: a region to which a window is bound is not deregistered.
func stillBound(s *step) {
	p := s.pending
	if p == nil || s.status != nd2.Success || p.method != calls.MRDeregister || p.known || p.with == nil {
		return
	}
	if w := p.with; w.window.changed < p.began && w.boundOn() != nil {
		s.breach("mr.deregister.busy-while-bound", s.o, "Deregister ended with %v, and %s is bound to the region", s.status,
			w.name)
	}
}

// causeOfBusy: a region to which no window can be bound is not busy.
func causeOfBusy(s *step) {
	if s.status == nd2.DeviceBusy && s.o.region != nil && s.o.region.bindings == 0 {
		s.breach("mr.deregister.nd-success", s.o, "Deregister ended with %v, and no window is bound to the region", s.status)
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
