package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// ndkSrqs break NDK's shared receive queues.
func ndkSrqs() []Mutant {
	return slices.Concat(ndkSrqCreation(), ndkSrqNotifications(), ndkSrqReceives(), ndkCloses())
}

func ndkSrqCreation() []Mutant {
	twice := func(c *calls.Call) nd2.Status {
		c.Proceed()
		return c.Proceed()
	}
	return []Mutant{
		by("ndk.createsrq.status-pending", "twice", "The create completion is called twice.", at(calls.NDKCreateCompletion, twice)),
		by("ndk.createsrq.status-pending", "no-object", "The create completion is given no queue.",
			before(calls.NDKCreateCompletion, func(c *calls.Call) { c.NDK.Object = nil })),
		by("ndk.createsrq.status-pending", "no-context", "The create completion is called with another context.",
			before(calls.NDKCreateCompletion, func(c *calls.Call) { c.Context = 0 })),
		by("ndk.createsrq.status-insufficient-resources-later", "success", "The create completion says STATUS_SUCCESS although resources are lacking.",
			before(calls.NDKCreateCompletion, func(c *calls.Call) { c.NDK.Status = ndk.Success })),
		by("ndk.createsrq.status-insufficient-resources-later", "other", "The create completion says STATUS_INVALID_PARAMETER where resources are lacking.",
			before(calls.NDKCreateCompletion, func(c *calls.Call) {
				if c.NDK.Status == ndk.InsufficientResources {
					c.NDK.Status = ndk.InvalidParameter
				}
			})),
		by("ndk.createsrq.inline-calls-nothing", "success", "A creation that succeeds at once calls the create completion.",
			after(calls.NDKCreateSrq, func(c *calls.Call) { c.NDK.Create(c.Context, ndk.Success, c.NDK.SRQ) })),
		by("ndk.createsrq.inline-calls-nothing", "failure", "A creation that fails at once calls the create completion.",
			at(calls.NDKCreateSrq, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if s != nd2.Success && s != nd2.Pending {
					c.NDK.Create(c.Context, ndk.Status(s), nil)
				}
				return s
			})),
		by("ndk.createsrq.pending-leaves-parameter", "written", "A creation that pends writes to its last parameter.",
			before(calls.NDKCreateCompletion, func(c *calls.Call) { *c.NDK.Created = c.NDK.SRQ })),
		by("ndk.createsrq.affinity-is-a-preference", "none", "An affinity for no processor is refused.",
			refusing(calls.NDKCreateSrq, nd2.InvalidParameter, func(c *calls.Call) bool { return c.NDK.Affinity != nil && c.NDK.Affinity.Mask == 0 })),
		by("ndk.createsrq.notifies-below-threshold", "at", "A new queue notifies when as many Receives as its threshold are left.", offNDKThreshold(+1)),
		by("ndk.createsrq.notifies-below-threshold", "late", "A new queue notifies one Receive late.", offNDKThreshold(-1)),
		by("ndk.createsrq.notifies-below-threshold", "twice", "A queue notifies twice.", at(calls.NDKSrqNotification, twice)),
		by("ndk.createsrq.notifies-below-threshold", "no-context", "A notification has another context.",
			before(calls.NDKSrqNotification, func(c *calls.Call) { c.Context = 0 })),
		by("ndk.createsrq.notification-optional", "demanded", "A threshold without a notification callback is refused.",
			refusing(calls.NDKCreateSrq, nd2.InvalidParameter, func(c *calls.Call) bool { return c.Threshold > 0 && c.NDK.Notification == nil })),
	}
}

func offNDKThreshold(by int) defect {
	return before(calls.NDKCreateSrq, func(c *calls.Call) {
		if c.Threshold > 0 {
			c.Threshold = uint32(int(c.Threshold) + by)
		}
	})
}

func ndkSrqNotifications() []Mutant {
	return slices.Concat(ndkModify(), ndkFailures())
}

