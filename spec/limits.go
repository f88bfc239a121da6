package spec

import (
	"fmt"
	"math"

	"github.com/ndconform/ndconform/nd2"
)

// No document names a least that an adapter must have of anything. So nothing above
// what Query says is asked for; a spec that needs it is unobservable there.

// MaxResults is how many results a completion queue can surely be asked to have: its
// depth must be less than the most that the adapter has, which one of a single result
// can't follow. Source: IND2Adapter.md, IND2Adapter::CreateCompletionQueue, Parameters.
func (s *Side) MaxResults() uint32 { return max(s.Info.MaxCompletionQueueDepth, 2) - 1 }

// NeedResults ends the spec as unobservable if no completion queue surely holds n results.
func (s *Side) NeedResults(n uint32) { s.Need("a completion queue of", n, s.MaxResults(), "results") }

// Need ends the spec as unobservable if it asks for more of something than there is:
// "a completion queue of", 16, 8, "results".
func (s *Side) Need(what string, n, limit uint32, of string) {
	if n > limit {
		Unobservable(fmt.Sprintf("the spec needs %s %d %s; the adapter has at most %d", what, n, of, limit))
	}
}

// needRegistration is need for a registration of size bytes.
func (s *Side) needRegistration(size int) {
	if most := s.Info.MaxRegistrationSize; uint64(size) > uint64(most) {
		Unobservable(fmt.Sprintf("the spec needs a registration of %d bytes; the adapter has at most %d", size, most))
	}
}

// needShape is need for what a shape asks for.
func (s *Side) needShape(shape Shape) {
	receives, queue := s.Info.MaxReceiveQueueDepth, "a receive queue of"
	if shape.SharedReceives || shape.UseShared != nil {
		s.NeedSharedReceives()
		receives, queue = s.Info.MaxSharedReceiveQueueDepth, "a shared receive queue of"
	}
	s.Need(queue, shape.ReceiveDepth, receives, "Receives")
	s.Need("an initiator queue of", shape.InitiatorDepth, s.Info.MaxInitiatorQueueDepth, "requests")
	s.Need("Receives of", shape.ReceiveSGE, s.Info.MaxReceiveSGE, "entries")
	s.Need("requests of", shape.InitiatorSGE, s.Info.MaxInitiatorSGE, "entries")
	s.Need("inline data of", shape.InlineSize, s.Info.MaxInlineDataSize, "bytes")
	s.NeedResults(shape.QueueDepth)
	if results := shape.results(); shape.UseReceives == nil && results > s.MaxResults() && !s.deepest(shape) {
		s.NeedResults(results)
	}
}

// EntriesFor is the shape of an end whose requests of a type have n entries. The spec is
// unobservable if the adapter's have fewer; it asks for no other type's limit.
func (s *Side) EntriesFor(kind nd2.RequestType, n uint32) Shape {
	switch kind {
	case nd2.RequestReceive:
		return Shape{ReceiveSGE: n}
	case nd2.RequestRead:
		s.Need("Reads of", n, s.Info.MaxReadSGE, "entries")
	}
	return Shape{InitiatorSGE: n}
}

// results is how many results the requests that a shape asks for can have queued in
// one completion queue.
func (s Shape) results() uint32 {
	if s.OneQueue {
		return sum(s.ReceiveDepth, s.InitiatorDepth)
	}
	return max(s.ReceiveDepth, s.InitiatorDepth)
}

// deepest reports whether a shape asks for the deepest queues that there are, which
// nobody means to fill.
func (s *Side) deepest(shape Shape) bool {
	return shape.ReceiveDepth == s.Info.MaxReceiveQueueDepth || shape.InitiatorDepth == s.Info.MaxInitiatorQueueDepth
}

// sum is that of depths that may be as large as they can be.
func sum(a, b uint32) uint32 {
	if a+b < a {
		return ^uint32(0)
	}
	return a + b
}

// No adapter must carry more in a request than MaxTransferLength. A spec that does not speak of
// the limit, and has posted more, is unobservable once that is refused, or anything fails.

// mayCarry sets what a request of the running spec may carry.
func (t *Target) mayCarry(limit uint32) {
	t.recorder.Limit(uint64(limit), func(length uint64) {
		if !t.ending.hasBegun() {
			tooLong(length, limit)
		}
	})
	t.carries = limit
}

// Exceeding is for specs about requests of more than MaxTransferLength.
func (s *Side) Exceeding() {
	targetOf(s.ctx).recorder.Limit(math.MaxUint64, nil)
}

// skipIfTooLong ends a spec that is to fail, and has posted more than requests may carry.
func skipIfTooLong() {
	t, r := current.Load(), calling.Load()
	if t == nil || r == nil || t.ending.hasBegun() {
		return
	}
	if length := r.Exceeds(); length > 0 {
		tooLong(length, t.carries)
	}
}

func tooLong(length uint64, limit uint32) {
	Unobservable(fmt.Sprintf("the spec needs a transfer of %d bytes; the adapter has at most %d", length, limit))
}
