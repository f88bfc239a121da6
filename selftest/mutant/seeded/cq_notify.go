package seeded

import (
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var notifications = []Fault{
	fault("stateful/cancel-leaves-third", Notification, "A cancel leaves every third request pending.",
		Before(calls.CancelOverlappedRequests, func(c *calls.Call) {
			for i, s := range c.Outstanding() {
				if i%3 == 2 {
					s.Mute()
				}
			}
		}), "cq.notify.cancel-ends-all"),
	fault("stateful/removal-ends-one", Notification,
		"When the adapter is removed, only one of several outstanding Notifies ends.",
		BeforeNotifying(calls.CQNotify, nd2.DeviceRemoved, func(c *calls.Call) { muteFrom(1, c.Outstanding()) }),
		"cq.notify.ends-on-removal", "overlapped.getoverlappedresult.nd-device-removed"),
	fault("stateful/failure-not-solicited", Notification,
		"A failed request does not complete a Notify for solicited results.",
		IgnoringResults(nd2.NotifySolicited, func(o calls.Outcome) bool { return o.Status != nd2.Success }),
		"cq.notify.error-satisfies-solicited"),
	fault("stateful/event-of-another-queue", Counting,
		"With every eighth notification, a Notify of another completion queue is lost.",
		OneIn(8, Ended(calls.CQNotify, nd2.Success), First(func(c *calls.Call) {
			for _, other := range calls.Others[*calls.CompletionQueue](c.Object) {
				if armed := other.Outstanding(); len(armed) > 0 {
					armed[0].Mute()
					break
				}
			}
		})), "cq.notify.never-stuck", "cq.notify.no-lost-wakeup"),
	fault("stateful/never-set-1-in-100", Counting, "One Notify of a completion queue in 100 is never completed.",
		OneIn(100, On(calls.CQNotify), Unanswered), "cq.notify.never-stuck"),
	fault("stateful/wakeup-lost-after-cancel", Notification, "The Notify after a canceled Notify is never completed.",
		NextAfter(Canceled("IND2CompletionQueue"), On(calls.CQNotify), Unanswered), "cq.notify.never-stuck",
		"overlapped.canceloverlappedrequests.usable-again"),
	fault("stateful/wakeup-lost-after-two-canceled", Notification,
		"The Notify after two were canceled together is never completed.",
		NextAfter(Canceled("IND2CompletionQueue").If(func(c *calls.Call) bool { return len(c.Outstanding()) > 1 }),
			On(calls.CQNotify), Unanswered), "cq.notify.never-stuck", "overlapped.canceloverlappedrequests.usable-again"),
	fault("stateful/any-becomes-solicited", Notification, "Every third Notify for any result waits for a solicited one.",
		anyBecomesSolicited, "cq.notify.no-lost-wakeup", "cq.notify.any-by-each-request-type"),
}

var solicitedNotifications = []Fault{
	fault("stateful/deadlock-notify-results", Notification,
		"Notify and GetResults of a queue take two locks in opposite order.", deadlockOfTwo, "cq.notify.parallel"),
	fault("stateful/two-threads-one-result", Order,
		"When two threads call GetResults on one queue, both may get the same result.", func() calls.Hooks {
			var inside calls.Record[int]
			var last calls.Record[nd2.Result]
			return calls.Hooks{Call: calls.At(calls.CQGetResults, func(c *calls.Call) nd2.Status {
				inside.Update(c.Object, Increment)
				s := c.Proceed()
				switch n := int(c.Count); {
				case n > 0 && n <= len(c.Results):
					last.Set(c.Object, c.Results[n-1])
				case n == 0 && len(c.Results) > 0 && inside.Get(c.Object) > 1:
					if r := last.Set(c.Object, nd2.Result{}); r.RequestContext != 0 {
						c.Results[0], c.Count = r, 1
					}
				}
				inside.Update(c.Object, Decrement)
				return s
			})}
		}, "cq.notify.parallel", "cq.getresults.every-request-ends"),
	fault("stateful/three-released-at-most", Notification, "A trigger completes at most three outstanding Notifies.",
		BeforeNotifying(calls.CQNotify, nd2.Success, func(c *calls.Call) { muteFrom(2, c.Outstanding()) }),
		"cq.notify.releases-every-request"),
	fault("stateful/solicit-lost-empty", Notification, "A solicited Send of no bytes is not solicited.",
		WithoutFlag(calls.QPSend, nd2.SendAndSolicitEvent, func(c *calls.Call) bool { return TotalLength(c.SGE) == 0 }),
		"cq.notify.solicited-by-flag"),
	fault("stateful/solicit-lost-inline", Notification, "A solicited Send that is inline and fenced is not solicited.",
		WithoutFlag(calls.QPSend, nd2.SendAndSolicitEvent, func(c *calls.Call) bool {
			both := nd2.Inline | nd2.ReadFence
			return c.Flags&both == both
		}), "cq.notify.solicited-by-flag"),
}

func anyBecomesSolicited() calls.Hooks {
	var asked calls.Record[int]
	return calls.Hooks{Call: calls.Before(calls.CQNotify, func(c *calls.Call) {
		if c.NotifyType == nd2.NotifyAny && asked.Update(c.Object, Increment)%3 == 0 {
			c.NotifyType = nd2.NotifySolicited
		}
	})}
}

// deadlockOfTwo makes Notify and GetResults take the locks of a queue and of its events
// in opposite order.
func deadlockOfTwo() calls.Hooks {
	type locks struct{ ring, events sync.Mutex }
	var of calls.Record[*locks]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch own := of.Keep(c.Object, new(locks)); c.Method {
		case calls.CQNotify:
			return holding(&own.events, &own.ring, c)
		case calls.CQGetResults:
			return holding(&own.ring, &own.events, c)
		}
		return c.Proceed()
	}}
}
