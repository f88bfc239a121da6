package srq

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var notify = slices.Concat(
	Notifications("srq.notify.notified-once", calls.SRQNotify),
	[]Mutant{
		New("srq.notify.already-below/waits", "A request made when the count is below the threshold is not completed.",
			LeavingPending(calls.SRQNotify)),
		New("srq.notify.arms-once/stays-armed",
			"A completed request is notified of the next fall, too.", Rearming(calls.SRQNotify)),
		New("srq.notify.cancels-own-requests/all-queues",
			"CancelOverlappedRequests cancels the requests of every shared receive queue.",
			After(calls.CancelOverlappedRequests, func(c *calls.Call) {
				for _, q := range calls.Others[*calls.SharedReceiveQueue](c.Object) {
					q.Inner.CancelOverlappedRequests()
				}
			})),
		New("srq.notify.counts-for-all-queue-pairs/one",
			"Receives that a second queue pair takes do not count.", countsOneQueuePair),
		New("srq.notify.counts-posted-receives/taken-only",
			"Receives that are posted after a Notify do not put the notification off.",
			Recording(func(c *calls.Call, extra *calls.Record[uint32]) nd2.Status {
				s := c.Proceed()
				if c.Method == calls.SRQReceive && s == nd2.Success && len(c.Outstanding()) > 0 {
					q := c.OnSRQ()
					q.Inner.Modify(0, q.Threshold+extra.Update(c.Object, func(n uint32) uint32 { return n + 1 }))
				}
				return s
			})),
		New("srq.notify.ends-on-release/never", "Releasing the queue leaves its requests pending.",
			MutedOnRelease("IND2SharedReceiveQueue")),
		New("srq.notify.ends-on-removal/never", "A request outstanding when the adapter is removed never ends.",
			NeverEnding(calls.SRQNotify, nd2.DeviceRemoved)),
		New("srq.notify.ends-once/notified-again", "CancelOverlappedRequests notifies once more of requests that have ended.",
			Before(calls.CancelOverlappedRequests, func(c *calls.Call) {
				for _, s := range c.Notified() {
					s.SetEvent()
					s.PostPacket()
				}
			})),
	},
)

var notifyThreshold = []Mutant{
	New("srq.notify.failure-despite-no-threshold/forgotten",
		"A failure of a queue without a threshold completes no request.",
		BeforeNotifying(calls.SRQNotify, nd2.InternalError, func(c *calls.Call) {
			if c.OnSRQ().Threshold == 0 {
				c.Proxy.Mute()
			}
		})),
	New("srq.notify.failure-ends-queue-pairs/first-only",
		"Queue pairs of a shared receive queue that has failed go on, but for the oldest.",
		QueuePairsGoOn(calls.SRQNotify, nd2.InternalError, NotFirst)),
	New("srq.notify.failure-ends-queue-pairs/go-on", "Queue pairs of a shared receive queue that has failed go on.",
		QueuePairsGoOn(calls.SRQNotify, nd2.InternalError)),
	New("srq.notify.fires-below-threshold/at",
		"The notification comes when the count reaches the threshold.", offThreshold(+1)),
	New("srq.notify.fires-below-threshold/cut-to-8-bits", "The threshold has the low 8 bits of what it was set to.",
		changedThreshold(func(threshold uint32) uint32 { return threshold & 0xff })),
	New("srq.notify.fires-below-threshold/late", "The notification comes one Receive late.", offThreshold(-1)),
	InlinePacket("srq.notify.inline-not-notified", calls.SRQNotify),
	New("srq.notify.parallel/one-at-a-time", "A shared receive queue takes one Notify at a time.",
		Refusing(calls.SRQNotify, nd2.DeviceBusy, func(c *calls.Call) bool {
			return len(slices.DeleteFunc(c.Outstanding(), func(s *calls.ProxyOverlapped) bool { return s == c.Proxy })) > 0
		})),
	New("srq.notify.releases-every-request/first-only", "A fall below the threshold completes the oldest request only.",
		OneOnly(calls.SRQNotify, nd2.Success)),
	New("srq.notify.unarmed-at-creation/armed", "The first request on a queue is completed at once.",
		Until(On(calls.SRQNotify), On(calls.SRQNotify), Nothing)),
}

// offThreshold makes a defect: every threshold is higher or lower.
func offThreshold(by int) Defect {
	return changedThreshold(func(threshold uint32) uint32 {
		if threshold > 0 {
			threshold = uint32(int(threshold) + by)
		}
		return threshold
	})
}

// changedThreshold makes a defect of every threshold that is set.
func changedThreshold(change func(uint32) uint32) Defect {
	return OnCall(func(c *calls.Call) nd2.Status {
		if c.Method == calls.SRQModify || c.Method == calls.AdapterCreateSharedReceiveQueue {
			c.Threshold = change(c.Threshold)
		}
		return c.Proceed()
	})
}

// countsOneQueuePair makes a defect: a shared receive queue does not notify
// once several queue pairs have taken from it.
func countsOneQueuePair() calls.Hooks {
	type takers struct{ first, other *calls.QueuePair }
	var of calls.Record[takers]
	return calls.Hooks{
		Results: calls.Each(func(o *calls.Outcome) {
			if !o.FromSRQ() {
				return
			}
			t := of.Get(o.Of.Object)
			switch {
			case t.first == nil:
				t.first = o.On
			case t.first != o.On:
				t.other = o.On
			}
			of.Set(o.Of.Object, t)
		}),
		Call: func(c *calls.Call) nd2.Status {
			if c.Notifies(calls.SRQNotify, nd2.Success) {
				for _, q := range calls.Living[*calls.QueuePair](c.Object) {
					if q.SRQ == c.Self {
						q.ReceiveCQ.Queued(nil)
					}
				}
				if of.Get(c.Object).other != nil {
					c.Proxy.Mute()
				}
			}
			return c.Proceed()
		},
	}
}
