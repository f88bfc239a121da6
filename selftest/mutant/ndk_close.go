package mutant

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// ndkCloses break how NDK's objects are closed.
func ndkCloses() []Mutant {
	return slices.Concat(ndkSrqCloses(), ndkParentCloses())
}

// ndkSrqCloses break how a shared receive queue is closed.
func ndkSrqCloses() []Mutant {
	return []Mutant{
		by("ndk.closesrq.cannot-fail", "posted", "A queue can't be closed once a Receive has been posted.",
			keeping(func(c *calls.Call, used *calls.Record[bool]) nd2.Status {
				if c.Method == calls.NDKSrqReceive {
					used.Set(c.Object, true)
				}
				if c.Method == calls.NDKCloseSrq && used.Get(c.Object) {
					return nd2.DeviceBusy
				}
				return c.Proceed()
			})),
		by("ndk.closesrq.cannot-fail", "armed", "A queue with a threshold can't be closed.",
			refusing(calls.NDKCloseSrq, nd2.DeviceBusy, func(c *calls.Call) bool { return c.NDK.SRQ.Threshold > 0 })),
		by("ndk.closesrq.inline-calls-nothing", "calls", "A close that succeeds at once calls the close completion.",
			after(calls.NDKCloseSrq, func(c *calls.Call) { c.NDK.Close(c.Context) })),
		by("ndk.closesrq.inline-calls-nothing", "twice", "The close completion is called twice.",
			at(calls.NDKCloseCompletion, func(c *calls.Call) nd2.Status {
				c.Proceed()
				return c.Proceed()
			})),
		by("ndk.closesrq.inline-calls-nothing", "no-context", "The close completion is called with another context.",
			before(calls.NDKCloseCompletion, func(c *calls.Call) { c.Context = 0 })),
		by("ndk.closesrq.inside-create-completion", "at-once", "A queue that is closed inside the create completion is closed before that has returned.",
			closedInside(calls.NDKCreateCompletion)),
		by("ndk.closesrq.inside-notification", "at-once", "A queue that is closed inside its notification is closed before that has returned.",
			closedInside(calls.NDKSrqNotification)),
		by("ndk.closesrq.completion-is-last", "late", "A queue that is closed notifies once more, when its protection domain is closed.",
			keeping(func(c *calls.Call, closed *calls.Record[[]*calls.NDKSharedReceiveQueue]) nd2.Status {
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
		by("ndk.closesrq.waits-for-queue-pairs", "at-once", "A queue that queue pairs use is closed at once.", at(calls.NDKCloseSrq, closeEarly)),
	}
}

// ndkParentCloses break how a protection domain or an adapter is closed.
func ndkParentCloses() []Mutant {
	return []Mutant{
		by("ndk.closepd.waits-for-srqs", "at-once", "A protection domain that queues are in is closed at once.", at(calls.NDKClosePd, closeEarly)),
		by("ndk.closepd.waits-for-their-completions", "before", "The close of a protection domain completes before that of its last queue.",
			keeping(func(c *calls.Call, closing *calls.Record[func()]) nd2.Status {
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
		by("ndk.closeadapter.waits", "at-once", "Closing an adapter returns at once.", refusing(calls.NDKCloseAdapter, nd2.Success, func(*calls.Call) bool { return true })),
	}
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

// closedInside makes a defect by which a queue that is closed inside a callback is
// closed at once.
func closedInside(callback string) defect {
	return keeping(func(c *calls.Call, inside *calls.Record[bool]) nd2.Status {
		if c.Method == callback {
			inside.Set(c.Object, true)
			defer inside.Set(c.Object, false)
		}
		if c.Method == calls.NDKCloseSrq && inside.Get(c.Object) {
			return closeEarly(c)
		}
		return c.Proceed()
	})
}
