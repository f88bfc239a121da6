package cq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var notify = []Mutant{
	New("cq.notify.arms-once/stays-armed",
		"A request is notified of the result after the one that completed it, too.", Rearming(calls.CQNotify)),
	New("cq.notify.queues-independent/all", "A trigger of a queue completes the requests of the others too.",
		When(Ended(calls.CQNotify, nd2.Success), Then(func(c *calls.Call) { endOthers(c, nd2.Success) }))),
	New("cq.notify.releases-every-request/eight", "A request behind eight others is not completed.",
		When(On(calls.CQNotify).If(func(c *calls.Call) bool { return len(c.Outstanding()) > 8 }), Unanswered)),
	New("cq.notify.releases-every-request/errors-last",
		"A request for ND_CQ_NOTIFY_ERRORS takes the place of those for results.",
		Before(calls.CQNotify, func(c *calls.Call) {
			if c.NotifyType != nd2.NotifyErrors {
				return
			}
			for _, s := range c.Outstanding() {
				if s != c.Proxy {
					s.Mute()
				}
			}
		})),
	New("cq.notify.releases-every-request/first-only", "A trigger completes the oldest request only.",
		OneOnly(calls.CQNotify, nd2.Success)),
	New("cq.notify.since-last-notification/ignored", "Notify ignores results that are queued already.",
		When(On(calls.CQNotify), ignoringQueued)),
}

var notifyArming = []Mutant{
	New("cq.notify.triggers-once-queued/twice",
		"The request after one that was completed is completed by the same result while it is queued.",
		NextAfter(Ended(calls.CQNotify, nd2.Success), On(calls.CQNotify),
			Only(func(c *calls.Call) bool { return len(c.OnCQ().Queued(nil)) > 0 }, Nothing))),
	New("cq.notify.triggers-once/twice", "The request after one that was completed is completed by the same result.",
		NextAfter(Ended(calls.CQNotify, nd2.Success), On(calls.CQNotify), Nothing)),
	New("cq.notify.unarmed-at-creation/armed",
		"A new queue posts a packet for its first result without having been asked.",
		After(calls.AdapterCreateCompletionQueue, func(c *calls.Call) {
			(*c.Out).(*calls.CompletionQueue).Notify(nd2.NotifyAny, &nd2.Overlapped{})
		})),
	New("cq.notify.unarmed-at-creation/unasked",
		"A queue posts a packet for each result without having been asked.", func() calls.Hooks {
			listen := func(q *calls.CompletionQueue) { q.Notify(nd2.NotifyAny, new(nd2.Overlapped)) }
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				switch {
				case c.Method == calls.AdapterCreateCompletionQueue && s == nd2.Success:
					listen((*c.Out).(*calls.CompletionQueue))
				case c.Notifies(calls.CQNotify, nd2.Success) && c.Proxy.Client.Event == nil:
					listen(c.OnCQ())
				}
				return s
			}}
		}),
}
