package cq

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func notifyAny() (list []Mutant) {
	for _, t := range EveryRequest {
		list = append(list, New("cq.notify.any-by-each-request-type/not-"+t.String(),
			"ND_CQ_NOTIFY_ANY ignores results of type "+t.String()+".",
			IgnoringResults(nd2.NotifyAny, func(o calls.Outcome) bool { return o.RequestType == t && o.Status == nd2.Success })))
	}
	return list
}

var notifyOverrides = []Mutant{
	New("cq.notify.any-overrides-solicited/after-several",
		"ND_CQ_NOTIFY_ANY does not override three or more earlier requests for ND_CQ_NOTIFY_SOLICITED.",
		Before(calls.CQNotify, func(c *calls.Call) {
			if waiting := asked(c, nd2.NotifySolicited); c.NotifyType == nd2.NotifyAny && len(waiting) >= 3 {
				Mute(waiting)
			}
		})),
	New("cq.notify.any-overrides-solicited/apart",
		"A result that completes ND_CQ_NOTIFY_ANY leaves later ND_CQ_NOTIFY_SOLICITED requests waiting.",
		When(Ended(calls.CQNotify, nd2.Success), First(func(c *calls.Call) {
			if c.Proxy.NotifyType == nd2.NotifyAny {
				Mute(asked(c, nd2.NotifySolicited))
			}
		}))),
	New("cq.notify.any-overrides-solicited/first-type-stays",
		"ND_CQ_NOTIFY_ANY behind an ND_CQ_NOTIFY_SOLICITED request waits for a solicited result, too.",
		Before(calls.CQNotify, func(c *calls.Call) {
			if c.NotifyType == nd2.NotifyAny && slices.ContainsFunc(c.Outstanding(), func(s *calls.ProxyOverlapped) bool {
				return s.NotifyType == nd2.NotifySolicited
			}) {
				c.NotifyType = nd2.NotifySolicited
			}
		})),
	New("cq.notify.any-overrides-solicited/second-time",
		"Once a queue has notified, ND_CQ_NOTIFY_SOLICITED keeps earlier ND_CQ_NOTIFY_ANY requests waiting.",
		Since(Ended(calls.CQNotify, nd2.Success), On(calls.CQNotify), First(func(c *calls.Call) {
			if c.NotifyType == nd2.NotifySolicited {
				Mute(asked(c, nd2.NotifyAny))
			}
		}))),
	New("cq.notify.error-satisfies-any/not-silent", "ND_CQ_NOTIFY_ANY ignores silent requests that fail.",
		IgnoringResults(nd2.NotifyAny, failedSilently)),
	New("cq.notify.error-satisfies-solicited/not-silent", "ND_CQ_NOTIFY_SOLICITED ignores silent requests that fail.",
		IgnoringResults(nd2.NotifySolicited, failedSilently)),
	New("cq.notify.errors-ignores-queued/any",
		"ND_CQ_NOTIFY_ERRORS is satisfied by results that are queued.", satisfiedByQueued(nd2.NotifyErrors)),
}

