package watch

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// Each notification of a queue that succeeds is of at least one result of which no other was, if there is only one
// Notify at a time. A result that is still queued may satisfy another.

// beginNotify notes what a Notify begins with.
func (o *object) beginNotify(q *completionQueue, p *pending) {
	q.notifying++
	p.alone, p.drained = q.notifying == 1, q.possible == 0 && q.pollers == 0
	if p.alone {
		return
	}
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
