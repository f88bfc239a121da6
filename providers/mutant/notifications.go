package mutant

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// notifications break when a completion queue notifies.
func notifications() []Mutant {
	list := []Mutant{
		by("cq.notify.unarmed-at-creation", "armed", "A new queue posts a packet for its first result without having been asked.",
			after(interpose.AdapterCreateCompletionQueue, func(c *interpose.Call) {
				(*c.Out).(*interpose.CompletionQueue).Notify(nd2.NotifyAny, &nd2.Overlapped{})
			})),
		by("cq.notify.unarmed-at-creation", "unasked", "A queue posts a packet for each result without having been asked.",
			func() interpose.Hooks {
				listen := func(q *interpose.CompletionQueue) { q.Notify(nd2.NotifyAny, new(nd2.Overlapped)) }
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					s := c.Proceed()
					switch {
					case c.Method == interpose.AdapterCreateCompletionQueue && s == nd2.Success:
						listen((*c.Out).(*interpose.CompletionQueue))
					case c.Notifies(interpose.CQNotify, nd2.Success) && c.Shadow.Client.Event == nil:
						listen(c.OnCQ())
					}
					return s
				}}
			}),
		by("cq.notify.since-last-notification", "ignored", "Notify ignores results that are queued already.",
			ignoring(func(*interpose.Call) bool { return true })),
		by("cq.notify.triggers-once", "twice", "The request after one that was completed is completed by the same result.",
			func() interpose.Hooks {
				var fired interpose.Record[bool]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					switch {
					case c.Method == interpose.CQNotify && fired.Set(c.Object, false):
						return nd2.Success
					case c.Notifies(interpose.CQNotify, nd2.Success):
						fired.Set(c.Object, true)
					}
					return c.Proceed()
				}}
			}),
		by("cq.notify.arms-once", "stays-armed", "A request is notified of the result after the one that completed it, too.", rearming(interpose.CQNotify)),
		by("cq.notify.releases-every-request", "first-only", "A trigger completes the oldest request only.",
			calls(func(c *interpose.Call) nd2.Status {
				if c.Notifies(interpose.CQNotify, nd2.Success) {
					muteOthers(c, interpose.CQNotify, func(*interpose.Shadow) bool { return true })
				}
				return c.Proceed()
			})),
		by("cq.notify.no-lost-wakeup", "lost", "A result that is queued between a GetResults that came back short and Notify wakes nobody.",
			func() interpose.Hooks {
				var short interpose.Record[bool]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					s := c.Proceed()
					switch {
					case c.Method == interpose.CQGetResults:
						short.Set(c.Object, int(c.Count) < len(c.Results))
					case c.Method == interpose.CQNotify && s == nd2.Success && short.Get(c.Object):
						return c.Proceed()
					}
					return s
				}}
			}),
		by("cq.notify.no-lost-wakeup", "meanwhile", "A result that is queued while Notify is being called wakes nobody.",
			func() interpose.Hooks {
				var calling interpose.Record[bool]
				return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
					if c.Notifies(interpose.CQNotify, nd2.Success) && calling.Get(c.Object) {
						c.Shadow.Mute()
					}
					if c.Method != interpose.CQNotify {
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
				}}
			}),
		by("cq.notify.never-stuck", "fourth", "The fourth request on a queue is never completed.",
			func() interpose.Hooks {
				var asked interpose.Record[int]
				return interpose.Hooks{Call: interpose.At(interpose.CQNotify, func(c *interpose.Call) nd2.Status {
					s := c.Proceed()
					if asked.Update(c.Object, increment) == 4 && (s == nd2.Pending || s == nd2.Success) && c.Shadow != nil {
						c.Shadow.Mute()
						return nd2.Pending
					}
					return s
				})}
			}),
		by("cq.notify.result-before-notification", "after", "The result comes a moment after its notification.", hasty(func(*interpose.Shadow) bool { return true })),
		by("cq.notify.solicited-after-receive", "before", "A solicited notification comes a moment before the Receive's result.",
			hasty(func(s *interpose.Shadow) bool { return s.NotifyType == nd2.NotifySolicited })),
		by("cq.notify.parallel", "twice", "Every fifth result is given to two clients.",
			func() interpose.Hooks {
				var n int
				var mu sync.Mutex
				return interpose.Hooks{Results: func(_ *interpose.CompletionQueue, fresh []interpose.Outcome) (given []interpose.Outcome) {
					mu.Lock()
					defer mu.Unlock()
					for _, o := range fresh {
						given = append(given, o)
						if n++; n%5 == 0 {
							given = append(given, o)
						}
					}
					return given
				}}
			}),
		by("cq.notify.queues-independent", "all", "A trigger of a queue completes the requests of the others too.",
			calls(func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if c.Notifies(interpose.CQNotify, nd2.Success) {
					endOthers(c, nd2.Success)
				}
				return s
			})),
		by("cq.notify.solicited-by-flag", "dropped", "ND_OP_FLAG_SEND_AND_SOLICIT_EVENT gets lost.",
			before(interpose.QPSend, func(c *interpose.Call) { c.Flags &^= nd2.SendAndSolicitEvent })),
		by("cq.notify.solicited-by-flag", "waiting-only", "ND_CQ_NOTIFY_SOLICITED ignores solicited results that are queued already.",
			ignoring(func(c *interpose.Call) bool { return c.NotifyType == nd2.NotifySolicited })),
		by("cq.notify.solicited-ignores-unsolicited", "any", "ND_CQ_NOTIFY_SOLICITED is satisfied by any result.", asking(nd2.NotifySolicited, nd2.NotifyAny)),
		by("cq.notify.solicited-ignores-unsolicited", "always-solicited", "Every Send solicits an event.",
			before(interpose.QPSend, func(c *interpose.Call) { c.Flags |= nd2.SendAndSolicitEvent })),
		by("cq.notify.any-overrides-solicited", "first-type-stays", "A request for ND_CQ_NOTIFY_ANY behind one for ND_CQ_NOTIFY_SOLICITED waits for a solicited result too.",
			before(interpose.CQNotify, func(c *interpose.Call) {
				if c.NotifyType == nd2.NotifyAny && slices.ContainsFunc(c.Outstanding(), func(s *interpose.Shadow) bool { return s.NotifyType == nd2.NotifySolicited }) {
					c.NotifyType = nd2.NotifySolicited
				}
			})),
		by("cq.notify.any-overrides-solicited", "apart", "A trigger of ND_CQ_NOTIFY_ANY leaves the requests for ND_CQ_NOTIFY_SOLICITED behind it waiting.",
			calls(func(c *interpose.Call) nd2.Status {
				if c.Notifies(interpose.CQNotify, nd2.Success) && c.Shadow.NotifyType == nd2.NotifyAny {
					muteOthers(c, interpose.CQNotify, func(s *interpose.Shadow) bool { return s.NotifyType == nd2.NotifySolicited })
				}
				return c.Proceed()
			})),
		by("cq.notify.errors-ignores-success", "any", "ND_CQ_NOTIFY_ERRORS is satisfied by any result.", asking(nd2.NotifyErrors, nd2.NotifyAny)),
		by("cq.notify.errors-ignores-success", "solicited", "ND_CQ_NOTIFY_ERRORS is satisfied by solicited results.", asking(nd2.NotifyErrors, nd2.NotifySolicited)),
		by("cq.notify.errors-ignores-queued", "any", "ND_CQ_NOTIFY_ERRORS is satisfied by results that are queued.", satisfiedByQueued(nd2.NotifyErrors)),
		by("cq.notify.solicited-ignores-queued", "any", "ND_CQ_NOTIFY_SOLICITED is satisfied by results that are queued, solicited or not.", satisfiedByQueued(nd2.NotifySolicited)),
		by("cq.notify.error-satisfies-any", "ignored", "ND_CQ_NOTIFY_ANY ignores results with an error status.", deaf(nd2.NotifyAny, failed)),
		by("cq.notify.error-satisfies-solicited", "ignored", "ND_CQ_NOTIFY_SOLICITED ignores results with an error status.", deaf(nd2.NotifySolicited, failed)),
		by("qp.flush.notifies", "silent", "Results of flushed requests complete no Notify.",
			deaf(nd2.NotifyAny, func(o interpose.Outcome) bool { return o.Status == nd2.Canceled })),
		by("cq.notify.overrun-of-every-type", "errors-forgotten", "An overrun leaves requests for ND_CQ_NOTIFY_ERRORS pending.", overrunMisses(nd2.NotifyErrors)),
		by("cq.notify.overrun-of-every-type", "solicited-forgotten", "An overrun leaves requests for ND_CQ_NOTIFY_SOLICITED pending.", overrunMisses(nd2.NotifySolicited)),
		by("cq.notify.overrun-spares-others", "ends-others", "An overrun ends the requests of other queues.",
			calls(func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if c.Notifies(interpose.CQNotify, nd2.BufferOverflow) {
					endOthers(c, nd2.BufferOverflow)
				}
				return s
			})),
		by("cq.notify.overrun-spares-others", "flushes-others", "An overrun flushes the queue pairs of other queues.",
			calls(func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if c.Notifies(interpose.CQNotify, nd2.BufferOverflow) {
					for _, q := range interpose.Living[*interpose.QueuePair](c.Object) {
						q.Inner.Flush()
					}
				}
				return s
			})),
		by("cq.notify.ends-on-removal", "never", "A request outstanding when the adapter is removed never ends.", neverEnding(interpose.CQNotify, nd2.DeviceRemoved)),
		by("cq.notify.ends-on-release", "never", "A request outstanding when the queue is released never ends.", forgottenOnRelease("IND2CompletionQueue")),
	}
	for _, t := range everyRequest {
		list = append(list, by("cq.notify.any-by-each-request-type", "not-"+t.String(), "ND_CQ_NOTIFY_ANY ignores results of type "+t.String()+".",
			deaf(nd2.NotifyAny, func(o interpose.Outcome) bool { return o.RequestType == t && o.Status == nd2.Success })))
	}
	return list
}