var notifySolicited = []Mutant{
	New("cq.notify.errors-ignores-success/any", "ND_CQ_NOTIFY_ERRORS is satisfied by any result.",
		asking(nd2.NotifyErrors, nd2.NotifyAny)),
	New("cq.notify.errors-ignores-success/solicited",
		"ND_CQ_NOTIFY_ERRORS is satisfied by solicited results.", asking(nd2.NotifyErrors, nd2.NotifySolicited)),
	New("cq.notify.solicited-by-flag/dropped", "ND_OP_FLAG_SEND_AND_SOLICIT_EVENT gets lost.",
		Before(calls.QPSend, func(c *calls.Call) { c.Flags &^= nd2.SendAndSolicitEvent })),
	New("cq.notify.solicited-by-flag/forgotten",
		"A solicited message is forgotten when an unsolicited one follows.", forgetfulOfSolicited),
	New("cq.notify.solicited-by-flag/forgotten-when-held-up",
		"A solicited message that finds no Receive in a shared receive queue solicits no event.",
		Recording(func(c *calls.Call, posted *calls.Record[int]) nd2.Status {
			switch c.Method { // counted from 1, once there is such a queue
			case calls.AdapterCreateSharedReceiveQueue:
				posted.Set(nil, 1)
			case calls.SRQReceive:
				posted.Update(nil, Increment)
			case calls.QPSend:
				if posted.Get(nil) == 1 {
					c.Flags &^= nd2.SendAndSolicitEvent
				}
			}
			return c.Proceed()
		})),
	New("cq.notify.solicited-by-flag/long-unsolicited", "A message of several packets solicits no event.",
		WithoutFlag(calls.QPSend, nd2.SendAndSolicitEvent, func(c *calls.Call) bool { return TotalLength(c.SGE) > 4096 })),
	New("cq.notify.solicited-by-flag/not-shared",
		"ND_CQ_NOTIFY_SOLICITED ignores messages received on a shared receive queue with a threshold.",
		IgnoringResults(nd2.NotifySolicited, func(o calls.Outcome) bool {
			return o.FromSRQ() && o.Of.OnSRQ().Threshold > 0
		})),
	New("cq.notify.solicited-by-flag/short-unsolicited",
		"A message of less than eight bytes, and not of none, solicits no event.",
		WithoutFlag(calls.QPSend, nd2.SendAndSolicitEvent, func(c *calls.Call) bool {
			n := TotalLength(c.SGE)
			return n > 0 && n < 8
		})),
	New("cq.notify.solicited-by-flag/waiting-only",
		"ND_CQ_NOTIFY_SOLICITED ignores solicited results that are queued already.",
		When(On(calls.CQNotify).If(Waiting{Type: nd2.NotifySolicited}.Of), ignoringQueued)),
	New("cq.notify.solicited-ignores-queued/any",
		"ND_CQ_NOTIFY_SOLICITED is satisfied by results that are queued, solicited or not.",
		satisfiedByQueued(nd2.NotifySolicited)),
	New("cq.notify.solicited-ignores-unsolicited/always-solicited", "Every Send solicits an event.",
		Before(calls.QPSend, func(c *calls.Call) { c.Flags |= nd2.SendAndSolicitEvent })),
	New("cq.notify.solicited-ignores-unsolicited/any", "ND_CQ_NOTIFY_SOLICITED is satisfied by any result.",
		asking(nd2.NotifySolicited, nd2.NotifyAny)),
	New("cq.notify.solicited-ignores-unsolicited/long-solicits",
		"Each message of several packets solicits an event.", Before(calls.QPSend, func(c *calls.Call) {
			if TotalLength(c.SGE) > 4096 {
				c.Flags |= nd2.SendAndSolicitEvent
			}
		})),
}

// satisfiedByQueued makes a defect: a request of a type ends at once if any
// result is queued.
func satisfiedByQueued(kind nd2.NotifyType) Defect {
	return Refusing(calls.CQNotify, nd2.Success, func(c *calls.Call) bool {
		return c.NotifyType == kind && len(c.OnCQ().Queued(nil)) > 0
	})
}

// asking makes a defect that takes one type of request for another.
func asking(from, to nd2.NotifyType) Defect {
	return Before(calls.CQNotify, func(c *calls.Call) {
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

// forgetfulOfSolicited leaves a Notify for solicited messages pending if the message
// that was sent last is an unsolicited one behind another.
var forgetfulOfSolicited = Recording(func(c *calls.Call, last *calls.Record[nd2.OpFlags]) nd2.Status {
	switch {
	case c.Method == calls.QPSend:
		last.Set(nil, c.Flags)
	case c.Method == calls.CQNotify && c.NotifyType == nd2.NotifySolicited && c.Proxy != nil &&
		last.Get(nil)&nd2.SendAndSolicitEvent == 0 && len(c.OnCQ().Queued(nil)) > 1:
		return LeavePending(c)
	}
	return c.Proceed()
})
