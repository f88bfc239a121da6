package cq

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func notifyAny() (list []mutant.Mutant) {
	for _, t := range mutant.EveryRequest {
		list = append(list, mutant.New("cq.notify.any-by-each-request-type/not-"+t.String(),
			"ND_CQ_NOTIFY_ANY ignores results of type "+t.String()+".",
			mutant.IgnoringResults(nd2.NotifyAny, func(o calls.Outcome) bool {
				return o.RequestType == t && o.Status == nd2.Success
			})))
	}
	return list
}

func notifyOverrides() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("cq.notify.any-overrides-solicited/after-several",
			"ND_CQ_NOTIFY_ANY does not override three or more earlier requests for ND_CQ_NOTIFY_SOLICITED.",
			mutant.Before(calls.CQNotify, func(c *calls.Call) {
				if waiting := asked(c, nd2.NotifySolicited); c.NotifyType == nd2.NotifyAny && len(waiting) >= 3 {
					mutant.Mute(waiting)
				}
			})),
		mutant.New("cq.notify.any-overrides-solicited/apart",
			"A result that completes ND_CQ_NOTIFY_ANY leaves later ND_CQ_NOTIFY_SOLICITED requests waiting.",
			mutant.OnCall(func(c *calls.Call) nd2.Status {
				if c.Notifies(calls.CQNotify, nd2.Success) && c.Proxy.NotifyType == nd2.NotifyAny {
					mutant.MuteOthers(c, calls.CQNotify, func(s *calls.ProxyOverlapped) bool {
						return s.NotifyType == nd2.NotifySolicited
					})
				}
				return c.Proceed()
			})),
		mutant.New("cq.notify.any-overrides-solicited/first-type-stays",
			"ND_CQ_NOTIFY_ANY behind an ND_CQ_NOTIFY_SOLICITED request waits for a solicited result, too.",
			mutant.Before(calls.CQNotify, func(c *calls.Call) {
				if c.NotifyType == nd2.NotifyAny && slices.ContainsFunc(c.Outstanding(), func(s *calls.ProxyOverlapped) bool {
					return s.NotifyType == nd2.NotifySolicited
				}) {
					c.NotifyType = nd2.NotifySolicited
				}
			})),
		mutant.New("cq.notify.any-overrides-solicited/second-time",
			"Once a queue has notified, ND_CQ_NOTIFY_SOLICITED keeps earlier ND_CQ_NOTIFY_ANY requests waiting.",
			mutant.Recording(func(c *calls.Call, notified *calls.Record[bool]) nd2.Status {
				switch {
				case c.Notifies(calls.CQNotify, nd2.Success):
					notified.Set(c.Object, true)
				case c.Method == calls.CQNotify && c.NotifyType == nd2.NotifySolicited && notified.Get(c.Object):
					mutant.Mute(asked(c, nd2.NotifyAny))
				}
				return c.Proceed()
			})),
		mutant.New("cq.notify.error-satisfies-any/ignored", "ND_CQ_NOTIFY_ANY ignores results with an error status.",
			mutant.IgnoringResults(nd2.NotifyAny, failed)),
		mutant.New("cq.notify.error-satisfies-any/not-silent", "ND_CQ_NOTIFY_ANY ignores silent requests that fail.",
			mutant.IgnoringResults(nd2.NotifyAny, failedSilently)),
		mutant.New("cq.notify.error-satisfies-solicited/ignored",
			"ND_CQ_NOTIFY_SOLICITED ignores results with an error status.",
			mutant.IgnoringResults(nd2.NotifySolicited, failed)),
		mutant.New("cq.notify.error-satisfies-solicited/not-canceled-writes",
			"ND_CQ_NOTIFY_SOLICITED ignores canceled initiator requests.",
			mutant.IgnoringResults(nd2.NotifySolicited, func(o calls.Outcome) bool {
				return o.Status == nd2.Canceled && o.RequestType != nd2.RequestReceive
			})),
		mutant.New("cq.notify.error-satisfies-solicited/not-silent",
			"ND_CQ_NOTIFY_SOLICITED ignores silent requests that fail.",
			mutant.IgnoringResults(nd2.NotifySolicited, failedSilently)),
		mutant.New("cq.notify.errors-ignores-queued/any",
			"ND_CQ_NOTIFY_ERRORS is satisfied by results that are queued.", satisfiedByQueued(nd2.NotifyErrors)),
	}
}