// muteOthers mutes those of the object's other outstanding requests that were made
// with the method.
func muteOthers(c *interpose.Call, method string, which func(*interpose.Shadow) bool) {
	for _, s := range c.Outstanding() {
		if s != c.Shadow && s.Method == method && which(s) {
			s.Mute()
		}
	}
}

// endOthers ends the requests of all other completion queues.
func endOthers(c *interpose.Call, with nd2.Status) {
	for _, q := range interpose.Others[*interpose.CompletionQueue](c.Object) {
		for _, s := range q.Outstanding() {
			s.End(with)
		}
	}
}

// ignoring makes a defect by which some requests do not look at what is queued: they
// are made again once the engine has announced it.
func ignoring(which func(*interpose.Call) bool) defect {
	return at(interpose.CQNotify, func(c *interpose.Call) nd2.Status {
		s := c.Proceed()
		if s == nd2.Success && which(c) {
			return c.Proceed()
		}
		return s
	})
}

// asking makes a defect that takes one type of request for another.
func asking(from, to nd2.NotifyType) defect {
	return before(interpose.CQNotify, func(c *interpose.Call) {
		if c.NotifyType == from {
			c.NotifyType = to
		}
	})
}

// satisfiedByQueued makes a defect by which a request of a type ends at once if any
// result is queued.
func satisfiedByQueued(kind nd2.NotifyType) defect {
	return at(interpose.CQNotify, func(c *interpose.Call) nd2.Status {
		if c.NotifyType == kind && len(c.OnCQ().Queued(nil)) > 0 {
			return nd2.Success
		}
		return c.Proceed()
	})
}