// ndkModify break what NdkModifySrq makes of a depth and a threshold.
func ndkModify() []Mutant {
	return []Mutant{
		by("ndk.modifysrq.zero-keeps-depth", "shrinks", "A depth of 0 cuts the queue down to what is posted.",
			after(calls.NDKModifySrq, func(c *calls.Call) {
				if c.Depth == 0 {
					for depth := uint32(1); c.NDK.SRQ.ModifyInner(depth, 0) != ndk.Success; depth++ {
					}
				}
			})),
		by("ndk.modifysrq.zero-keeps-armed", "disarms", "A threshold of 0 disarms the queue.",
			keeping(func(c *calls.Call, disarmed *calls.Record[bool]) nd2.Status {
				switch {
				case c.Method == calls.NDKModifySrq:
					disarmed.Set(c.Object, c.Threshold == 0)
				case c.Method == calls.NDKSrqNotification && disarmed.Get(c.Object):
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("ndk.modifysrq.zero-keeps-disarmed", "arms", "A threshold of 0 arms the queue at the threshold that it had.",
			before(calls.NDKModifySrq, func(c *calls.Call) {
				if c.Threshold == 0 {
					c.Threshold = c.NDK.SRQ.Threshold
				}
			})),
		by("ndk.modifysrq.threshold-arms", "ignored", "A queue that has notified ignores a threshold.",
			keeping(func(c *calls.Call, notified *calls.Record[bool]) nd2.Status {
				switch {
				case c.Method == calls.NDKSrqNotification:
					notified.Set(c.Object, true)
				case c.Method == calls.NDKModifySrq && notified.Get(c.Object):
					c.Threshold = 0
				}
				return c.Proceed()
			})),
		by("ndk.modifysrq.already-below", "waits", "A threshold above the count of Receives makes the queue wait for the next one to be taken.",
			keeping(func(c *calls.Call, modifying *calls.Record[bool]) nd2.Status {
				if c.Method == calls.NDKModifySrq {
					modifying.Set(c.Object, true)
					defer modifying.Set(c.Object, false)
				}
				if c.Method == calls.NDKSrqNotification && modifying.Get(c.Object) {
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("ndk.modifysrq.one-shot", "again", "A queue that has notified is armed again by the next Receive.",
			keeping(func(c *calls.Call, notified *calls.Record[bool]) nd2.Status {
				if c.Method == calls.NDKSrqNotification {
					notified.Set(c.Object, true)
				}
				s := c.Proceed()
				if c.Method == calls.NDKSrqReceive && notified.Set(c.Object, false) {
					c.NDK.SRQ.ModifyInner(0, c.NDK.SRQ.Threshold)
				}
				return s
			})),
		by("ndk.modifysrq.no-lost-notification", "late", "A queue is not armed before the next Receive is posted.",
			keeping(func(c *calls.Call, due *calls.Record[uint32]) nd2.Status {
				if c.Method == calls.NDKModifySrq && c.Threshold > 0 {
					due.Set(c.Object, c.Threshold)
					c.Threshold = 0
				}
				s := c.Proceed()
				if c.Method == calls.NDKSrqReceive {
					if threshold := due.Set(c.Object, 0); threshold > 0 {
						c.NDK.SRQ.ModifyInner(0, threshold)
					}
				}
				return s
			})),
	}
}

// ndkFailures break what becomes of a queue that fails.
func ndkFailures() []Mutant {
	return []Mutant{
		by("ndk.srqnotification.internal-error", "success", "A queue that fails notifies with STATUS_SUCCESS.",
			before(calls.NDKSrqNotification, func(c *calls.Call) { c.NDK.Status = ndk.Success })),
		by("ndk.srqnotification.failure-ends-queue-pairs", "go-on", "A queue pair of a queue that has failed goes on having results.",
			keeping(func(c *calls.Call, failed *calls.Record[bool]) nd2.Status {
				if c.Method == calls.NDKSrqNotification && c.NDK.Status == ndk.InternalError {
					failed.Set(nil, true)
				}
				s := c.Proceed()
				if c.Method == calls.NDKGetCqResults && failed.Get(nil) {
					c.NDK.Results = append(c.NDK.Results, ndk.Result{Status: ndk.Success})
				}
				return s
			})),
		by("ndk.srqnotification.internal-error", "silent", "A queue that fails does not notify.",
			refusing(calls.NDKSrqNotification, nd2.Success, func(c *calls.Call) bool { return c.NDK.Status == ndk.InternalError })),
	}
}
