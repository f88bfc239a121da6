package cq

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var notify = []Mutant{
	New("cq.notify.arms-once/stays-armed",
		"A completed request is notified of the next result, too.", Rearming(calls.CQNotify)),
	New("cq.notify.releases-every-request/eight", "A request behind eight others is not completed.",
		When(On(calls.CQNotify).If(func(c *calls.Call) bool { return len(c.Outstanding()) > 8 }), Unanswered)),
	New("cq.notify.releases-every-request/errors-last",
		"A request for ND_CQ_NOTIFY_ERRORS takes the place of those for results.",
		Before(calls.CQNotify, func(c *calls.Call) {
			if c.NotifyType == nd2.NotifyErrors {
				MuteOthers(c, calls.CQNotify)
			}
		})),
	New("cq.notify.releases-every-request/first-only", "A trigger completes the oldest request only.",
		OneOnly(calls.CQNotify, nd2.Success)),
	New("cq.notify.since-last-notification/ignored", "Notify ignores results that are queued already.",
		When(On(calls.CQNotify), ignoringQueued)),
}

var notifyArming = []Mutant{
	New("cq.notify.triggers-once-queued/twice",
		"The request after a completed one is completed by the same result while it is queued.",
		NextAfter(Ended(calls.CQNotify, nd2.Success), On(calls.CQNotify),
			Only(func(c *calls.Call) bool { return len(c.OnCQ().Queued(nil)) > 0 }, Nothing))),
	New("cq.notify.triggers-once/twice", "The request after a completed one is completed by the same result.",
		NextAfter(Ended(calls.CQNotify, nd2.Success), On(calls.CQNotify), Nothing)),
	New("cq.notify.unarmed-at-creation/armed",
		"A new queue posts a packet for its first result without having been asked.",
		After(calls.AdapterCreateCompletionQueue, func(c *calls.Call) {
			(*c.Out).(*calls.CompletionQueue).Notify(nd2.NotifyAny, &nd2.Overlapped{})
		})),
}

var notifyRequests = slices.Concat(
	Notifications("cq.notify.notified-once", calls.CQNotify),
	[]Mutant{
		New("cq.notify.cancel-disarms/stays-armed",
			"After ND_CQ_NOTIFY_ANY was canceled, ND_CQ_NOTIFY_SOLICITED is taken for ND_CQ_NOTIFY_ANY.",
			NextAfter(Canceled("IND2CompletionQueue"), On(calls.CQNotify), First(func(c *calls.Call) {
				if c.NotifyType == nd2.NotifySolicited {
					c.NotifyType = nd2.NotifyAny
				}
			}))),
		New("cq.notify.cancel-ends-all/first-only", "CancelOverlappedRequests ends the oldest request only.",
			OneOnly(calls.CQNotify, nd2.Canceled)),
		New("cq.notify.cancel-ends-all/not-errors",
			"CancelOverlappedRequests leaves requests for ND_CQ_NOTIFY_ERRORS pending.",
			Before(calls.CancelOverlappedRequests, func(c *calls.Call) { Mute(asked(c, nd2.NotifyErrors)) })),
	},
)

var notifyCanceled = []Mutant{
	New("cq.notify.cancel-race/forgets", "After CancelOverlappedRequests, Notify ignores the results that are queued.",
		NextAfter(On(calls.CancelOverlappedRequests), On(calls.CQNotify), ignoringQueued)),
	InlinePacket("cq.notify.inline-not-notified", calls.CQNotify),
	New("cq.notify.inline-not-notified/beside-another",
		"A request that ends inline has a packet posted if another one is pending.",
		After(calls.CQNotify, func(c *calls.Call) {
			if len(c.Outstanding()) > 1 {
				c.Proxy.PostPacket()
			}
		})),
}

var lostWakeups = []Mutant{
	New("cq.notify.never-stuck/fourth", "The fourth request on a queue is never completed.",
		Nth(4, On(calls.CQNotify), Unanswered)),
	New("cq.notify.no-lost-wakeup/lost",
		"A result that is queued between a GetResults that came back short and Notify wakes nobody.",
		Recording(func(c *calls.Call, short *calls.Record[bool]) nd2.Status {
			s := c.Proceed()
			switch {
			case c.Method == calls.CQGetResults:
				short.Set(c.Object, int(c.Count) < len(c.Results))
			case c.Method == calls.CQNotify && s == nd2.Success && short.Get(c.Object):
				return c.Proceed()
			}
			return s
		})),
	New("cq.notify.no-lost-wakeup/meanwhile", "A result that is queued while Notify is being called wakes nobody.",
		Recording(func(c *calls.Call, calling *calls.Record[bool]) nd2.Status {
			if c.Notifies(calls.CQNotify, nd2.Success) && calling.Get(c.Object) {
				c.Proxy.Mute()
			}
			if c.Method != calls.CQNotify {
				return c.Proceed()
			}
			none := len(c.OnCQ().Queued(nil)) == 0
			calling.Set(c.Object, true)
			s := c.Proceed()
			calling.Set(c.Object, false)
			if s == nd2.Success && none {
				return c.Proceed()
			}
			return s
		})),
}

var earlyWakeups = []Mutant{
	New("cq.notify.parallel/twice", "Every fifth result is given to two clients.", func() calls.Hooks {
		var n int
		var mu sync.Mutex
		return calls.Hooks{Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) (given []calls.Outcome) {
			mu.Lock()
			defer mu.Unlock()
			for _, o := range fresh {
				given = append(given, o)
				n++
				if n%5 == 0 {
					given = append(given, o)
				}
			}
			return given
		}}
	}),
	New("cq.notify.result-before-notification/after", "The result comes a moment after its notification.",
		NextAfter(Ended(calls.CQNotify, nd2.Success), On(calls.CQGetResults), Nothing)),
	New("cq.notify.solicited-after-receive/before", "A solicited notification comes a moment before the Receive's result.",
		NextAfter(Ended(calls.CQNotify, nd2.Success).If(func(c *calls.Call) bool {
			return c.Proxy.NotifyType == nd2.NotifySolicited
		}), On(calls.CQGetResults), Nothing)),
}
