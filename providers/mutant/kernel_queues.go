package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

const (
	kernelCloseAdapter   = "NDK_ADAPTER::CloseNdkAdapter"
	kernelClosePd        = "NDK_PD_DISPATCH::NdkClosePd"
	kernelCreateSrq      = "NDK_PD_DISPATCH::NdkCreateSrq"
	kernelCreateQp       = "NDK_PD_DISPATCH::NdkCreateQpWithSrq"
	kernelCloseSrq       = "NDK_SRQ_DISPATCH::NdkCloseSrq"
	kernelModify         = "NDK_SRQ_DISPATCH::NdkModifySrq"
	kernelReceive        = "NDK_SRQ_DISPATCH::NdkSrqReceive"
	kernelQueryExtension = "NDK_SRQ_DISPATCH::NdkQueryExtension"
	kernelGetResults     = "NDK_CQ_DISPATCH::NdkGetCqResults"

	// The provider's calls of its consumer.
	kernelCreated = "NDK_FN_CREATE_COMPLETION"
	kernelClosed  = "NDK_FN_CLOSE_COMPLETION"
	kernelNotify  = "NDK_FN_SRQ_NOTIFICATION_CALLBACK"
)

// kernelQueues break NDK's shared receive queues.
func kernelQueues() []Mutant {
	return slices.Concat(kernelCreation(), kernelNotifications(), kernelReceives(), kernelClosing())
}

func kernelCreation() []Mutant {
	twice := func(c *call) nd2.Status {
		c.proceed()
		return c.proceed()
	}
	return []Mutant{
		by("ndk.createsrq.status-pending", "twice", "The create completion is called twice.", at(kernelCreated, twice)),
		by("ndk.createsrq.status-pending", "no-object", "The create completion is given no queue.",
			before(kernelCreated, func(c *call) { c.kernel.object = nil })),
		by("ndk.createsrq.status-pending", "no-context", "The create completion is called with another context.",
			before(kernelCreated, func(c *call) { c.context = 0 })),
		by("ndk.createsrq.status-insufficient-resources-later", "success", "The create completion says STATUS_SUCCESS although resources are lacking.",
			before(kernelCreated, func(c *call) { c.kernel.status = ndk.Success })),
		by("ndk.createsrq.status-insufficient-resources-later", "other", "The create completion says STATUS_INTERNAL_ERROR where resources are lacking.",
			before(kernelCreated, func(c *call) {
				if c.kernel.status == ndk.InsufficientResources {
					c.kernel.status = ndk.InternalError
				}
			})),
		by("ndk.createsrq.inline-calls-nothing", "success", "A creation that succeeds at once calls the create completion.",
			after(kernelCreateSrq, func(c *call) { c.kernel.create(c.context, ndk.Success, c.kernel.queue) })),
		by("ndk.createsrq.inline-calls-nothing", "failure", "A creation that fails at once calls the create completion.",
			at(kernelCreateSrq, func(c *call) nd2.Status {
				s := c.proceed()
				if s != nd2.Success && s != nd2.Pending {
					c.kernel.create(c.context, ndk.Status(s), nil)
				}
				return s
			})),
		by("ndk.createsrq.pending-leaves-parameter", "written", "A creation that pends writes to its last parameter.",
			before(kernelCreated, func(c *call) { *c.kernel.created = c.kernel.queue })),
		by("ndk.createsrq.affinity-is-a-preference", "group", "A processor of a group that there is not is refused.",
			refusing(kernelCreateSrq, nd2.InvalidParameter, func(c *call) bool { return c.kernel.affinity != nil && c.kernel.affinity.Group > 0 })),
		by("ndk.createsrq.affinity-is-a-preference", "none", "An affinity for no processor is refused.",
			refusing(kernelCreateSrq, nd2.InvalidParameter, func(c *call) bool { return c.kernel.affinity != nil && c.kernel.affinity.Mask == 0 })),
		by("ndk.createsrq.notifies-below-threshold", "at", "A new queue notifies when as many Receives as its threshold are left.", offKernelThreshold(+1)),
		by("ndk.createsrq.notifies-below-threshold", "late", "A new queue notifies one Receive late.", offKernelThreshold(-1)),
		by("ndk.createsrq.notifies-below-threshold", "twice", "A queue notifies twice.", at(kernelNotify, twice)),
		by("ndk.createsrq.notifies-below-threshold", "no-context", "A notification has another context.",
			before(kernelNotify, func(c *call) { c.context = 0 })),
		by("ndk.createsrq.notification-optional", "demanded", "A threshold without a notification callback is refused.",
			refusing(kernelCreateSrq, nd2.InvalidParameter, func(c *call) bool { return c.threshold > 0 && c.kernel.notification == nil })),
	}
}

func offKernelThreshold(by int) func() defect {
	return before(kernelCreateSrq, func(c *call) {
		if c.threshold > 0 {
			c.threshold = uint32(int(c.threshold) + by)
		}
	})
}