func notifySolicited() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("cq.notify.errors-ignores-success/any", "ND_CQ_NOTIFY_ERRORS is satisfied by any result.",
			asking(nd2.NotifyErrors, nd2.NotifyAny)),
		mutant.New("cq.notify.errors-ignores-success/solicited",
			"ND_CQ_NOTIFY_ERRORS is satisfied by solicited results.", asking(nd2.NotifyErrors, nd2.NotifySolicited)),
		mutant.New("cq.notify.solicited-by-flag/dropped", "ND_OP_FLAG_SEND_AND_SOLICIT_EVENT gets lost.",
			mutant.Before(calls.QPSend, func(c *calls.Call) { c.Flags &^= nd2.SendAndSolicitEvent })),
		mutant.New("cq.notify.solicited-by-flag/forgotten",
			"A solicited message is forgotten when an unsolicited one follows.", forgetfulOfSolicited),
		mutant.New("cq.notify.solicited-by-flag/forgotten-when-held-up",
			"A solicited message that finds no Receive in a shared receive queue solicits no event.",
			mutant.Recording(func(c *calls.Call, posted *calls.Record[int]) nd2.Status {
				switch c.Method { // counted from 1, once there is such a queue
				case calls.AdapterCreateSharedReceiveQueue:
					posted.Set(nil, 1)
				case calls.SRQReceive:
					posted.Update(nil, mutant.Increment)
				case calls.QPSend:
					if posted.Get(nil) == 1 {
						c.Flags &^= nd2.SendAndSolicitEvent
					}
				}
				return c.Proceed()
			})),
		mutant.New("cq.notify.solicited-by-flag/long-unsolicited", "A message of several packets solicits no event.",
			unsoliciting(func(n int) bool { return n > 4096 })),
		mutant.New("cq.notify.solicited-by-flag/not-shared",
			"ND_CQ_NOTIFY_SOLICITED ignores messages received on a shared receive queue with a threshold.",
			mutant.IgnoringResults(nd2.NotifySolicited, func(o calls.Outcome) bool {
				return o.FromSRQ() && o.Of.OnSRQ().Threshold > 0
			})),
		mutant.New("cq.notify.solicited-by-flag/short-unsolicited",
			"A message of less than eight bytes, and not of none, solicits no event.",
			unsoliciting(func(n int) bool { return n > 0 && n < 8 })),
		mutant.New("cq.notify.solicited-by-flag/waiting-only",
			"ND_CQ_NOTIFY_SOLICITED ignores solicited results that are queued already.",
			ignoring(func(c *calls.Call) bool { return c.NotifyType == nd2.NotifySolicited })),
		mutant.New("cq.notify.solicited-ignores-queued/any",
			"ND_CQ_NOTIFY_SOLICITED is satisfied by results that are queued, solicited or not.",
			satisfiedByQueued(nd2.NotifySolicited)),
		mutant.New("cq.notify.solicited-ignores-unsolicited/always-solicited", "Every Send solicits an event.",
			mutant.Before(calls.QPSend, func(c *calls.Call) { c.Flags |= nd2.SendAndSolicitEvent })),
		mutant.New("cq.notify.solicited-ignores-unsolicited/any", "ND_CQ_NOTIFY_SOLICITED is satisfied by any result.",
			asking(nd2.NotifySolicited, nd2.NotifyAny)),
		mutant.New("cq.notify.solicited-ignores-unsolicited/long-solicits",
			"Each message of several packets solicits an event.", mutant.Before(calls.QPSend, func(c *calls.Call) {
				if mutant.TotalLength(c.SGE) > 4096 {
					c.Flags |= nd2.SendAndSolicitEvent
				}
			})),
	}
}

// satisfiedByQueued makes a defect: a request of a type ends at once if any
// result is queued.
func satisfiedByQueued(kind nd2.NotifyType) mutant.Defect {
	return mutant.Refusing(calls.CQNotify, nd2.Success, func(c *calls.Call) bool {
		return c.NotifyType == kind && len(c.OnCQ().Queued(nil)) > 0
	})
}

// asking makes a defect that takes one type of request for another.
func asking(from, to nd2.NotifyType) mutant.Defect {
	return mutant.Before(calls.CQNotify, func(c *calls.Call) {
		if c.NotifyType == from {
			c.NotifyType = to
		}
	})
}

func failed(o calls.Outcome) bool { return o.Status != nd2.Success }

// asked lists the requests outstanding that are of a type.
func asked(c *calls.Call, kind nd2.NotifyType) (list []*calls.ProxyOverlapped) {
	for _, s := range c.Outstanding() {
		if s != c.Proxy && s.NotifyType == kind {
			list = append(list, s)
		}
	}
	return list
}

func failedSilently(o calls.Outcome) bool { return failed(o) && o.Silent() }

func unsoliciting(size func(n int) bool) mutant.Defect {
	return mutant.Before(calls.QPSend, func(c *calls.Call) {
		if size(mutant.TotalLength(c.SGE)) {
			c.Flags &^= nd2.SendAndSolicitEvent
		}
	})
}

// forgetfulOfSolicited leaves a Notify for solicited messages pending if the message
// that was sent last is an unsolicited one behind another.
func forgetfulOfSolicited() calls.Hooks {
	var last calls.Record[nd2.OpFlags]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch {
		case c.Method == calls.QPSend:
			last.Set(nil, c.Flags)
		case c.Method == calls.CQNotify && c.NotifyType == nd2.NotifySolicited && c.Proxy != nil &&
			last.Get(nil)&nd2.SendAndSolicitEvent == 0 && len(c.OnCQ().Queued(nil)) > 1:
			return mutant.LeavePending(c)
		}
		return c.Proceed()
	}}
}
