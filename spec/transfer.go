package spec

import (
	"fmt"
	"math"
)

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
