package cq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func notify() []Mutant {
	return []Mutant{
		New("cq.notify.arms-once/stays-armed",
			"A request is notified of the result after the one that completed it, too.", Rearming(calls.CQNotify)),
		New("cq.notify.queues-independent/all", "A trigger of a queue completes the requests of the others too.",
			OnCall(func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if c.Notifies(calls.CQNotify, nd2.Success) {
					endOthers(c, nd2.Success)
				}
				return s
			})),
		New("cq.notify.releases-every-request/eight", "A request behind eight others is not completed.",
			At(calls.CQNotify, func(c *calls.Call) nd2.Status {
				crowded := len(c.Outstanding()) > 8
				s := c.Proceed()
				if crowded && s == nd2.Pending {
					c.Proxy.Mute()
				}
				return s
			})),
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
			OnCall(func(c *calls.Call) nd2.Status {
				if c.Notifies(calls.CQNotify, nd2.Success) {
					MuteOthers(c, calls.CQNotify, func(*calls.ProxyOverlapped) bool { return true })
				}
				return c.Proceed()
			})),
		New("cq.notify.since-last-notification/ignored", "Notify ignores results that are queued already.",
			ignoring(func(*calls.Call) bool { return true })),
	}
}

func notifyArming() []Mutant {
	return []Mutant{
		New("cq.notify.triggers-once-queued/twice",
			"The request after one that was completed is completed by the same result while it is queued.",
			Recording(func(c *calls.Call, fired *calls.Record[bool]) nd2.Status {
				switch {
				case c.Method == calls.CQNotify && fired.Set(c.Object, false) && len(c.OnCQ().Queued(nil)) > 0:
					return nd2.Success
				case c.Notifies(calls.CQNotify, nd2.Success):
					fired.Set(c.Object, true)
				}
				return c.Proceed()
			})),
		New("cq.notify.triggers-once/twice", "The request after one that was completed is completed by the same result.",
			Recording(func(c *calls.Call, fired *calls.Record[bool]) nd2.Status {
				switch {
				case c.Method == calls.CQNotify && fired.Set(c.Object, false):
					return nd2.Success
				case c.Notifies(calls.CQNotify, nd2.Success):
					fired.Set(c.Object, true)
				}
				return c.Proceed()
			})),
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
}
