package judge

import "github.com/ndconform/ndconform/nd2"

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
