package ndk

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// halves breaks one half of a sentence at a time.
func halves() []Mutant {
	deep := func(c *calls.Call) bool { return c.Depth > 1<<10 }
	return append(Halves("ndk.createsrq.status-invalid-parameter",
		Half{Name: "depth", When: "of a depth beyond the limit", Call: deep},
		Half{Name: "entries", When: "of entries beyond the limit", Call: func(c *calls.Call) bool { return !deep(c) }}),
		New("ndk.createsrq.notifies-below-threshold/status", "A notification says STATUS_PENDING.",
			Before(calls.NDKSrqNotification, func(c *calls.Call) {
				if c.NDK.Status == ndk.Success {
					c.NDK.Status = ndk.Pending
				}
			})),
		New("ndk.createsrq.affinity-is-a-preference/all", "An affinity for all processors is refused.",
			Refusing(calls.NDKCreateSrq, nd2.InvalidParameter, func(c *calls.Call) bool {
				return c.NDK.Affinity != nil && ^c.NDK.Affinity.Mask == 0
			})),
		New("ndk.createsrq.status-success/threshold-refused", "A queue with a threshold is refused.",
			Refusing(calls.NDKCreateSrq, nd2.InvalidParameter, func(c *calls.Call) bool { return c.Threshold > 0 })),
		New("ndk.modifysrq.success/no-room", "A depth that Modify sets has no effect.",
			Before(calls.NDKModifySrq, func(c *calls.Call) { c.Depth = 0 })),
		New("ndk.createqpwithsrq.success/deepest-refused", "A queue pair of the largest depth is refused.",
			Refusing(calls.NDKCreateQpWithSrq, nd2.InvalidParameter, func(c *calls.Call) bool { return c.InitiatorDepth > 32 })),
		New("ndk.createqpwithsrq.success/inline-refused", "A queue pair with inline data is refused.",
			Refusing(calls.NDKCreateQpWithSrq, nd2.InvalidParameter, func(c *calls.Call) bool { return c.InlineSize > 0 })),
	)
}
