package judge

import "github.com/ndconform/ndconform/nd2"

// A claim is a Notify that has succeeded, until GetResults has left nothing since: by then, what it has announced was
// taken.
type claim struct {
	at, returned uint64 // when the client was told, and when Notify returned; at is 0 if there is no claim
	notify       nd2.NotifyType
	taken        uint64 // how many results had been taken when Notify was called
	// explained says that the client may have taken what was announced before that, and satisfied that something may have
	// come of the kind that the Notify is for.
	explained, satisfied bool
}

// A charge is a claim that was false, unless the queue had failed or lost its adapter: results go with either.
type charge struct {
	rule, seen string // empty if there is no charge
	notify     nd2.NotifyType
	at         uint64 // when GetResults had left nothing
}

// examine: a Notify that succeeds has announced a result, which can be taken, of the kind that it is for. The call has
// left no result.
func (q *completionQueue) examine(s *step) {
	c := q.claim
	if c.at == 0 || s.began < c.at {
		return
	}
	q.claim = claim{}
	if q.blind || q.strays > 0 {
		return
	}
	charge := charge{notify: c.notify, at: s.k.clock}
	switch {
	case !c.explained && q.taken == c.taken:
		charge.rule, charge.seen = "cq.notify.result-before-notification", "no result could be taken since it was called"
	case c.satisfied:
		return
	case c.notify == nd2.NotifyErrors:
		charge.rule, charge.seen = "cq.notify.errors-ignores-success", "only successful results have come"
	default:
		charge.rule = "cq.notify.solicited-ignores-unsolicited"
		charge.seen = "only successful results have come that nobody solicited"
	}
	q.charge = charge
}

// convict: a request has succeeded that was posted since a charge was made, so the queue had not failed.
func (q *completionQueue) convict(s *step, of *request, status nd2.Status) {
	if c := q.charge; c.rule != "" && status == nd2.Success && of.started > c.at {
		s.breach(c.rule, s.o, "Notify(%v) has succeeded, and %s", c.notify, c.seen)
		q.charge = charge{}
	}
}

// An arrival is what is known of how a result has come to its queue.
type arrival struct {
	at        uint64 // not before which it came
	status    nd2.Status
	solicited bool
	known     bool // whether it is solicited
}

// arrival says how a result has come. It must be asked before the result is taken.
func (s *step) arrival(r *nd2.Result) arrival {
	q, of := s.o.queue, s.request
	if of == nil || q.notifying == 0 && q.claim.at == 0 {
		return arrival{status: r.Status}
	}
	a := arrival{at: of.started, status: r.Status, known: of.kind != nd2.RequestReceive}
	on := s.taker(r)
	if on == nil || on.pair.far == nil || on.pair.messages.unmatched || q.overlap || on.pair.stopping ||
		r.Status != nd2.Success {
		return a
	}
	if m, known := on.pair.far.pair.messages.next(); known {
		a.at, a.solicited, a.known = max(a.at, m.posted), m.solicited, true
	}
	return a
}

// ends reports whether a result certainly ends a Notify of a type.
func (a arrival) ends(of nd2.NotifyType) bool {
	return of == nd2.NotifyAny || of == nd2.NotifySolicited && (failure(a.status) || a.solicited)
}

// mayEnd reports whether a result may have ended a Notify which returned then: it may have been there before that.
func (a arrival) mayEnd(of nd2.NotifyType, returned uint64) bool {
	return a.status != nd2.Success || !a.known || a.solicited && of == nd2.NotifySolicited || a.at <= returned ||
		returned == 0
}

// satisfies notes which Notifies a result that is taken may have ended, and which it must have ended: it came after
// they had returned ND_PENDING, or was there then and no other can have announced it.
func (s *step) satisfies(a arrival) {
	q := s.o.queue
	if c := &q.claim; c.at != 0 {
		c.satisfied = c.satisfied || a.mayEnd(c.notify, c.returned)
	}
	if q.notifying == 0 {
		return
	}
	for _, p := range s.o.requests {
		if !p.armed() {
			continue
		}
		if !p.satisfied && a.mayEnd(p.notify, p.returnedAt) {
			s.o.satisfied()
		}
		after := a.at > p.returnedAt || q.emptied > p.returnedAt && !q.overlap
		alone := q.notifying == 1 && !q.armed && !q.blind && a.at > q.settled && s.began > p.returnedAt
		if p.returnedAt != 0 && (after || alone) && a.ends(p.notify) && !p.canceled && p.going() {
			p.owed = true
		}
	}
}
