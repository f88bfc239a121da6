package judge

import (
	"fmt"

	"github.com/ndconform/ndconform/nd2"
)

// resultShared: the messages of a queue pair take Receives of a shared queue in the order in which these were posted.
func resultShared(s *step, r *nd2.Result) {
	on := s.taker(r)
	if on == nil || s.request.shared == nil || r.Status != nd2.Success || s.o.queue.overlap {
		return
	}
	of := s.request
	q := of.shared.shared
	if of.returned != 0 && of.returned < on.pair.latestShared {
		s.breach("srq.receive.order", s.o, "the result of %s came after that of one which was posted later, on %s", of,
			on.name)
		return
	}
	if q.pairs != 1 {
		return // another queue pair may have taken those before
	}
	for _, other := range q.receives.all() {
		if other == of {
			return
		}
		if other.phase == posted && other.before(of) {
			s.breach("srq.receive.order", s.o,
				"the result of %s came before that of %s, which was posted earlier, and %s is the queue's only queue pair",
				of, other, on.name)
			return
		}
	}
}

// A suspicion is what is wrong unless a shared queue has failed, and since when.
type suspicion struct {
	since uint64
	says  string
}

// resultSpared: a queue pair that ends cancels no Receive of a shared queue that it has not taken, and it has taken no
// more than messages were sent to it. A queue that has failed may end all of its Receives: that it has not is known when
// one that was posted later succeeds.
func resultSpared(s *step, r *nd2.Result) {
	on := s.taker(r)
	if on == nil || s.request.shared == nil {
		return
	}
	q := s.request.shared.shared
	if r.Status == nd2.Success && q.suspect.says != "" && s.request.started > q.suspect.since {
		s.breach("srq.receive.flush-spares-untaken", s.o, "%s", q.suspect.says)
		q.suspect = suspicion{}
	}
	if r.Status != nd2.Canceled {
		return
	}
	own, far := &on.pair.messages, on.pair.far
	own.canceled++
	if far == nil || own.unmatched || own.received+own.canceled <= far.pair.messages.sent {
		return
	}
	q.suspect = suspicion{s.k.clock, fmt.Sprintf("%s was canceled, and the peer %s had sent %d messages to %s, which have "+
		"taken others", s.request, far.name, far.pair.messages.sent, on.name)}
}
