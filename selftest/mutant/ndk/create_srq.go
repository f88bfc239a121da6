package ndk

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var createSrq = []Mutant{
	New("ndk.createsrq.affinity-is-a-preference/none", "An affinity for no processor is refused.",
		Refusing(calls.NDKCreateSrq, nd2.InvalidParameter, func(c *calls.Call) bool {
			return c.NDK.Affinity != nil && c.NDK.Affinity.Mask == 0
		})),
	New("ndk.createsrq.inline-calls-nothing/failure", "A creation that fails at once calls the create completion.",
		At(calls.NDKCreateSrq, func(c *calls.Call) nd2.Status {
			s := c.Proceed()
			if s != nd2.Success && s != nd2.Pending {
				c.NDK.Create(c.Context, ndk.Status(s), nil)
			}
			return s
		})),
	New("ndk.createsrq.inline-calls-nothing/success", "A creation that succeeds at once calls the create completion.",
		After(calls.NDKCreateSrq, func(c *calls.Call) { c.NDK.Create(c.Context, ndk.Success, c.NDK.SRQ) })),
	New("ndk.createsrq.notification-optional/demanded", "A threshold without a notification callback is refused.",
		Refusing(calls.NDKCreateSrq, nd2.InvalidParameter, func(c *calls.Call) bool {
			return c.Threshold > 0 && c.NDK.Notification == nil
		})),
	New("ndk.createsrq.notifies-below-threshold/at",
		"A new queue notifies when as many Receives as its threshold are left.", offNDKThreshold(+1)),
	New("ndk.createsrq.notifies-below-threshold/cut-to-8-bits", "A new queue has the low 8 bits of its threshold.",
		Before(calls.NDKCreateSrq, func(c *calls.Call) { c.Threshold &= 0xff })),
	New("ndk.createsrq.notifies-below-threshold/late", "A new queue notifies one Receive late.", offNDKThreshold(-1)),
	New("ndk.createsrq.notifies-below-threshold/no-context", "A notification has another context.",
		Before(calls.NDKSrqNotification, func(c *calls.Call) { c.Context = 0 })),
	New("ndk.createsrq.notifies-below-threshold/not-at-a-processor", "A queue that has an affinity never notifies.",
		Before(calls.NDKCreateSrq, func(c *calls.Call) {
			if c.NDK.Affinity != nil {
				c.Threshold = 0
			}
		})),
	New("ndk.createsrq.notifies-below-threshold/twice", "A queue notifies twice.", At(calls.NDKSrqNotification, Twice)),
	New("ndk.createsrq.pending-leaves-parameter/written", "A creation that pends writes to its last parameter.",
		Before(calls.NDKCreateCompletion, func(c *calls.Call) { *c.NDK.Created = c.NDK.SRQ })),
}

var createSrqCompletions = []Mutant{
	New("ndk.createsrq.status-insufficient-resources-later/success",
		"The create completion says STATUS_SUCCESS although resources are lacking.",
		Before(calls.NDKCreateCompletion, func(c *calls.Call) { c.NDK.Status = ndk.Success })),
	New("ndk.createsrq.status-pending/no-context", "The create completion is called with another context.",
		Before(calls.NDKCreateCompletion, func(c *calls.Call) { c.Context = 0 })),
	New("ndk.createsrq.status-pending/no-object", "The create completion is given no queue.",
		Before(calls.NDKCreateCompletion, func(c *calls.Call) { c.NDK.Object = nil })),
	New("ndk.createsrq.status-pending/twice", "The create completion is called twice.",
		At(calls.NDKCreateCompletion, Twice)),
}

func offNDKThreshold(by int) Defect {
	return Before(calls.NDKCreateSrq, func(c *calls.Call) {
		if c.Threshold > 0 {
			c.Threshold = uint32(int(c.Threshold) + by)
		}
	})
}

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
