package cq

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var notifyRequests = slices.Concat(
	Notifications("cq.notify.notified-once", calls.CQNotify),
	[]Mutant{
		New("overlapped.canceloverlappedrequests.own-requests-only/all-queues",
			"CancelOverlappedRequests cancels the requests of every completion queue.",
			After(calls.CancelOverlappedRequests, func(c *calls.Call) {
				for _, q := range calls.Others[*calls.CompletionQueue](c.Object) {
					q.Inner.CancelOverlappedRequests()
				}
			})),
		New("cq.notify.cancel-disarms/stays-armed",
			"After ND_CQ_NOTIFY_ANY was canceled, ND_CQ_NOTIFY_SOLICITED is taken for ND_CQ_NOTIFY_ANY.",
			NextAfter(Canceled("IND2CompletionQueue"), On(calls.CQNotify), First(func(c *calls.Call) {
				if c.NotifyType == nd2.NotifySolicited {
					c.NotifyType = nd2.NotifyAny
				}
			}))),
		New("cq.notify.cancel-ends-all/first-only", "CancelOverlappedRequests ends the oldest request only.",
			Before(calls.CancelOverlappedRequests, func(c *calls.Call) {
				for i, s := range c.Outstanding() {
					if i > 0 {
						s.Mute()
					}
				}
			})),
		New("cq.notify.cancel-ends-all/not-errors",
			"CancelOverlappedRequests leaves requests for ND_CQ_NOTIFY_ERRORS pending.",
			Before(calls.CancelOverlappedRequests, func(c *calls.Call) {
				for _, s := range c.Outstanding() {
					if s.Method == calls.CQNotify && s.NotifyType == nd2.NotifyErrors {
						s.Mute()
					}
				}
			})),
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
