package judge

import (
	"cmp"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// requestRule is a rule about notifications of requests, or that of the kind of request, if there is one.
func requestRule(p *pending, general, own string) string {
	switch p.method {
	case calls.CQNotify:
		return "cq.notify." + own
	case calls.SRQNotify:
		return "srq.notify." + own
	}
	return general
}

// notifiedOnce: a pending request is notified once in each phase, and a request that ended inline never.
func notifiedOnce(s *step) {
	p := s.pending
	if p.answered && p.returned != nd2.Pending {
		inlineNotified(s)
		return
	}
	if most := p.phases + 1; p.sets > most || p.packets > most {
		s.breach(requestRule(p, "overlapped.notification.pending", "notified-once"), p.object,
			"%s was notified by its event %d times and by %d packets", p.method, p.sets, p.packets)
	}
}

// inlineNotified: a request that ends inline posts no packet.
func inlineNotified(s *step) {
	p := s.pending
	if p == nil || p.packets == 0 {
		return
	}
	status := p.returned
	if !p.answered {
		status = s.status
	}
	if status == nd2.Pending {
		return
	}
	rule := "overlapped.notification.inline-success"
	if status.Failed() {
		rule = "overlapped.notification.inline-error"
	}
	s.breach(requestRule(p, rule, "inline-not-notified"), p.object, "%s returned %v, and a packet came", p.method, status)
}

// statusStays: once it is final, GetOverlappedResult returns the same status again.
func statusStays(s *step) {
	if p := s.pending; p != nil && p.known && !p.early && p.final != s.status {
		s.breach("overlapped.getoverlappedresult.status-stays", s.o, "%s of %s ended with %v, and then with %v", p.method,
			s.o.name,
			p.final, s.status)
	}
}

// hasWaited: a call that is told to wait returns when the request has completed.
func hasWaited(s *step) {
	p := s.pending
	if p != nil && s.c.Wait && s.status == nd2.Pending && p.answered && p.event {
		s.breach("overlapped.getoverlappedresult.waits", s.o,
			"GetOverlappedResult was told to wait for %s, and returned %v", p.method,
			s.status)
	}
}

// countPlaces counts the places that a queue has left for a request.
func countPlaces(s *step) {
	if l, depth := s.line(); l != nil {
		s.places, s.pushed = int(depth)-len(l.all()), l.pushed
	}
}

// line is the queue that a request is posted to, and how many requests it certainly holds.
func (s *step) line() (l *line, depth uint32) {
	switch q := s.o.pair; {
	case s.o.shared != nil && s.o.shared.crowded:
		return nil, 0
	case s.o.shared != nil:
		return &s.o.shared.receives, s.o.shared.room
	case q == nil || s.c.Request == nd2.RequestReceive && q.shared != nil:
		return nil, 0
	case s.c.Request == nd2.RequestReceive:
		return &q.receives, q.receiveDepth
	default:
		return &q.initiator, q.initiatorDepth
	}
}

// placeRules name the rules for places of queue pairs and shared receive queues.
var placeRules = map[string]string{
	calls.QPReceive: "qp.receive.place-after-result", calls.SRQReceive: "srq.receive.nd-no-more-entries",
}

// placeLeft: a queue that certainly has a place takes a request.
func placeLeft(s *step) {
	l, depth := s.line()
	if l == nil || s.status != nd2.NoMoreEntries || s.o.pair != nil && s.anyRefusal() ||
		s.o.shared != nil && s.o.shared.modified > s.began {
		return
	}
	if others := int(l.pushed-s.pushed) - 1; others < s.places { // which other threads have posted meanwhile
		rule := cmp.Or(placeRules[s.c.Method], "qp.initiator.place-after-result")
		s.breach(rule, s.o, "a %v was refused for a full queue of %d, with %d posted", s.c.Request, depth,
			int(depth)-s.places)
	}
}

// constantLimits: an adapter says the same of itself each time.
func constantLimits(s *step) {
	a := s.o.opened
	if a == nil || a.info == nil || s.status != nd2.Success || !s.sized || !wholeInfo(s.c) {
		return
	}
	now, then := *s.c.Info, *a.info
	now.InfoVersion = then.InfoVersion
	now.MaxWindowSize = then.MaxWindowSize // it is not used
	// These are hints, determined as the provider sees fit.
	now.InlineRequestThreshold, now.LargeRequestThreshold = then.InlineRequestThreshold, then.LargeRequestThreshold
	if now != then {
		s.breach("adapter.query.constant-limits", s.o, "Query says %+v, and said %+v", now, then)
	}
}

// must notes that the call must fail by a rule, unless another call is under way that may change the object's state.
// Where several things are wrong with it, which of them it names is not known.
func (s *step) must(rule, why string) {
	if s.o.turning == 0 {
		s.mustNow(rule, why)
	}
}

// mustNow is must for a caller that has looked at the other calls.
func (s *step) mustNow(rule, why string) {
	e, ok := requirement.Lookup(rule)
	if !ok {
		panic("judge: no rule " + rule)
	}
	s.several = s.several || s.mustFail != nil
	s.mustFail, s.why = &e, why
}

// hasFailed: a call that must fail does, with a code for that.
func hasFailed(s *step) {
	switch p := s.pending; {
	case s.mustFail == nil, s.o.turned > s.began:
	case p != nil && s.status == nd2.Pending:
		p.mustFail, p.why, p.several = s.mustFail, s.why, s.several
	default:
		s.failed(s.c.Method, s.mustFail, s.why, s.several)
	}
}

// hasFailedLater is hasFailed of a request that was pending.
func hasFailedLater(s *step) {
	p := s.pending
	if p != nil && p.mustFail != nil && !p.known && s.status != nd2.Pending && !p.establishing() {
		s.failed(p.method, p.mustFail, p.why, p.several)
	}
}

func (s *step) failed(method string, e *requirement.Entry, why string, several bool) {
	switch {
	case !s.status.Failed():
	case several, s.excused(), !e.MayFail(), e.Judge(s.status) != requirement.Wrong:
		return
	}
	s.breach(e.ID, s.o, "%s ended with %v, although %s", method, s.status, why)
}

// excused reports whether the call or request may end as it does whatever else is wrong.
func (s *step) excused() bool {
	p, c := s.pending, s.o.connector
	switch {
	case s.status == nd2.DeviceRemoved:
		return !s.k.present(s.o)
	case s.status != nd2.Canceled:
		return lacks[s.status]
	case p == nil || !p.answered: // not if nothing has canceled it
		return p != nil && p.canceled
	}
	return p.canceled || !s.k.present(s.o) || c != nil && c.leaving && p.method != calls.ConnectorDisconnect
}

// lacks are failures that any call may end with, whatever else is wrong.
var lacks = map[nd2.Status]bool{
	nd2.InsufficientResources: true, nd2.NoMemory: true, nd2.Unsuccessful: true, nd2.InternalError: true,
	nd2.DeviceNotReady: true,
}
