package cq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// resizedAgain breaks what holds for a queue that has been resized before, or whose Resize was refused.
func resizedAgain() []Mutant {
	tooDeep := func(then func(c *calls.Call)) Defect {
		return At(calls.CQResize, func(c *calls.Call) nd2.Status {
			s := c.Proceed()
			if s.Failed() && s != nd2.BufferOverflow {
				then(c)
			}
			return s
		})
	}
	return []Mutant{
		New("cq.resize.nd-success/once", "A queue that has been resized can't be resized again.",
			Once(calls.CQResize, nd2.InvalidParameter)),
		New("cq.resize.keeps-requests/second-forgets",
			"The second Resize of a queue forgets the Notify requests outstanding.",
			Again(calls.CQResize, Then(func(c *calls.Call) { Mute(c.Outstanding()) }))),
		New("cq.resize.unchanged-on-failure/too-deep-forgets-requests",
			"A Resize beyond the adapter's maximum is refused, and forgets the Notify requests outstanding.",
			tooDeep(func(c *calls.Call) { Mute(c.Outstanding()) })),
	}
}

// armedAgain breaks what holds for a queue that has notified before, or whose requests were canceled.
var armedAgain = []Mutant{
	New("cq.notify.cancel-ends-all/once", "Requests of a queue can be canceled only once.",
		CancelingOnce("IND2CompletionQueue")),
	New("cq.notify.releases-every-request/second-round",
		"The second trigger of a queue completes the oldest request only.", ReleasingOneAgain(calls.CQNotify)),
	New("cq.notify.since-last-notification/before-first",
		"A queue's first request ignores results that are queued already.",
		RecordingAt(calls.CQNotify, func(c *calls.Call, asked *calls.Record[bool]) nd2.Status {
			if asked.Set(c.Object, true) {
				return c.Proceed()
			}
			return ignoringQueued(c)
		})),
	New("cq.notify.since-last-notification/after-cancel",
		"The request after a canceled one ignores results that are queued already.",
		NextAfter(Ended(calls.CQNotify, nd2.Canceled), On(calls.CQNotify), ignoringQueued)),
	New("cq.notify.solicited-by-flag/once", "A queue that has notified of a solicited message notifies of no other.",
		Recording(func(c *calls.Call, fired *calls.Record[bool]) nd2.Status {
			switch {
			case c.Notifies(calls.CQNotify, nd2.Success) && c.Proxy.NotifyType == nd2.NotifySolicited:
				if fired.Set(c.Object, true) {
					c.Proxy.Mute()
				}
			case c.Method == calls.CQNotify && c.NotifyType == nd2.NotifySolicited:
				if fired.Get(c.Object) {
					return ignoringQueued(c)
				}
			}
			return c.Proceed()
		})),
}
