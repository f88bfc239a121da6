package ref

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// The objects of v1 are those of v2 under v1's methods: what both versions have alike is v2's.

// A nd1Waiting is what v1's objects have in place of v2's GetOverlappedResult.
type nd1Waiting struct{ requests *nic.Requests }

// GetOverlappedResult implements [nd1.Overlapping].
func (o *nd1Waiting) GetOverlappedResult(overlapped *nd2.Overlapped, bytesTransferred *uintptr,
	wait bool,
) nd2.Status {
	if overlapped == nil {
		return nd2.InvalidParameter1
	}
	s := o.requests.Result(overlapped, wait)
	if bytesTransferred != nil {
		*bytesTransferred = 0
	}
	return s
}