// deaf makes a defect by which requests of a type are not completed where all that
// is queued are results of some kind.
func deaf(kind nd2.NotifyType, to func(interpose.Outcome) bool) defect {
	ignores := func(q *interpose.CompletionQueue) bool {
		queued := q.Queued(nil)
		return len(queued) > 0 && !slices.ContainsFunc(queued, func(o interpose.Outcome) bool { return !to(o) })
	}
	return calls(func(c *interpose.Call) nd2.Status {
		if c.Notifies(interpose.CQNotify, nd2.Success) && c.Shadow.NotifyType == kind && ignores(c.OnCQ()) {
			c.Shadow.Mute()
			return nd2.Success
		}
		s := c.Proceed()
		if c.Method == interpose.CQNotify && c.NotifyType == kind && s == nd2.Success && ignores(c.OnCQ()) {
			return c.Proceed()
		}
		return s
	})
}

func failed(o interpose.Outcome) bool { return o.Status != nd2.Success }

// hasty makes a defect by which the first GetResults after a notification finds
// nothing.
func hasty(which func(*interpose.Shadow) bool) defect {
	return func() interpose.Hooks {
		var early interpose.Record[bool]
		return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
			if c.Method == interpose.CQGetResults && early.Set(c.Object, false) {
				return nd2.Success
			}
			if c.Notifies(interpose.CQNotify, nd2.Success) && which(c.Shadow) {
				early.Set(c.Object, true)
			}
			return c.Proceed()
		}}
	}
}

// rearming makes a defect by which a request that has been notified of is made
// again, once, behind the client's back.
func rearming(method string) defect {
	return calls(func(c *interpose.Call) nd2.Status {
		if !c.Notifies(method, nd2.Success) {
			return c.Proceed()
		}
		s := c.Proceed()
		again := c.Shadow.Again()
		again.Method += ", again"
		status := nd2.Pending
		switch q := c.Self.(type) {
		case *interpose.CompletionQueue:
			status = q.Inner.Notify(c.Shadow.NotifyType, &again.Overlapped)
		case *interpose.SharedReceiveQueue:
			status = q.Inner.Notify(&again.Overlapped)
		}
		if status == nd2.Success {
			again.SetEvent()
			again.PostPacket()
		}
		return s
	})
}

func overrunMisses(kind nd2.NotifyType) defect {
	return calls(func(c *interpose.Call) nd2.Status {
		if c.Notifies(interpose.CQNotify, nd2.BufferOverflow) && c.Shadow.NotifyType == kind {
			c.Shadow.Mute()
		}
		return c.Proceed()
	})
}

// neverEnding makes a defect by which requests that would end with a status do not.
func neverEnding(method string, with nd2.Status) defect {
	return calls(func(c *interpose.Call) nd2.Status {
		if c.Notifies(method, with) {
			c.Shadow.Mute()
		}
		return c.Proceed()
	})
}

// forgottenOnRelease makes a defect by which the last Release of an object leaves its
// requests pending.
func forgottenOnRelease(kind string) defect {
	return before(interpose.Release, func(c *interpose.Call) {
		if c.Object.Kind == kind && c.LastReference() {
			for _, s := range c.Outstanding() {
				s.Mute()
			}
		}
	})
}
