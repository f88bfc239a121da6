package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

func srqNotifications() []Mutant {
	return slices.Concat(srqArming(), srqThresholds(), srqEnds())
}

// srqArming break what arms a shared receive queue, and when it notifies.
func srqArming() []Mutant {
	return []Mutant{
		by("srq.notify.already-below", "waits", "A request made when the count is below the threshold is not completed.",
			at(calls.SRQNotify, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.Success {
					c.Shadow.Mute()
					return nd2.Pending
				}
				return s
			})),
		by("srq.notify.arms-once", "stays-armed", "A request is notified of the fall after the one that completed it, too.", rearming(calls.SRQNotify)),
		by("srq.notify.counts-for-all-queue-pairs", "one", "Receives that a second queue pair takes do not count.", countsOneQueuePair),
		by("srq.notify.counts-posted-receives", "taken-only", "Receives that are posted after a Notify do not put the notification off.",
			keeping(func(c *calls.Call, extra *calls.Record[uint32]) nd2.Status {
				s := c.Proceed()
				if c.Method == calls.SRQReceive && s == nd2.Success && len(c.Outstanding()) > 0 {
					q := c.OnSRQ()
					q.Inner.Modify(0, q.Threshold+extra.Update(c.Object, func(n uint32) uint32 { return n + 1 }))
				}
				return s
			})),
		by("srq.notify.fires-below-threshold", "at", "The notification comes when the count reaches the threshold.", offThreshold(+1)),
		by("srq.notify.fires-below-threshold", "late", "The notification comes one Receive late.", offThreshold(-1)),
		by("srq.notify.releases-every-request", "first-only", "A fall below the threshold completes the oldest request only.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.Notifies(calls.SRQNotify, nd2.Success) {
					muteOthers(c, calls.SRQNotify, func(*calls.Shadow) bool { return true })
				}
				return c.Proceed()
			})),
		by("srq.notify.unarmed-at-creation", "armed", "The first request on a queue is completed at once.",
			keepingAt(calls.SRQNotify, func(c *calls.Call, asked *calls.Record[bool]) nd2.Status {
				if !asked.Set(c.Object, true) {
					return nd2.Success
				}
				return c.Proceed()
			})),
		by("adapter.createsharedreceivequeue.zero-threshold-disables", "one", "A threshold of 0 at creation notifies when no Receive is left.",
			before(calls.AdapterCreateSharedReceiveQueue, func(c *calls.Call) { c.Threshold = max(1, c.Threshold) })),
	}
}

// srqThresholds break what Modify makes of a threshold.
func srqThresholds() []Mutant {
	return []Mutant{
		by("srq.modify.already-below", "waits", "Raising the threshold above the count completes no request.",
			keeping(func(c *calls.Call, modifying *calls.Record[bool]) nd2.Status {
				if c.Method == calls.SRQModify {
					modifying.Set(c.Object, true)
					defer modifying.Set(c.Object, false)
				}
				if c.Notifies(calls.SRQNotify, nd2.Success) && modifying.Get(c.Object) {
					c.Shadow.Mute()
				}
				return c.Proceed()
			})),
		by("srq.modify.enables-notification", "ignored", "A queue created without a threshold ignores the one of Modify.",
			before(calls.SRQModify, func(c *calls.Call) {
				if c.OnSRQ().Threshold == 0 {
					c.Threshold = 0
				}
			})),
		by("srq.modify.threshold-holds-for-outstanding-requests", "later", "A new threshold holds from the next Notify on.",
			keeping(func(c *calls.Call, later *calls.Record[uint32]) nd2.Status {
				switch {
				case c.Method == calls.SRQModify && c.Threshold != 0 && len(c.Outstanding()) > 0:
					later.Set(c.Object, c.Threshold)
					c.Threshold = 0
				case c.Method == calls.SRQNotify:
					if threshold := later.Set(c.Object, 0); threshold != 0 {
						c.OnSRQ().Inner.Modify(0, threshold)
					}
				}
				return c.Proceed()
			})),
		by("srq.modify.zero-threshold-keeps-threshold", "disables", "A threshold of 0 in Modify disables notifications.",
			keeping(func(c *calls.Call, disabled *calls.Record[bool]) nd2.Status {
				s := c.Proceed()
				if c.Method == calls.SRQModify && s == nd2.Success {
					disabled.Set(c.Object, c.Threshold == 0)
				}
				if c.Method == calls.SRQNotify && disabled.Get(c.Object) && c.Shadow != nil {
					c.Shadow.Mute()
					return nd2.Pending
				}
				return s
			})),
		by("srq.modify.zero-threshold-keeps-threshold", "refused", "A threshold of 0 in Modify is refused.",
			refusing(calls.SRQModify, nd2.InvalidParameter, func(c *calls.Call) bool { return c.Threshold == 0 })),
	}
}

// srqEnds break how requests end that no threshold completes.
func srqEnds() []Mutant {
	return []Mutant{
		by("srq.notify.ends-on-release", "never", "Releasing the queue leaves its requests pending.", forgottenOnRelease("IND2SharedReceiveQueue")),
		by("srq.notify.ends-on-removal", "never", "A request outstanding when the adapter is removed never ends.", neverEnding(calls.SRQNotify, nd2.DeviceRemoved)),
		by("srq.notify.failure-despite-no-threshold", "forgotten", "A failure of a queue without a threshold completes no request.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.Notifies(calls.SRQNotify, nd2.InternalError) && c.OnSRQ().Threshold == 0 {
					c.Shadow.Mute()
				}
				return c.Proceed()
			})),
	}
}

// offThreshold makes a defect by which every threshold is higher or lower.
func offThreshold(by int) defect {
	change := func(c *calls.Call) {
		if c.Threshold > 0 {
			c.Threshold = uint32(int(c.Threshold) + by)
		}
	}
	return onCall(func(c *calls.Call) nd2.Status {
		if c.Method == calls.SRQModify || c.Method == calls.AdapterCreateSharedReceiveQueue {
			change(c)
		}
		return c.Proceed()
	})
}

// countsOneQueuePair makes a defect by which a shared receive queue does not notify
// once several queue pairs have taken from it.
func countsOneQueuePair() calls.Hooks {
	var takers calls.Record[map[*calls.QueuePair]bool]
	return calls.Hooks{
		Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
			for _, o := range fresh {
				if o.FromSRQ() {
					takers.Update(o.Of.Object, func(set map[*calls.QueuePair]bool) map[*calls.QueuePair]bool {
						if set == nil {
							set = map[*calls.QueuePair]bool{}
						}
						set[o.On] = true
						return set
					})
				}
			}
			return fresh
		},
		Call: func(c *calls.Call) nd2.Status {
			if c.Notifies(calls.SRQNotify, nd2.Success) {
				for _, q := range calls.Living[*calls.QueuePair](c.Object) {
					if q.SRQ == c.Self {
						q.ReceiveCQ.Queued(nil)
					}
				}
				if len(takers.Get(c.Object)) > 1 {
					c.Shadow.Mute()
				}
			}
			return c.Proceed()
		},
	}
}
