package judge

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// If a queue has only one Notify at a time, each successful Notify announces a result that no earlier one announced. A
// result that is still queued may satisfy another Notify.

// beginNotify notes what a Notify begins with.
func (o *object) beginNotify(q *completionQueue, p *pending) {
	p.undrained, p.polls, p.noticed = q.notified && q.more && q.pollers == 0, q.polls, q.notified
	q.notifying++
	p.alone, p.drained = q.notifying == 1, q.possible == 0 && q.pollers == 0
	if p.alone {
		return
	}
	q.several = true
	for _, other := range o.requests {
		other.alone = false
	}
}

// announced notes how a Notify has ended.
func (p *pending) announced(status nd2.Status) {
	q := p.object.queue
	if q == nil || p.method != calls.CQNotify {
		return
	}
	q.notifying -= min(q.notifying, 1)
	q.notified = q.notified || status == nd2.Success
	if status == nd2.Success && p.alone {
		q.unannounced -= min(q.unannounced, 1)
	}
}

// announcedAll: no Notify succeeds where a notification was of each result that there can be.
func announcedAll(s *step) {
	p := s.pending
	if p == nil || p.method != calls.CQNotify || p.known || s.status != nd2.Success || !p.drained {
		return
	}
	if q := p.object.queue; q != nil && q.used && !q.shares && q.unannounced == 0 {
		s.breach("cq.notify.arms-once", p.object, "Notify has ended with %v, and notifications were of all results before",
			s.status)
	}
}

// release notes that what has ended a Notify ends those that were outstanding when it began, too, if they are of its
// type.
func (p *pending) release() {
	if p.object.queue == nil {
		return
	}
	for _, other := range p.object.requests {
		if other != p && other.method == p.method && other.notify == p.notify && other.released == 0 &&
			other.returnedAt != 0 && other.returnedAt < p.began && other.returned == nd2.Pending && !other.known {
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