func kernelNotifications() []Mutant {
	return []Mutant{
		by("ndk.modifysrq.zero-keeps-depth", "shrinks", "A depth of 0 cuts the queue down to what is posted.",
			after(kernelModify, func(c *call) {
				if c.depth == 0 {
					for depth := uint32(1); c.kernel.queue.modify(depth, 0) != ndk.Success; depth++ {
					}
				}
			})),
		by("ndk.modifysrq.zero-keeps-armed", "disarms", "A threshold of 0 disarms the queue.",
			func() defect {
				var disarmed record[bool]
				return defect{call: func(c *call) nd2.Status {
					switch {
					case c.method == kernelModify:
						disarmed.set(c.object, c.threshold == 0)
					case c.method == kernelNotify && disarmed.get(c.object):
						return nd2.Success
					}
					return c.proceed()
				}}
			}),
		by("ndk.modifysrq.zero-keeps-disarmed", "arms", "A threshold of 0 arms the queue at the threshold that it had.",
			before(kernelModify, func(c *call) {
				if c.threshold == 0 {
					c.threshold = c.kernel.queue.threshold
				}
			})),
		by("ndk.modifysrq.threshold-arms", "ignored", "A queue that has notified ignores a threshold.",
			func() defect {
				var notified record[bool]
				return defect{call: func(c *call) nd2.Status {
					switch {
					case c.method == kernelNotify:
						notified.set(c.object, true)
					case c.method == kernelModify && notified.get(c.object):
						c.threshold = 0
					}
					return c.proceed()
				}}
			}),
		by("ndk.modifysrq.already-below", "waits", "A threshold above the count of Receives makes the queue wait for the next one to be taken.",
			func() defect {
				var modifying record[bool]
				return defect{call: func(c *call) nd2.Status {
					if c.method == kernelModify {
						modifying.set(c.object, true)
						defer modifying.set(c.object, false)
					}
					if c.method == kernelNotify && modifying.get(c.object) {
						return nd2.Success
					}
					return c.proceed()
				}}
			}),
		by("ndk.modifysrq.one-shot", "again", "A queue that has notified is armed again by the next Receive.",
			func() defect {
				var notified record[bool]
				return defect{call: func(c *call) nd2.Status {
					if c.method == kernelNotify {
						notified.set(c.object, true)
					}
					s := c.proceed()
					if c.method == kernelReceive && notified.set(c.object, false) {
						c.kernel.queue.modify(0, c.kernel.queue.threshold)
					}
					return s
				}}
			}),
		by("ndk.modifysrq.no-lost-notification", "late", "A queue is not armed before the next Receive is posted.",
			func() defect {
				var due record[uint32]
				return defect{call: func(c *call) nd2.Status {
					if c.method == kernelModify && c.threshold > 0 {
						due.set(c.object, c.threshold)
						c.threshold = 0
					}
					s := c.proceed()
					if c.method == kernelReceive {
						if threshold := due.set(c.object, 0); threshold > 0 {
							c.kernel.queue.modify(0, threshold)
						}
					}
					return s
				}}
			}),
		by("ndk.srqnotification.internal-error", "success", "A queue that fails notifies with STATUS_SUCCESS.",
			before(kernelNotify, func(c *call) { c.kernel.status = ndk.Success })),
		by("ndk.srqnotification.failure-ends-queue-pairs", "go-on", "A queue pair of a queue that has failed has a result.",
			func() defect {
				var failed record[bool]
				return defect{call: func(c *call) nd2.Status {
					if c.method == kernelNotify && c.kernel.status == ndk.InternalError {
						failed.set(nil, true)
					}
					s := c.proceed()
					if c.method == kernelGetResults && failed.set(nil, false) {
						c.kernel.outcomes = append(c.kernel.outcomes, ndk.Result{Status: ndk.Success})
					}
					return s
				}}
			}),
		by("ndk.srqnotification.internal-error", "silent", "A queue that fails does not notify.",
			refusing(kernelNotify, nd2.Success, func(c *call) bool { return c.kernel.status == ndk.InternalError })),
	}
}

func kernelReceives() []Mutant {
	each := func(change func(r *ndk.Result)) func() defect {
		return after(kernelGetResults, func(c *call) {
			for i := range c.kernel.outcomes {
				change(&c.kernel.outcomes[i])
			}
		})
	}
	return []Mutant{
		by("ndk.srqreceive.data", "scattered", "A Receive fills its entries last to first.",
			before(kernelReceive, func(c *call) {
				c.kernel.sgl = slices.Clone(c.kernel.sgl)
				slices.Reverse(c.kernel.sgl)
			})),
		by("ndk.srqreceive.data", "rounded", "BytesTransferred of a Receive is rounded up to a multiple of eight.",
			each(func(r *ndk.Result) { r.BytesTransferred = (r.BytesTransferred + 7) &^ 7 })),
		by("ndk.srqreceive.data", "truncated", "A result's request context has lost its upper half.",
			each(func(r *ndk.Result) { r.RequestContext &= 0xffffffff })),
		by("ndk.srqreceive.qp-context", "none", "A result has no queue pair's context.", each(func(r *ndk.Result) { r.QPContext = 0 })),
		by("ndk.srqreceive.shared", "first", "Results have the context of the queue pair that was created first.",
			func() defect {
				var first record[uintptr]
				return before(kernelCreateQp, func(c *call) {
					c.context = first.update(nil, func(context uintptr) uintptr {
						if context == 0 {
							return c.context
						}
						return context
					})
				})()
			}),
		by("ndk.srqreceive.beyond-depth", "taken", "A Receive beyond the queue's depth is taken, and lost.",
			at(kernelReceive, func(c *call) nd2.Status {
				c.proceed()
				return nd2.Success
			})),
		by("ndk.srqreceive.beyond-depth", "stays-full", "A queue that was full once takes no Receive any more.",
			func() defect {
				var full record[bool]
				return defect{call: only(kernelReceive, func(c *call) nd2.Status {
					s := c.proceed()
					if s != nd2.Success {
						full.set(c.object, true)
					}
					if full.get(c.object) {
						return nd2.NoMoreEntries
					}
					return s
				})}
			}),
	}
}
