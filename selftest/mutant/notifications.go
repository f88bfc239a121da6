package mutant

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// notifications break when a completion queue notifies.
func notifications() []Mutant {
	return slices.Concat(arming(), wakeups(), notifyTypes(), failedQueues())
}

// arming breaks what arms a queue, and what a trigger completes.
func arming() []Mutant {
	return []Mutant{
		by("cq.notify.unarmed-at-creation", "armed", "A new queue posts a packet for its first result without having been asked.",
			after(calls.AdapterCreateCompletionQueue, func(c *calls.Call) {
				(*c.Out).(*calls.CompletionQueue).Notify(nd2.NotifyAny, &nd2.Overlapped{})
			})),
		by("cq.notify.unarmed-at-creation", "unasked", "A queue posts a packet for each result without having been asked.",
			func() calls.Hooks {
				listen := func(q *calls.CompletionQueue) { q.Notify(nd2.NotifyAny, new(nd2.Overlapped)) }
				return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
					s := c.Proceed()
					switch {
					case c.Method == calls.AdapterCreateCompletionQueue && s == nd2.Success:
						listen((*c.Out).(*calls.CompletionQueue))
					case c.Notifies(calls.CQNotify, nd2.Success) && c.Shadow.Client.Event == nil:
						listen(c.OnCQ())
					}
					return s
				}}
			}),
		by("cq.notify.since-last-notification", "ignored", "Notify ignores results that are queued already.",
			ignoring(func(*calls.Call) bool { return true })),
		by("cq.notify.triggers-once", "twice", "The request after one that was completed is completed by the same result.",
			keeping(func(c *calls.Call, fired *calls.Record[bool]) nd2.Status {
				switch {
				case c.Method == calls.CQNotify && fired.Set(c.Object, false):
					return nd2.Success
				case c.Notifies(calls.CQNotify, nd2.Success):
					fired.Set(c.Object, true)
				}
				return c.Proceed()
			})),
		by("cq.notify.triggers-once-queued", "twice", "The request after one that was completed is completed by the same result while it is queued.",
			keeping(func(c *calls.Call, fired *calls.Record[bool]) nd2.Status {
				switch {
				case c.Method == calls.CQNotify && fired.Set(c.Object, false) && len(c.OnCQ().Queued(nil)) > 0:
					return nd2.Success
				case c.Notifies(calls.CQNotify, nd2.Success):
					fired.Set(c.Object, true)
				}
				return c.Proceed()
			})),
		by("cq.notify.arms-once", "stays-armed", "A request is notified of the result after the one that completed it, too.", rearming(calls.CQNotify)),
		by("cq.notify.releases-every-request", "first-only", "A trigger completes the oldest request only.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.Notifies(calls.CQNotify, nd2.Success) {
					muteOthers(c, calls.CQNotify, func(*calls.Shadow) bool { return true })
				}
				return c.Proceed()
			})),
		by("cq.notify.queues-independent", "all", "A trigger of a queue completes the requests of the others too.",
			onCall(func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if c.Notifies(calls.CQNotify, nd2.Success) {
					endOthers(c, nd2.Success)
				}
				return s
			})),
	}
}

// wakeups break that a client that waits learns of every result, once it is there.
func wakeups() []Mutant {
	return []Mutant{
		by("cq.notify.no-lost-wakeup", "lost", "A result that is queued between a GetResults that came back short and Notify wakes nobody.",
			keeping(func(c *calls.Call, short *calls.Record[bool]) nd2.Status {
				s := c.Proceed()
				switch {
				case c.Method == calls.CQGetResults:
					short.Set(c.Object, int(c.Count) < len(c.Results))
				case c.Method == calls.CQNotify && s == nd2.Success && short.Get(c.Object):
					return c.Proceed()
				}
				return s
			})),
		by("cq.notify.no-lost-wakeup", "meanwhile", "A result that is queued while Notify is being called wakes nobody.",
			keeping(func(c *calls.Call, calling *calls.Record[bool]) nd2.Status {
				if c.Notifies(calls.CQNotify, nd2.Success) && calling.Get(c.Object) {
					c.Shadow.Mute()
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
		by("cq.notify.never-stuck", "fourth", "The fourth request on a queue is never completed.",
			keepingAt(calls.CQNotify, func(c *calls.Call, asked *calls.Record[int]) nd2.Status {
				s := c.Proceed()
				if asked.Update(c.Object, increment) == 4 && (s == nd2.Pending || s == nd2.Success) && c.Shadow != nil {
					c.Shadow.Mute()
					return nd2.Pending
				}
				return s
			})),
		by("cq.notify.result-before-notification", "after", "The result comes a moment after its notification.", hasty(func(*calls.Shadow) bool { return true })),
		by("cq.notify.solicited-after-receive", "before", "A solicited notification comes a moment before the Receive's result.",
			hasty(func(s *calls.Shadow) bool { return s.NotifyType == nd2.NotifySolicited })),
		by("cq.notify.parallel", "twice", "Every fifth result is given to two clients.",
			func() calls.Hooks {
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
	}
}

// muteOthers mutes those of the object's other outstanding requests that were made
// with the method.
func muteOthers(c *calls.Call, method string, which func(*calls.Shadow) bool) {
	for _, s := range c.Outstanding() {
		if s != c.Shadow && s.Method == method && which(s) {
			s.Mute()
		}
	}
}

// ignoring makes a defect by which some requests do not look at what is queued: they
// are made again once the engine has announced it.
func ignoring(which func(*calls.Call) bool) defect {
	return at(calls.CQNotify, func(c *calls.Call) nd2.Status {
		s := c.Proceed()
		if s == nd2.Success && which(c) {
			return c.Proceed()
		}
		return s
	})
}

// hasty makes a defect by which the first GetResults after a notification finds
// nothing.
func hasty(which func(*calls.Shadow) bool) defect {
	return keeping(func(c *calls.Call, early *calls.Record[bool]) nd2.Status {
		if c.Method == calls.CQGetResults && early.Set(c.Object, false) {
			return nd2.Success
		}
		if c.Notifies(calls.CQNotify, nd2.Success) && which(c.Shadow) {
			early.Set(c.Object, true)
		}
		return c.Proceed()
	})
}

// rearming makes a defect by which a request that has been notified of is made
// again, once, behind the client's back.
func rearming(method string) defect {
	return onCall(func(c *calls.Call) nd2.Status {
		if !c.Notifies(method, nd2.Success) {
			return c.Proceed()
		}
		s := c.Proceed()
		again := c.Shadow.Again()
		again.Method += ", again"
		status := nd2.Pending
		switch q := c.Self.(type) {
		case *calls.CompletionQueue:
			status = q.Inner.Notify(c.Shadow.NotifyType, &again.Overlapped)
		case *calls.SharedReceiveQueue:
			status = q.Inner.Notify(&again.Overlapped)
		}
		if status == nd2.Success {
			again.SetEvent()
			again.PostPacket()
		}
		return s
	})
}
