package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// ndkSrqs break NDK's shared receive queues.
func ndkSrqs() []Mutant {
	return slices.Concat(ndkSrqCreation(), ndkSrqNotifications(), ndkSrqReceives(), ndkCloses())
}

func ndkSrqCreation() []Mutant {
	twice := func(c *interpose.Call) nd2.Status {
		c.Proceed()
		return c.Proceed()
	}
	return []Mutant{
		by("ndk.createsrq.status-pending", "twice", "The create completion is called twice.", at(interpose.NDKCreateCompletion, twice)),
		by("ndk.createsrq.status-pending", "no-object", "The create completion is given no queue.",
			before(interpose.NDKCreateCompletion, func(c *interpose.Call) { c.NDK.Object = nil })),
		by("ndk.createsrq.status-pending", "no-context", "The create completion is called with another context.",
			before(interpose.NDKCreateCompletion, func(c *interpose.Call) { c.Context = 0 })),
		by("ndk.createsrq.status-insufficient-resources-later", "success", "The create completion says STATUS_SUCCESS although resources are lacking.",
			before(interpose.NDKCreateCompletion, func(c *interpose.Call) { c.NDK.Status = ndk.Success })),
		by("ndk.createsrq.status-insufficient-resources-later", "other", "The create completion says STATUS_INTERNAL_ERROR where resources are lacking.",
			before(interpose.NDKCreateCompletion, func(c *interpose.Call) {
				if c.NDK.Status == ndk.InsufficientResources {
					c.NDK.Status = ndk.InternalError
				}
			})),
		by("ndk.createsrq.inline-calls-nothing", "success", "A creation that succeeds at once calls the create completion.",
			after(interpose.NDKCreateSrq, func(c *interpose.Call) { c.NDK.Create(c.Context, ndk.Success, c.NDK.SRQ) })),
		by("ndk.createsrq.inline-calls-nothing", "failure", "A creation that fails at once calls the create completion.",
			at(interpose.NDKCreateSrq, func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if s != nd2.Success && s != nd2.Pending {
					c.NDK.Create(c.Context, ndk.Status(s), nil)
				}
				return s
			})),
		by("ndk.createsrq.pending-leaves-parameter", "written", "A creation that pends writes to its last parameter.",
			before(interpose.NDKCreateCompletion, func(c *interpose.Call) { *c.NDK.Created = c.NDK.SRQ })),
		by("ndk.createsrq.affinity-is-a-preference", "group", "A processor of a group that there is not is refused.",
			refusing(interpose.NDKCreateSrq, nd2.InvalidParameter, func(c *interpose.Call) bool { return c.NDK.Affinity != nil && c.NDK.Affinity.Group > 0 })),
		by("ndk.createsrq.affinity-is-a-preference", "none", "An affinity for no processor is refused.",
			refusing(interpose.NDKCreateSrq, nd2.InvalidParameter, func(c *interpose.Call) bool { return c.NDK.Affinity != nil && c.NDK.Affinity.Mask == 0 })),
		by("ndk.createsrq.notifies-below-threshold", "at", "A new queue notifies when as many Receives as its threshold are left.", offNDKThreshold(+1)),
		by("ndk.createsrq.notifies-below-threshold", "late", "A new queue notifies one Receive late.", offNDKThreshold(-1)),
		by("ndk.createsrq.notifies-below-threshold", "twice", "A queue notifies twice.", at(interpose.NDKSrqNotification, twice)),
		by("ndk.createsrq.notifies-below-threshold", "no-context", "A notification has another context.",
			before(interpose.NDKSrqNotification, func(c *interpose.Call) { c.Context = 0 })),
		by("ndk.createsrq.notification-optional", "demanded", "A threshold without a notification callback is refused.",
			refusing(interpose.NDKCreateSrq, nd2.InvalidParameter, func(c *interpose.Call) bool { return c.Threshold > 0 && c.NDK.Notification == nil })),
	}
}

func offNDKThreshold(by int) defect {
	return before(interpose.NDKCreateSrq, func(c *interpose.Call) {
		if c.Threshold > 0 {
			c.Threshold = uint32(int(c.Threshold) + by)
		}
	})
}

