package ndk

import (
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var closeParents = []Mutant{
	New("ndk.closecq.waits-for-queue-pairs/initiated", "The queue for a queue pair's own requests is closed at once.",
		queueClosed(func(p *calls.NDKCall) ndk.CQ { return p.InitiatorCQ })),
	New("ndk.closecq.waits-for-queue-pairs/receives", "The queue for a queue pair's Receives is closed at once.",
		queueClosed(func(p *calls.NDKCall) ndk.CQ { return p.ReceiveCQ })),
	New("ndk.closeadapter.waits/at-once", "Closing an adapter returns at once.",
		Refusing(calls.NDKCloseAdapter, nd2.Success, func(*calls.Call) bool { return true })),
	New("ndk.closepd.waits-for-srqs/at-once", "A protection domain that queues are in is closed at once.",
		At(calls.NDKClosePd, closeEarly)),
	New("ndk.closepd.waits-for-their-completions/before",
		"The close of a protection domain completes before that of its last queue.",
		Recording(func(c *calls.Call, closing *calls.Record[func()]) nd2.Status {
			switch {
			case c.Method == calls.NDKClosePd:
				tell := c.NDK.Close
				once := sync.OnceFunc(func() { tell(c.Context) })
				c.NDK.Close = func(uintptr) { once() }
				closing.Set(c.Object, once)
			case c.Method == calls.NDKCloseCompletion && c.NDK.SRQ != nil:
				if tell := closing.Get(&c.NDK.SRQ.PD.Object); tell != nil {
					tell()
				}
			}
			return c.Proceed()
		})),
	New("ndk.closesrq.cannot-fail/armed", "A queue with a threshold can't be closed.",
		Refusing(calls.NDKCloseSrq, nd2.DeviceBusy, func(c *calls.Call) bool { return c.NDK.SRQ.Threshold > 0 })),
	New("ndk.closesrq.cannot-fail/posted", "A queue can't be closed once a Receive has been posted.",
		Since(On(calls.NDKSrqReceive), On(calls.NDKCloseSrq), Say(nd2.DeviceBusy))),
}

var closeSrq = []Mutant{
	New("ndk.closesrq.completion-is-last/late",
		"A queue that is closed notifies once more, when its protection domain is closed.",
		Recording(func(c *calls.Call, closed *calls.Record[[]*calls.NDKSharedReceiveQueue]) nd2.Status {
			switch c.Method {
			case calls.NDKCloseSrq:
				closed.Update(nil, func(list []*calls.NDKSharedReceiveQueue) []*calls.NDKSharedReceiveQueue {
					return append(list, c.NDK.SRQ)
				})
			case calls.NDKClosePd:
				for _, q := range closed.Set(nil, nil) {
					if q.Notification != nil {
						q.Notification(q.Context, ndk.Success)
					}
				}
			}
			return c.Proceed()
		})),
	New("ndk.closesrq.inline-calls-nothing/calls", "A close that succeeds at once calls the close completion.",
		After(calls.NDKCloseSrq, func(c *calls.Call) { c.NDK.Close(c.Context) })),
	New("ndk.closesrq.inline-calls-nothing/no-context", "The close completion is called with another context.",
		Before(calls.NDKCloseCompletion, func(c *calls.Call) { c.Context = 0 })),
	New("ndk.closesrq.inside-create-completion/at-once",
		"A queue that is closed inside the create completion is closed before that has returned.",
		closedInside(calls.NDKCreateCompletion)),
	New("ndk.closesrq.inside-notification/at-once",
		"A queue that is closed inside its notification is closed before that has returned.",
		closedInside(calls.NDKSrqNotification)),
	New("ndk.closesrq.waits-for-queue-pairs/at-once", "A queue that queue pairs use is closed at once.",
		At(calls.NDKCloseSrq, closeEarly)),
}

// closeEarly carries out a close and, if it pends, completes it at once.
func closeEarly(c *calls.Call) nd2.Status {
	tell := c.NDK.Close
	c.NDK.Close = func(uintptr) {}
	s := c.Proceed()
	if s == nd2.Pending {
		tell(c.Context)
	}
	return s
}

// closedInside makes a defect: a queue that is closed inside a callback is
// closed at once.
func closedInside(callback string) Defect {
	return During(On(callback), On(calls.NDKCloseSrq), closeEarly)
}

// queueClosed makes a defect: one of a queue pair's completion queues is closed at once.
func queueClosed(which func(made *calls.NDKCall) ndk.CQ) Defect {
	return Recording(func(c *calls.Call, used *calls.Record[bool]) nd2.Status {
		switch {
		case c.Method == calls.NDKCreateQpWithSrq:
			used.Set(calls.ObjectOf(which(c.NDK)), true)
		case c.Method == calls.NDKCloseCq && used.Get(c.Object):
			return closeEarly(c)
		}
		return c.Proceed()
	})
}
