package client

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/proto"
)

type nd1CompletionQueue struct {
	overlapping
	poll poll
}

// GetOverlappedResult implements [nd1.Overlapping].
func (q *nd1CompletionQueue) GetOverlappedResult(o *nd2.Overlapped, bytesTransferred *uintptr, wait bool) nd2.Status {
	return q.resultND1(o, bytesTransferred, wait)
}

// Resize implements [nd1.CompletionQueue].
func (q *nd1CompletionQueue) Resize(entries uintptr) nd2.Status {
	return q.statusND1(&proto.ND1Call{Method: &proto.ND1Call_Resize{Resize: &proto.ND1Resize{Entries: uint64(entries)}}})
}

// Notify implements [nd1.CompletionQueue].
func (q *nd1CompletionQueue) Notify(kind nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	return q.notify(kind, o)
}

// GetResults implements [nd1.CompletionQueue].
func (q *nd1CompletionQueue) GetResults(results []*nd1.Result) uintptr {
	r := q.doND1(&proto.ND1Call{Method: &proto.ND1Call_GetResults{GetResults: q.poll.asks(len(results))}})
	q.poll.hears(r)
	for i, came := range r.Nd1.GetResults() {
		if i < len(results) {
			results[i] = q.handedBack(came)
		}
	}
	return uintptr(r.GetValue())
}

// result returns the number of an ND_RESULT, which is 0 for nil.
func (s *session) result(r *nd1.Result) uint64 {
	if r == nil {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.resultNumbers[r]
	if n == 0 {
		s.last++
		n = s.last
		s.resultNumbers[r], s.results[n] = n, r
	}
	return n
}

// handedBack fills in and returns the result that a queue hands back: the client's own, or
// another one if the far provider has handed back what it was not given.
func (s *session) handedBack(came *proto.ND1Result) *nd1.Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.results[came.GetNumber()]
	if r == nil {
		r = &nd1.Result{}
	}
	r.Status, r.BytesTransferred = nd2.Status(came.GetStatus()), uintptr(came.GetBytesTransferred())
	return r
}