func ndkSrqNotifications() []Mutant {
	return []Mutant{
		by("ndk.modifysrq.zero-keeps-depth", "shrinks", "A depth of 0 cuts the queue down to what is posted.",
			after(interpose.NDKModifySrq, func(c *interpose.Call) {
				if c.Depth == 0 {
					for depth := uint32(1); c.NDK.SRQ.ModifyInner(depth, 0) != ndk.Success; depth++ {
					}
				}
			})),
		by("ndk.modifysrq.zero-keeps-armed", "disarms", "A threshold of 0 disarms the queue.",
			func() interpose.Hooks {
				var disarmed interpose.Record[bool]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					switch {
					case c.Method == interpose.NDKModifySrq:
						disarmed.Set(c.Object, c.Threshold == 0)
					case c.Method == interpose.NDKSrqNotification && disarmed.Get(c.Object):
						return nd2.Success
					}
					return c.Proceed()
				}}
			}),
		by("ndk.modifysrq.zero-keeps-disarmed", "arms", "A threshold of 0 arms the queue at the threshold that it had.",
			before(interpose.NDKModifySrq, func(c *interpose.Call) {
				if c.Threshold == 0 {
					c.Threshold = c.NDK.SRQ.Threshold
				}
			})),
		by("ndk.modifysrq.threshold-arms", "ignored", "A queue that has notified ignores a threshold.",
			func() interpose.Hooks {
				var notified interpose.Record[bool]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					switch {
					case c.Method == interpose.NDKSrqNotification:
						notified.Set(c.Object, true)
					case c.Method == interpose.NDKModifySrq && notified.Get(c.Object):
						c.Threshold = 0
					}
					return c.Proceed()
				}}
			}),
		by("ndk.modifysrq.already-below", "waits", "A threshold above the count of Receives makes the queue wait for the next one to be taken.",
			func() interpose.Hooks {
				var modifying interpose.Record[bool]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					if c.Method == interpose.NDKModifySrq {
						modifying.Set(c.Object, true)
						defer modifying.Set(c.Object, false)
					}
					if c.Method == interpose.NDKSrqNotification && modifying.Get(c.Object) {
						return nd2.Success
					}
					return c.Proceed()
				}}
			}),
		by("ndk.modifysrq.one-shot", "again", "A queue that has notified is armed again by the next Receive.",
			func() interpose.Hooks {
				var notified interpose.Record[bool]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					if c.Method == interpose.NDKSrqNotification {
						notified.Set(c.Object, true)
					}
					s := c.Proceed()
					if c.Method == interpose.NDKSrqReceive && notified.Set(c.Object, false) {
						c.NDK.SRQ.ModifyInner(0, c.NDK.SRQ.Threshold)
					}
					return s
				}}
			}),
		by("ndk.modifysrq.no-lost-notification", "late", "A queue is not armed before the next Receive is posted.",
			func() interpose.Hooks {
				var due interpose.Record[uint32]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					if c.Method == interpose.NDKModifySrq && c.Threshold > 0 {
						due.Set(c.Object, c.Threshold)
						c.Threshold = 0
					}
					s := c.Proceed()
					if c.Method == interpose.NDKSrqReceive {
						if threshold := due.Set(c.Object, 0); threshold > 0 {
							c.NDK.SRQ.ModifyInner(0, threshold)
						}
					}
					return s
				}}
			}),
		by("ndk.srqnotification.internal-error", "success", "A queue that fails notifies with STATUS_SUCCESS.",
			before(interpose.NDKSrqNotification, func(c *interpose.Call) { c.NDK.Status = ndk.Success })),
		by("ndk.srqnotification.failure-ends-queue-pairs", "go-on", "A queue pair of a queue that has failed has a result.",
			func() interpose.Hooks {
				var failed interpose.Record[bool]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					if c.Method == interpose.NDKSrqNotification && c.NDK.Status == ndk.InternalError {
						failed.Set(nil, true)
					}
					s := c.Proceed()
					if c.Method == interpose.NDKGetCqResults && failed.Set(nil, false) {
						c.NDK.Results = append(c.NDK.Results, ndk.Result{Status: ndk.Success})
					}
					return s
				}}
			}),
		by("ndk.srqnotification.internal-error", "silent", "A queue that fails does not notify.",
			refusing(interpose.NDKSrqNotification, nd2.Success, func(c *interpose.Call) bool { return c.NDK.Status == ndk.InternalError })),
	}
}

func ndkSrqReceives() []Mutant {
	each := func(change func(r *ndk.Result)) defect {
		return after(interpose.NDKGetCqResults, func(c *interpose.Call) {
			for i := range c.NDK.Results {
				change(&c.NDK.Results[i])
			}
		})
	}
	return []Mutant{
		by("ndk.srqreceive.data", "scattered", "A Receive fills its entries last to first.",
			before(interpose.NDKSrqReceive, func(c *interpose.Call) {
				c.NDK.SGL = slices.Clone(c.NDK.SGL)
				slices.Reverse(c.NDK.SGL)
			})),
		by("ndk.srqreceive.data", "rounded", "BytesTransferred of a Receive is rounded up to a multiple of eight.",
			each(func(r *ndk.Result) { r.BytesTransferred = (r.BytesTransferred + 7) &^ 7 })),
		by("ndk.srqreceive.data", "truncated", "A result's request context has lost its upper half.",
			each(func(r *ndk.Result) { r.RequestContext &= 0xffffffff })),
		by("ndk.srqreceive.qp-context", "none", "A result has no queue pair's context.", each(func(r *ndk.Result) { r.QPContext = 0 })),
		by("ndk.srqreceive.shared", "first", "Results have the context of the queue pair that was created first.",
			func() interpose.Hooks {
				var first interpose.Record[uintptr]
				return before(interpose.NDKCreateQpWithSrq, func(c *interpose.Call) {
					c.Context = first.Update(nil, func(context uintptr) uintptr {
						if context == 0 {
							return c.Context
						}
						return context
					})
				})()
			}),
		by("ndk.srqreceive.beyond-depth", "taken", "A Receive beyond the queue's depth is taken, and lost.",
			at(interpose.NDKSrqReceive, func(c *interpose.Call) nd2.Status {
				c.Proceed()
				return nd2.Success
			})),
		by("ndk.srqreceive.beyond-depth", "stays-full", "A queue that was full once takes no Receive any more.",
			func() interpose.Hooks {
				var full interpose.Record[bool]
				return interpose.Hooks{Call: interpose.At(interpose.NDKSrqReceive, func(c *interpose.Call) nd2.Status {
					s := c.Proceed()
					if s != nd2.Success {
						full.Set(c.Object, true)
					}
					if full.Get(c.Object) {
						return nd2.NoMoreEntries
					}
					return s
				})}
			}),
	}
}
