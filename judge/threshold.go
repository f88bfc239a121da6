package judge

import (
	"math"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A shared receive queue notifies when it comes to hold fewer Receives than its threshold. How many it holds nobody
// says: a message to one of its queue pairs may have taken one long before the result comes.

// watches reports whether a request is a Notify of a shared receive queue whose end the client does not know.
func (p *pending) watches() bool {
	return p.method == calls.SRQNotify && !p.known && !p.early && (!p.answered || p.returned == nd2.Pending)
}

// taking is how many Receives of a shared queue the queue pair may have taken whose results have not come.
func (q *queuePair) taking() (most int, known bool) {
	own := &q.messages
	switch {
	case !q.offered:
		return 0, true
	case q.far == nil || own.unmatched:
		return 0, false
	}
	return int(q.far.pair.messages.sent) - int(min(q.far.pair.messages.sent, own.received+own.canceled)), true
}

// fewest is how many Receives the queue holds at least.
func (q *sharedQueue) fewest() (n int) {
	if q.crowded {
		return 0
	}
	for _, r := range q.receives.all() {
		if r.phase == posted {
			n++
		}
	}
	for _, pair := range q.takers {
		most, known := pair.pair.taking()
		if !known {
			return 0
		}
		n -= most
	}
	return max(0, n)
}

// beginSharedNotify notes what may end a Notify from its beginning: the notification of an earlier fall, which may come
// late, ends it, too, and a queue whose Notify was canceled may have stayed armed.
func (o *object) beginSharedNotify(p *pending) {
	p.satisfied = o.shared.armed || slices.ContainsFunc(o.requests, func(other *pending) bool {
		return other != p && other.satisfied && other.watches()
	})
	o.falls()
}

// falls notes that the queue may come to hold fewer Receives from now on, or to have a higher threshold: which Notifies
// that may end. It comes before the call that does it.
func (o *object) falls() {
	fewest := -1
	for _, p := range o.requests {
		if p.satisfied || !p.watches() {
			continue
		}
		if fewest < 0 {
			fewest = o.shared.fewest()
		}
		p.satisfied = uint64(fewest) < uint64(o.shared.highest)
	}
}

// fell notes which Notifies the number of Receives must have ended: since they were pending, the queue has certainly
// held as many as its threshold, and then certainly fewer.
func (o *object) fell() {
	q := o.shared
	if q.crowded || q.modifying > 0 || q.threshold == 0 {
		return
	}
	for _, p := range o.requests {
		if !p.watches() || p.returnedAt == 0 {
			continue
		}
		if p.above {
			p.owed = p.owed || len(q.receives.all()) < int(q.threshold) && !p.canceled
		} else {
			p.above = q.fewest() >= int(q.threshold)
		}
	}
}

// beginThreshold notes that Modify may change the threshold.
func (o *object) beginThreshold(threshold uint32) {
	q := o.shared
	q.modifying++
	q.overlapping = q.overlapping || q.modifying > 1
	q.highest = max(q.highest, threshold)
	o.falls()
	for _, p := range o.requests {
		p.above = false
	}
}

// endThreshold notes what Modify has come to. Of calls that overlap nobody knows which has set the threshold, until
// another one does.
func (o *object) endThreshold(threshold uint32, status nd2.Status) {
	q := o.shared
	q.modifying--
	switch {
	case q.overlapping:
		q.threshold, q.highest = 0, math.MaxUint32
		q.overlapping = q.modifying > 0
	case status == nd2.Success:
		q.threshold, q.highest = threshold, threshold
	case q.threshold != 0:
		q.highest = q.threshold
	}
	o.fell()
}

// belowThreshold: no Notify succeeds of a queue that has held as many Receives as its threshold all the time.
func belowThreshold(s *step) {
	p := s.pending
	if p == nil || p.method != calls.SRQNotify || p.known || s.status != nd2.Success {
		return
	}
	if p.object.shared.armed = false; p.satisfied {
		return
	}
	s.breach("srq.notify.fires-below-threshold", p.object,
		"Notify has ended with %v, and the queue has held at least %d Receives, with a threshold of %d", s.status,
		p.object.shared.fewest(), p.object.shared.threshold)
}
