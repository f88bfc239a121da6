package cq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// resizedAgain breaks what holds for a queue that has been resized before, or whose Resize was refused.
func resizedAgain() []Mutant {
	return []Mutant{
		New("cq.resize.nd-success/once", "A queue that has been resized can't be resized again.",
			Once(calls.CQResize, nd2.InvalidParameter)),
		New("cq.resize.keeps-requests/second-forgets",
			"The second Resize of a queue forgets the Notify requests outstanding.",
			Again(calls.CQResize, Then(func(c *calls.Call) { Mute(c.Outstanding()) }))),
		New("cq.resize.unchanged-on-failure/too-deep-forgets-requests",
			"A Resize beyond the adapter's maximum is refused, and forgets the Notify requests outstanding.",
			At(calls.CQResize, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if s.Failed() && s != nd2.BufferOverflow {
					Mute(c.Outstanding())
				}
				return s
			})),
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
		Until(On(calls.CQNotify), On(calls.CQNotify), ignoringQueued)),
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

// refusedOften breaks that a refused call changes nothing, as it shows when it is repeated, and who keeps a queue.
var refusedOften = []Mutant{
	Exhausted("cq.notify.nd-canceled", calls.CQNotify),
	Exhausted("cq.notify.triggers-once", calls.CQNotify),
	Exhausted("cq.resize.loses-nothing", calls.CQResize),
	WearingOut("cq.resize.unchanged-on-failure/worn", calls.CQResize, calls.CQResize, nd2.InsufficientResources),
	New("cq.notify.ends-on-release/kept-by-refused",
		"A queue pair that is refused for its depth keeps its receive completion queue.",
		When(On(calls.AdapterCreateQueuePair), AfterRefusal(func(c *calls.Call) { calls.Unwrap(c.ReceiveCQ).AddRef() },
			nd2.InvalidParameter6))),
}

// extremeContexts breaks contexts that are all ones, one kind of context at a time.
func extremeContexts() []Mutant {
	const all = ^uintptr(0)
	return []Mutant{
		New("cq.getresults.contexts/all-ones-of-request", "A request context of all ones comes back as 0.",
			EachResult(func(o *calls.Outcome) {
				if o.RequestContext == all {
					o.RequestContext = 0
				}
			})),
		New("cq.getresults.contexts/canceled-of-queue-pair",
			"The result of a request that was canceled has no queue pair context.", EachResult(func(o *calls.Outcome) {
				if o.Status == nd2.Canceled {
					o.QueuePairContext = 0
				}
			})),
	}
}

// released reports whether a call has been a Release of a queue. Nobody has kept a reference in the specs of this.
func released(c *calls.Call) bool {
	return c.Method == calls.Release && c.Object.Kind == "IND2CompletionQueue"
}
