package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// notifyTypes break which results satisfy a request of which type.
func notifyTypes() []Mutant {
	list := []Mutant{
		by("cq.notify.solicited-by-flag", "dropped", "ND_OP_FLAG_SEND_AND_SOLICIT_EVENT gets lost.",
			before(calls.QPSend, func(c *calls.Call) { c.Flags &^= nd2.SendAndSolicitEvent })),
		by("cq.notify.solicited-by-flag", "waiting-only", "ND_CQ_NOTIFY_SOLICITED ignores solicited results that are queued already.",
			ignoring(func(c *calls.Call) bool { return c.NotifyType == nd2.NotifySolicited })),
		by("cq.notify.solicited-ignores-unsolicited", "any", "ND_CQ_NOTIFY_SOLICITED is satisfied by any result.", asking(nd2.NotifySolicited, nd2.NotifyAny)),
		by("cq.notify.solicited-ignores-unsolicited", "always-solicited", "Every Send solicits an event.",
			before(calls.QPSend, func(c *calls.Call) { c.Flags |= nd2.SendAndSolicitEvent })),
		by("cq.notify.any-overrides-solicited", "first-type-stays", "A request for ND_CQ_NOTIFY_ANY behind one for ND_CQ_NOTIFY_SOLICITED waits for a solicited result too.",
			before(calls.CQNotify, func(c *calls.Call) {
				if c.NotifyType == nd2.NotifyAny && slices.ContainsFunc(c.Outstanding(), func(s *calls.Shadow) bool { return s.NotifyType == nd2.NotifySolicited }) {
					c.NotifyType = nd2.NotifySolicited
				}
			})),
		by("cq.notify.any-overrides-solicited", "apart", "A trigger of ND_CQ_NOTIFY_ANY leaves the requests for ND_CQ_NOTIFY_SOLICITED behind it waiting.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.Notifies(calls.CQNotify, nd2.Success) && c.Shadow.NotifyType == nd2.NotifyAny {
					muteOthers(c, calls.CQNotify, func(s *calls.Shadow) bool { return s.NotifyType == nd2.NotifySolicited })
				}
				return c.Proceed()
			})),
		by("cq.notify.errors-ignores-success", "any", "ND_CQ_NOTIFY_ERRORS is satisfied by any result.", asking(nd2.NotifyErrors, nd2.NotifyAny)),
		by("cq.notify.errors-ignores-success", "solicited", "ND_CQ_NOTIFY_ERRORS is satisfied by solicited results.", asking(nd2.NotifyErrors, nd2.NotifySolicited)),
		by("cq.notify.errors-ignores-queued", "any", "ND_CQ_NOTIFY_ERRORS is satisfied by results that are queued.", satisfiedByQueued(nd2.NotifyErrors)),
		by("cq.notify.solicited-ignores-queued", "any", "ND_CQ_NOTIFY_SOLICITED is satisfied by results that are queued, solicited or not.", satisfiedByQueued(nd2.NotifySolicited)),
		by("cq.notify.error-satisfies-any", "ignored", "ND_CQ_NOTIFY_ANY ignores results with an error status.", deaf(nd2.NotifyAny, failed)),
		by("cq.notify.error-satisfies-solicited", "ignored", "ND_CQ_NOTIFY_SOLICITED ignores results with an error status.", deaf(nd2.NotifySolicited, failed)),
		by("cq.notify.error-satisfies-solicited", "not-canceled-writes", "ND_CQ_NOTIFY_SOLICITED ignores canceled initiator requests.",
			deaf(nd2.NotifySolicited, func(o calls.Outcome) bool { return o.Status == nd2.Canceled && o.RequestType != nd2.RequestReceive })),
		by("qp.flush.notifies", "silent", "Results of flushed requests complete no Notify.",
			deaf(nd2.NotifyAny, func(o calls.Outcome) bool { return o.Status == nd2.Canceled })),
	}
	for _, t := range everyRequest {
		list = append(list, by("cq.notify.any-by-each-request-type", "not-"+t.String(), "ND_CQ_NOTIFY_ANY ignores results of type "+t.String()+".",
			deaf(nd2.NotifyAny, func(o calls.Outcome) bool { return o.RequestType == t && o.Status == nd2.Success })))
	}
	return list
}

// satisfiedByQueued makes a defect by which a request of a type ends at once if any
// result is queued.
func satisfiedByQueued(kind nd2.NotifyType) defect {
	return at(calls.CQNotify, func(c *calls.Call) nd2.Status {
		if c.NotifyType == kind && len(c.OnCQ().Queued(nil)) > 0 {
			return nd2.Success
		}
		return c.Proceed()
	})
}

// asking makes a defect that takes one type of request for another.
func asking(from, to nd2.NotifyType) defect {
	return before(calls.CQNotify, func(c *calls.Call) {
		if c.NotifyType == from {
			c.NotifyType = to
		}
	})
}

// deaf makes a defect by which requests of a type are not completed where all that
// is queued are results of some kind.
func deaf(kind nd2.NotifyType, to func(calls.Outcome) bool) defect {
	ignores := func(q *calls.CompletionQueue) bool {
		queued := q.Queued(nil)
		return len(queued) > 0 && !slices.ContainsFunc(queued, func(o calls.Outcome) bool { return !to(o) })
	}
	return onCall(func(c *calls.Call) nd2.Status {
		if c.Notifies(calls.CQNotify, nd2.Success) && c.Shadow.NotifyType == kind && ignores(c.OnCQ()) {
			c.Shadow.Mute()
			return nd2.Success
		}
		s := c.Proceed()
		if c.Method == calls.CQNotify && c.NotifyType == kind && s == nd2.Success && ignores(c.OnCQ()) {
			return c.Proceed()
		}
		return s
	})
}

func failed(o calls.Outcome) bool { return o.Status != nd2.Success }
