package judge

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

func resultCount(s *step) {
	if int(s.c.Count) > len(s.c.Results) {
		s.breach("cq.getresults.count", s.o, "GetResults returned %d of an array of %d results", s.c.Count, len(s.c.Results))
	}
}

// resultKnown: the context is that of a request.
func resultKnown(s *step, r *nd2.Result) {
	if s.request == nil {
		s.breach("cq.getresults.contexts", s.o, "a result of type %v, %v, has the context of no request", r.RequestType,
			r.Status)
	}
}

// resultOnce: a request has one result; a refused request has none, nor does a silent request that succeeds.
func resultOnce(s *step, r *nd2.Result) {
	of := s.request
	if of == nil {
		return
	}
	switch of.phase {
	case over:
		s.breach("cq.getresults.every-request-ends", s.o, "another result, %v, came of %s", r.Status, of)
	case refused:
		s.breach(of.rule("refused-posts-nothing"), s.o, "a result, %v, came of %s, which was refused", r.Status, of)
	case silenced:
		if r.Status == nd2.Success {
			s.breach("cq.getresults.silent-success", s.o, "a result came of %s, which is silent and has succeeded", of)
		} else {
			s.breach("cq.getresults.initiator-order", s.o, "the result of %s, %v, came after that of a later request", of,
				r.Status)
		}
	case posting, posted, overtaken, forgotten:
	}
}

func resultType(s *step, r *nd2.Result) {
	if of := s.request; of != nil && r.RequestType != of.kind {
		s.breach("cq.getresults.request-type", s.o, "the result of %s says that it is a %v", of, r.RequestType)
	}
}

// resultPair: the context of the queue pair is that of the request's.
func resultPair(s *step, r *nd2.Result) {
	of := s.request
	if of == nil {
		return
	}
	on := s.on
	switch {
	case of.pair != nil && on != of.pair:
		s.breach("cq.getresults.contexts", s.o, "the result of %s has the queue pair context of %s", of, nameOf(on))
	case of.shared != nil && (on == nil || on.pair.shared != of.shared):
		s.breach("srq.receive.queue-pair-context", s.o, "the result of %s has the queue pair context of %s", of, nameOf(on))
	}
}

func nameOf(o *object) string {
	if o == nil {
		return "no queue pair"
	}
	return o.name
}

// adapterName is the name of the adapter that an object is of.
func adapterName(o *object) string {
	if o.adapter == nil {
		return "no adapter"
	}
	return o.adapter.name
}

// resultQueue: results come to the completion queue of their kind.
func resultQueue(s *step, r *nd2.Result) {
	of := s.request
	if of == nil {
		return
	}
	on := of.pair
	if on == nil {
		on = s.on
	}
	if on == nil {
		return
	}
	want, rule := on.pair.initiatorQueue, "cq.getresults.a-queue-for-each"
	if of.kind == nd2.RequestReceive {
		want = on.pair.receiveQueue
	}
	if of.shared != nil {
		rule = "srq.receive.receive-completion-queue"
	}
	if want != nil && want != s.o {
		s.breach(rule, s.o, "the result of %s came to %s, and not to %s", of, s.o.name, want.name)
	}
}

// resultStatus: a request of this type may end with this status.
func resultStatus(s *step, r *nd2.Result) {
	of := s.request
	if of == nil {
		return
	}
	if rule := resultCodes().breaks(of.kind, r.Status); rule != "" && !of.unreadable() {
		s.breach(rule, s.o, "%s ended with %v", of, r.Status)
	}
}

func resultSilent(s *step, r *nd2.Result) {
	if of := s.request; of != nil && of.silent() && of.unfinished() && r.Status == nd2.Success {
		s.breach("cq.getresults.silent-success", s.o, "a result came of %s, which is silent and has succeeded", of)
	}
}

// resultLength: no message is longer than its Receive.
func resultLength(s *step, r *nd2.Result) {
	of := s.request
	if of != nil && of.kind == nd2.RequestReceive && of.unfinished() && r.Status == nd2.Success &&
		uint64(r.BytesTransferred) > of.length {
		s.breach("cq.getresults.bytes-transferred", s.o, "%s of %d bytes was filled with %d", of, of.length,
			r.BytesTransferred)
	}
}

// resultOrder: requests of a queue end in the order in which they were posted. Polls that overlap have
// no order.
func resultOrder(s *step, r *nd2.Result) {
	of := s.request
	if of == nil || of.pair == nil || !of.unfinished() || s.o.queue.overlap {
		return
	}
	rule := "cq.getresults.initiator-order"
	if of.kind == nd2.RequestReceive {
		if of.pair.pair.unordered {
			return
		}
		rule = "cq.getresults.receive-order"
	}
	for _, other := range of.line().all() {
		if other == of {
			return
		}
		if other.phase != posted || !other.before(of) {
			continue
		}
		if !other.silent() {
			s.breach(rule, s.o, "the result of %s came before that of %s, which was posted earlier", of, other)
			return
		}
		if of.pair.pair.failed != 0 && of.pair.pair.failing < other.started {
			s.breach("cq.getresults.silent-failure", s.o,
				"no result came of %s, which was posted after a failure, before that of %s",
				other, of)
			return
		}
	}
}

// resultAfterFailure: behind an initiator request that has failed, all are canceled.
func resultAfterFailure(s *step, r *nd2.Result) {
	of := s.request
	if of == nil || of.pair == nil || of.kind == nd2.RequestReceive || !of.unfinished() || s.o.queue.overlap {
		return
	}
	failed := of.pair.pair.failed
	if failed == 0 || r.Status == nd2.Canceled || r.Status == nd2.DeviceRemoved {
		return
	}
	rule := "qp.error.cancels-posted"
	if of.started > failed {
		rule = "qp.error.cancels-later"
	}
	if e, _ := requirement.Lookup(rule); e.JudgeResult(r.Status) != requirement.Wrong {
		return
	}
	s.breach(rule, s.o, "%s ended with %v behind a request that has failed", of, r.Status)
}
