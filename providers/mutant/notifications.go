package mutant

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

const (
	notifyQueue  = "IND2CompletionQueue::Notify"
	notifyShared = "IND2SharedReceiveQueue::Notify"
	cancel       = "IND2Overlapped::CancelOverlappedRequests"
	setEvent     = "Event::Set"
	postPacket   = "CompletionPort::Post"
	release      = "IUnknown::Release"
)

// notifications break when a completion queue notifies.
func notifications() []Mutant {
	list := []Mutant{
		by("cq.notify.unarmed-at-creation", "armed", "A new queue posts a packet for its first result without having been asked.",
			after(createCompletionQueue, func(c *call) {
				(*c.out).(*completionQueue).Notify(nd2.NotifyAny, &nd2.Overlapped{})
			})),
		by("cq.notify.unarmed-at-creation", "unasked", "A queue posts a packet for each result without having been asked.",
			func() defect {
				listen := func(q *completionQueue) { q.Notify(nd2.NotifyAny, new(nd2.Overlapped)) }
				return defect{call: func(c *call) nd2.Status {
					s := c.proceed()
					switch {
					case c.method == createCompletionQueue && s == nd2.Success:
						listen((*c.out).(*completionQueue))
					case c.notifies(notifyQueue, nd2.Success) && c.shadow.client.Event == nil:
						listen(c.queue())
					}
					return s
				}}
			}),
		by("cq.notify.since-last-notification", "ignored", "Notify ignores results that are queued already.",
			ignoring(func(*call) bool { return true })),
		by("cq.notify.triggers-once", "twice", "The request after one that was completed is completed by the same result.",
			func() defect {
				var fired record[bool]
				return defect{call: func(c *call) nd2.Status {
					switch {
					case c.method == notifyQueue && fired.set(c.object, false):
						return nd2.Success
					case c.notifies(notifyQueue, nd2.Success):
						fired.set(c.object, true)
					}
					return c.proceed()
				}}
			}),
		by("cq.notify.arms-once", "stays-armed", "A request is notified of the result after the one that completed it, too.", rearming(notifyQueue)),
		by("cq.notify.releases-every-request", "first-only", "A trigger completes the oldest request only.",
			calls(func(c *call) nd2.Status {
				if c.notifies(notifyQueue, nd2.Success) {
					c.muteOthers(notifyQueue, func(*shadow) bool { return true })
				}
				return c.proceed()
			})),
		by("cq.notify.no-lost-wakeup", "lost", "A result that is queued between a GetResults that came back short and Notify wakes nobody.",
			func() defect {
				var short record[bool]
				return defect{call: func(c *call) nd2.Status {
					s := c.proceed()
					switch {
					case c.method == getResults:
						short.set(c.object, int(c.count) < len(c.results))
					case c.method == notifyQueue && s == nd2.Success && short.get(c.object):
						return c.proceed()
					}
					return s
				}}
			}),
		by("cq.notify.no-lost-wakeup", "meanwhile", "A result that is queued while Notify is being called wakes nobody.",
			func() defect {
				var calling record[bool]
				return defect{call: func(c *call) nd2.Status {
					if c.notifies(notifyQueue, nd2.Success) && calling.get(c.object) {
						c.shadow.mute()
					}
					if c.method != notifyQueue {
						return c.proceed()
					}
					none := len(c.queue().queued(nil)) == 0
					calling.set(c.object, true)
					s := c.proceed()
					calling.set(c.object, false)
					if s == nd2.Success && none {
						return c.proceed()
					}
					return s
				}}
			}),
		by("cq.notify.never-stuck", "fourth", "The fourth request on a queue is never completed.",
			func() defect {
				var asked record[int]
				return defect{call: only(notifyQueue, func(c *call) nd2.Status {
					s := c.proceed()
					if asked.update(c.object, increment) == 4 && (s == nd2.Pending || s == nd2.Success) && c.shadow != nil {
						c.shadow.mute()
						return nd2.Pending
					}
					return s
				})}
			}),
		by("cq.notify.result-before-notification", "after", "The result comes a moment after its notification.", hasty(func(*shadow) bool { return true })),
		by("cq.notify.solicited-after-receive", "before", "A solicited notification comes a moment before the Receive's result.",
			hasty(func(s *shadow) bool { return s.kind == nd2.NotifySolicited })),
		by("cq.notify.parallel", "twice", "Every fifth result is given to two clients.",
			func() defect {
				var n int
				var mu sync.Mutex
				return defect{results: func(_ *completionQueue, fresh []outcome) (given []outcome) {
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
			calls(func(c *call) nd2.Status {
				s := c.proceed()
				if c.notifies(notifyQueue, nd2.Success) {
					c.endOthers(nd2.Success)
				}
				return s
			})),
		by("cq.notify.solicited-by-flag", "dropped", "ND_OP_FLAG_SEND_AND_SOLICIT_EVENT gets lost.",
			before(send, func(c *call) { c.flags &^= nd2.SendAndSolicitEvent })),
		by("cq.notify.solicited-by-flag", "waiting-only", "ND_CQ_NOTIFY_SOLICITED ignores solicited results that are queued already.",
			ignoring(func(c *call) bool { return c.kind == nd2.NotifySolicited })),
		by("cq.notify.solicited-ignores-unsolicited", "any", "ND_CQ_NOTIFY_SOLICITED is satisfied by any result.", asking(nd2.NotifySolicited, nd2.NotifyAny)),
		by("cq.notify.solicited-ignores-unsolicited", "always-solicited", "Every Send solicits an event.",
			before(send, func(c *call) { c.flags |= nd2.SendAndSolicitEvent })),
		by("cq.notify.any-overrides-solicited", "first-type-stays", "A request for ND_CQ_NOTIFY_ANY behind one for ND_CQ_NOTIFY_SOLICITED waits for a solicited result too.",
			before(notifyQueue, func(c *call) {
				if c.kind == nd2.NotifyAny && slices.ContainsFunc(c.outstanding(), func(s *shadow) bool { return s.kind == nd2.NotifySolicited }) {
					c.kind = nd2.NotifySolicited
				}
			})),
		by("cq.notify.any-overrides-solicited", "apart", "A trigger of ND_CQ_NOTIFY_ANY leaves the requests for ND_CQ_NOTIFY_SOLICITED behind it waiting.",
			calls(func(c *call) nd2.Status {
				if c.notifies(notifyQueue, nd2.Success) && c.shadow.kind == nd2.NotifyAny {
					c.muteOthers(notifyQueue, func(s *shadow) bool { return s.kind == nd2.NotifySolicited })
				}
				return c.proceed()
			})),
		by("cq.notify.errors-ignores-success", "any", "ND_CQ_NOTIFY_ERRORS is satisfied by any result.", asking(nd2.NotifyErrors, nd2.NotifyAny)),
		by("cq.notify.errors-ignores-success", "solicited", "ND_CQ_NOTIFY_ERRORS is satisfied by solicited results.", asking(nd2.NotifyErrors, nd2.NotifySolicited)),
		by("cq.notify.errors-ignores-queued", "any", "ND_CQ_NOTIFY_ERRORS is satisfied by results that are queued.", satisfiedByQueued(nd2.NotifyErrors)),
		by("cq.notify.solicited-ignores-queued", "any", "ND_CQ_NOTIFY_SOLICITED is satisfied by results that are queued, solicited or not.", satisfiedByQueued(nd2.NotifySolicited)),
		by("cq.notify.error-satisfies-any", "ignored", "ND_CQ_NOTIFY_ANY ignores results with an error status.", deaf(nd2.NotifyAny, failed)),
		by("cq.notify.error-satisfies-solicited", "ignored", "ND_CQ_NOTIFY_SOLICITED ignores results with an error status.", deaf(nd2.NotifySolicited, failed)),
		by("qp.flush.notifies", "silent", "Results of flushed requests complete no Notify.",
			deaf(nd2.NotifyAny, func(o outcome) bool { return o.Status == nd2.Canceled })),
		by("cq.notify.overrun-of-every-type", "errors-forgotten", "An overrun leaves requests for ND_CQ_NOTIFY_ERRORS pending.", overrunMisses(nd2.NotifyErrors)),
		by("cq.notify.overrun-of-every-type", "solicited-forgotten", "An overrun leaves requests for ND_CQ_NOTIFY_SOLICITED pending.", overrunMisses(nd2.NotifySolicited)),
		by("cq.notify.overrun-spares-others", "ends-others", "An overrun ends the requests of other queues.",
			calls(func(c *call) nd2.Status {
				s := c.proceed()
				if c.notifies(notifyQueue, nd2.BufferOverflow) {
					c.endOthers(nd2.BufferOverflow)
				}
				return s
			})),
		by("cq.notify.overrun-spares-others", "flushes-others", "An overrun flushes the queue pairs of other queues.",
			calls(func(c *call) nd2.Status {
				s := c.proceed()
				if c.notifies(notifyQueue, nd2.BufferOverflow) {
					for _, q := range others[*queuePair](c.world, nil) {
						q.inner.Flush()
					}
				}
				return s
			})),
		by("cq.notify.ends-on-removal", "never", "A request outstanding when the adapter is removed never ends.", neverEnding(notifyQueue, nd2.DeviceRemoved)),
		by("cq.notify.ends-on-release", "never", "A request outstanding when the queue is released never ends.", forgottenOnRelease("IND2CompletionQueue")),
	}
	for _, t := range everyRequest {
		list = append(list, by("cq.notify.any-by-each-request-type", "not-"+t.String(), "ND_CQ_NOTIFY_ANY ignores results of type "+t.String()+".",
			deaf(nd2.NotifyAny, func(o outcome) bool { return o.RequestType == t && o.Status == nd2.Success })))
	}
	return list
}

// notifies reports whether the call is the engine's to the event of a request that
// was made with a method and has ended with a status.
func (c *call) notifies(method string, with nd2.Status) bool {
	return c.method == setEvent && c.shadow.method == method && c.shadow.status() == with
}

// muteOthers mutes those of the object's other outstanding requests that were made
// with the method.
func (c *call) muteOthers(method string, which func(*shadow) bool) {
	for _, s := range c.outstanding() {
		if s != c.shadow && s.method == method && which(s) {
			s.mute()
		}
	}
}

// endOthers ends the requests of all other completion queues.
func (c *call) endOthers(with nd2.Status) {
	for _, q := range others[*completionQueue](c.world, c.object) {
		for _, s := range q.outstanding() {
			s.end(with)
		}
	}
}

// ignoring makes a defect by which some requests do not look at what is queued: they
// are made again once the engine has announced it.
func ignoring(which func(*call) bool) func() defect {
	return at(notifyQueue, func(c *call) nd2.Status {
		s := c.proceed()
		if s == nd2.Success && which(c) {
			return c.proceed()
		}
		return s
	})
}

// asking makes a defect that takes one type of request for another.
func asking(from, to nd2.NotifyType) func() defect {
	return before(notifyQueue, func(c *call) {
		if c.kind == from {
			c.kind = to
		}
	})
}

// satisfiedByQueued makes a defect by which a request of a type ends at once if any
// result is queued.
func satisfiedByQueued(kind nd2.NotifyType) func() defect {
	return at(notifyQueue, func(c *call) nd2.Status {
		if c.kind == kind && len(c.queue().queued(nil)) > 0 {
			return nd2.Success
		}
		return c.proceed()
	})
}

// deaf makes a defect by which requests of a type are not completed where all that
// is queued are results of some kind.
func deaf(kind nd2.NotifyType, to func(outcome) bool) func() defect {
	ignores := func(q *completionQueue) bool {
		queued := q.queued(nil)
		return len(queued) > 0 && !slices.ContainsFunc(queued, func(o outcome) bool { return !to(o) })
	}
	return calls(func(c *call) nd2.Status {
		if c.notifies(notifyQueue, nd2.Success) && c.shadow.kind == kind && ignores(c.queue()) {
			c.shadow.mute()
			return nd2.Success
		}
		s := c.proceed()
		if c.method == notifyQueue && c.kind == kind && s == nd2.Success && ignores(c.queue()) {
			return c.proceed()
		}
		return s
	})
}

func failed(o outcome) bool { return o.Status != nd2.Success }

// hasty makes a defect by which the first GetResults after a notification finds
// nothing.
func hasty(which func(*shadow) bool) func() defect {
	return func() defect {
		var early record[bool]
		return defect{call: func(c *call) nd2.Status {
			if c.method == getResults && early.set(c.object, false) {
				return nd2.Success
			}
			if c.notifies(notifyQueue, nd2.Success) && which(c.shadow) {
				early.set(c.object, true)
			}
			return c.proceed()
		}}
	}
}

// rearming makes a defect by which a request that has been notified of is made
// again, once, behind the client's back.
func rearming(method string) func() defect {
	return calls(func(c *call) nd2.Status {
		if !c.notifies(method, nd2.Success) {
			return c.proceed()
		}
		s := c.proceed()
		again := &shadow{object: c.object, method: method + ", again", client: c.shadow.client}
		again.Event = again
		status := nd2.Pending
		switch q := c.self.(type) {
		case *completionQueue:
			status = q.inner.Notify(c.shadow.kind, &again.Overlapped)
		case *sharedReceiveQueue:
			status = q.inner.Notify(&again.Overlapped)
		}
		if status == nd2.Success {
			again.set()
			again.post()
		}
		return s
	})
}

func overrunMisses(kind nd2.NotifyType) func() defect {
	return calls(func(c *call) nd2.Status {
		if c.notifies(notifyQueue, nd2.BufferOverflow) && c.shadow.kind == kind {
			c.shadow.mute()
		}
		return c.proceed()
	})
}

// neverEnding makes a defect by which requests that would end with a status do not.
func neverEnding(method string, with nd2.Status) func() defect {
	return calls(func(c *call) nd2.Status {
		if c.notifies(method, with) {
			c.shadow.mute()
		}
		return c.proceed()
	})
}

// forgottenOnRelease makes a defect by which the last Release of an object leaves its
// requests pending.
func forgottenOnRelease(kind string) func() defect {
	return before(release, func(c *call) {
		if c.object.kind == kind && c.last() {
			for _, s := range c.outstanding() {
				s.mute()
			}
		}
	})
}
