package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// failedQueues break what becomes of the requests of a queue that was overrun, removed
// or released.
func failedQueues() []Mutant {
	return []Mutant{
		by("cq.notify.overrun-of-every-type", "errors-forgotten", "An overrun leaves requests for ND_CQ_NOTIFY_ERRORS pending.", overrunMisses(nd2.NotifyErrors)),
		by("cq.notify.overrun-of-every-type", "solicited-forgotten", "An overrun leaves requests for ND_CQ_NOTIFY_SOLICITED pending.", overrunMisses(nd2.NotifySolicited)),
		by("cq.notify.overrun-spares-others", "ends-others", "An overrun ends the requests of other queues.",
			onCall(func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if c.Notifies(calls.CQNotify, nd2.BufferOverflow) {
					endOthers(c, nd2.BufferOverflow)
				}
				return s
			})),
		by("cq.notify.overrun-spares-others", "flushes-others", "An overrun flushes the queue pairs of other queues.",
			onCall(func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if c.Notifies(calls.CQNotify, nd2.BufferOverflow) {
					for _, q := range calls.Living[*calls.QueuePair](c.Object) {
						q.Inner.Flush()
					}
				}
				return s
			})),
		by("cq.notify.ends-on-removal", "never", "A request outstanding when the adapter is removed never ends.", neverEnding(calls.CQNotify, nd2.DeviceRemoved)),
		by("cq.notify.ends-on-release", "never", "A request outstanding when the queue is released never ends.", forgottenOnRelease("IND2CompletionQueue")),
	}
}

func overrunMisses(kind nd2.NotifyType) defect {
	return onCall(func(c *calls.Call) nd2.Status {
		if c.Notifies(calls.CQNotify, nd2.BufferOverflow) && c.Shadow.NotifyType == kind {
			c.Shadow.Mute()
		}
		return c.Proceed()
	})
}

// neverEnding makes a defect by which requests that would end with a status do not.
func neverEnding(method string, with nd2.Status) defect {
	return onCall(func(c *calls.Call) nd2.Status {
		if c.Notifies(method, with) {
			c.Shadow.Mute()
		}
		return c.Proceed()
	})
}

// forgottenOnRelease makes a defect by which the last Release of an object leaves its
// requests pending.
func forgottenOnRelease(kind string) defect {
	return before(calls.Release, func(c *calls.Call) {
		if c.Object.Kind == kind && c.LastReference() {
			for _, s := range c.Outstanding() {
				s.Mute()
			}
		}
	})
}

// endOthers ends the requests of all other completion queues.
func endOthers(c *calls.Call, with nd2.Status) {
	for _, q := range calls.Others[*calls.CompletionQueue](c.Object) {
		for _, s := range q.Outstanding() {
			s.End(with)
		}
	}
}
