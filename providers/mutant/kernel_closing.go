package mutant

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
)

// kernelClosing break how NDK's objects are closed.
func kernelClosing() []Mutant {
	return []Mutant{
		by("ndk.closesrq.cannot-fail", "posted", "A queue can't be closed once a Receive has been posted.",
			func() defect {
				var used record[bool]
				return defect{call: func(c *call) nd2.Status {
					if c.method == kernelReceive {
						used.set(c.object, true)
					}
					if c.method == kernelCloseSrq && used.get(c.object) {
						return nd2.DeviceBusy
					}
					return c.proceed()
				}}
			}),
		by("ndk.closesrq.cannot-fail", "armed", "A queue with a threshold can't be closed.",
			refusing(kernelCloseSrq, nd2.DeviceBusy, func(c *call) bool { return c.kernel.queue.threshold > 0 })),
		by("ndk.closesrq.inline-calls-nothing", "calls", "A close that succeeds at once calls the close completion.",
			after(kernelCloseSrq, func(c *call) { c.kernel.close(c.context) })),
		by("ndk.closesrq.inline-calls-nothing", "twice", "The close completion is called twice.",
			at(kernelClosed, func(c *call) nd2.Status {
				c.proceed()
				return c.proceed()
			})),
		by("ndk.closesrq.inline-calls-nothing", "no-context", "The close completion is called with another context.",
			before(kernelClosed, func(c *call) { c.context = 0 })),
		by("ndk.closesrq.inside-create-completion", "at-once", "A queue that is closed inside the create completion is closed before that has returned.",
			closedInside(kernelCreated)),
		by("ndk.closesrq.inside-notification", "at-once", "A queue that is closed inside its notification is closed before that has returned.",
			closedInside(kernelNotify)),
		by("ndk.closesrq.completion-is-last", "late", "A queue that is closed notifies once more, when its protection domain is closed.",
			func() defect {
				var closed record[[]*kernelQueue]
				return defect{call: func(c *call) nd2.Status {
					switch c.method {
					case kernelCloseSrq:
						closed.update(nil, func(list []*kernelQueue) []*kernelQueue { return append(list, c.kernel.queue) })
					case kernelClosePd:
						for _, q := range closed.set(nil, nil) {
							if q.notification != nil {
								q.notification(q.context, ndk.Success)
							}
						}
					}
					return c.proceed()
				}}
			}),
		by("ndk.closesrq.waits-for-queue-pairs", "at-once", "A queue that queue pairs use is closed at once.", at(kernelCloseSrq, closeEarly)),
		by("ndk.closepd.waits-for-srqs", "at-once", "A protection domain that queues are in is closed at once.", at(kernelClosePd, closeEarly)),
		by("ndk.closepd.waits-for-their-completions", "before", "The close of a protection domain completes before that of its last queue.",
			func() defect {
				var closing record[func()]
				return defect{call: func(c *call) nd2.Status {
					switch {
					case c.method == kernelClosePd:
						tell := c.kernel.close
						once := sync.OnceFunc(func() { tell(c.context) })
						c.kernel.close = func(uintptr) { once() }
						closing.set(c.object, once)
					case c.method == kernelClosed && c.kernel.queue != nil:
						if tell := closing.get(&c.kernel.queue.domain.on); tell != nil {
							tell()
						}
					}
					return c.proceed()
				}}
			}),
		by("ndk.closeadapter.waits", "at-once", "Closing an adapter returns at once.", refusing(kernelCloseAdapter, nd2.Success, func(*call) bool { return true })),
	}
}

// closeEarly carries out a close and, if it pends, completes it at once.
func closeEarly(c *call) nd2.Status {
	tell := c.kernel.close
	c.kernel.close = func(uintptr) {}
	s := c.proceed()
	if s == nd2.Pending {
		tell(c.context)
	}
	return s
}

// closedInside makes a defect by which a queue that is closed inside a callback is
// closed at once.
func closedInside(callback string) func() defect {
	return func() defect {
		var inside record[bool]
		return defect{call: func(c *call) nd2.Status {
			if c.method == callback {
				inside.set(c.object, true)
				defer inside.set(c.object, false)
			}
			if c.method == kernelCloseSrq && inside.get(c.object) {
				return closeEarly(c)
			}
			return c.proceed()
		}}
	}
}
