package judge

import (
	"math"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// Each successful Notify announces a result that no earlier one announced. A result that is still queued may satisfy
// another Notify.

// never is after everything.
const never = math.MaxUint64

// beginNotify notes what a Notify begins with.
func (o *object) beginNotify(q *completionQueue, p *pending) {
	p.undrained, p.polls, p.noticed = q.notified && q.more && q.pollers == 0, q.polls, q.notified
	p.taken, p.fresh, p.drained = q.taken, q.fresh, q.possible == 0 && q.pollers == 0 && !q.shares
	q.notifying++
	p.first = q.fresh <= 0 && !q.blind && (p.drained || q.notifying == 1 && !q.armed && q.emptied >= q.told)
	q.several = q.several || q.notifying > 1
	p.satisfied = p.notify != nd2.NotifySolicited && p.notify != nd2.NotifyErrors || q.armed || q.wide || q.fresh > 0 ||
		slices.ContainsFunc(o.requests, func(other *pending) bool { return other.armed() && other.satisfied })
	switch {
	case p.satisfied:
		o.satisfied()
	case !p.drained: // it may end at once for what is queued, and the others with it
		for _, other := range o.requests {
			other.satisfied = other.satisfied || other != p && other.armed()
		}
		q.claim.satisfied = true
	}
}

// armed reports whether a request is a Notify whose end the client does not know.
func (p *pending) armed() bool {
	return p.method == calls.CQNotify && !p.known && !p.early && (!p.answered || p.returned == nd2.Pending)
}

// blinds notes that nobody will learn how a request ends: another one has its OVERLAPPED, say.
func (p *pending) blinds() {
	if q := p.object.queue; q != nil && p.armed() {
		q.blind = true
	}
}

// satisfied notes that something may have come that ends a Notify: it may end all of them.
func (o *object) satisfied() {
	for _, p := range o.requests {
		p.satisfied = p.satisfied || p.armed()
	}
	o.queue.claim.satisfied = true
}

// announced notes how a Notify has ended. A notification announces all results that were taken before the request, and,
// if none of them was new, at least one that was taken later or is next in the queue.
func (p *pending) announced(status nd2.Status) {
	q := p.object.queue
	if q == nil || p.method != calls.CQNotify {
		return
	}
	q.notifying -= min(q.notifying, 1)
	if q.settled != never {
		q.settled = p.k.clock
	}
	p.object.satisfied() // a result that has ended it at once may have ended the others, of whatever kind they are
	if status != nd2.Success {
		q.armed = true
		return
	}
	q.notified, q.told = true, p.k.clock
	q.wide = q.wide || p.notify == nd2.NotifyAny
	since := int64(q.taken - p.taken)
	if p.fresh <= 0 {
		since--
	}
	q.fresh = min(q.fresh, since)
	q.claim = claim{
		at: p.k.clock, notify: p.notify, returned: p.returnedAt, taken: q.taken,
		explained: p.explained(), satisfied: p.satisfied || p.returned != nd2.Pending,
	}
}

// explained reports whether the client may have taken or lost what a Notify has announced.
func (p *pending) explained() bool {
	q := p.object.queue
	return p.fresh > 0 || q.taken != p.taken || q.strays > 0 || q.blind
}

// announcedAll: no Notify succeeds where a notification was of each result that there can be.
func announcedAll(s *step) {
	p := s.pending
	if p == nil || p.method != calls.CQNotify || p.known || s.status != nd2.Success || !p.drained {
		return
	}
	if q := p.object.queue; q != nil && q.used && !q.shares && q.possible == 0 && !p.explained() {
		s.breach("cq.notify.arms-once", p.object, "Notify has ended with %v, and notifications were of all results before",
			s.status)
	}
}

// release notes that what has ended a Notify for any result ends those that were outstanding when it began, too. Of
// another type it may have ended at once, alone, for a result that was queued.
func (p *pending) release() {
	if q := p.object.queue; q == nil || q.blind || p.notify != nd2.NotifyAny {
		return
	}
	for _, other := range p.object.requests {
		if other != p && other.armed() && other.notify == p.notify && other.released == 0 &&
			other.returnedAt != 0 && other.returnedAt < p.began && other.first {
			other.released = p.k.clock
		}
	}
}

// releasedTogether: no Notify is left that can be canceled once a later one of its type has ended with success.
func releasedTogether(s *step) {
	p := s.pending
	if p == nil || p.known || p.method != calls.CQNotify || s.status != nd2.Canceled || p.released == 0 {
		return
	}
	if p.canceledAt > p.released {
		s.breach("cq.notify.releases-every-request", s.o,
			"Notify has ended with %v, and before it was canceled a later one had ended with success", s.status)
	}
}

// forgotten reports whether nobody was told of the end of a Notify which a later one's success has ended, too.
func (p *pending) forgotten() bool {
	return p.released != 0 && !p.known && p.sets == 0 && p.packets == 0 && p.event
}
