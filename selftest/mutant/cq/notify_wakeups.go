package cq

import (
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var lostWakeups = []Mutant{
	New("cq.notify.never-stuck/fourth", "The fourth request on a queue is never completed.",
		NthUnanswered(4, calls.CQNotify)),
	New("cq.notify.no-lost-wakeup/lost",
		"A result that is queued between a GetResults that came back short and Notify wakes nobody.",
		Recording(func(c *calls.Call, short *calls.Record[bool]) nd2.Status {
			s := c.Proceed()
			switch {
			case c.Method == calls.CQGetResults:
				short.Set(c.Object, int(c.Count) < len(c.Results))
			case c.Method == calls.CQNotify && s == nd2.Success && short.Get(c.Object):
				return c.Proceed()
			}
			return s
		})),
	New("cq.notify.no-lost-wakeup/meanwhile", "A result that is queued while Notify is being called wakes nobody.",
		Recording(func(c *calls.Call, calling *calls.Record[bool]) nd2.Status {
			if c.Notifies(calls.CQNotify, nd2.Success) && calling.Get(c.Object) {
				c.Proxy.Mute()
			}
			if c.Method != calls.CQNotify {
				return c.Proceed()
			}
			none := len(c.OnCQ().Queued(nil)) == 0
			calling.Set(c.Object, true)
			s := c.Proceed()
			calling.Set(c.Object, false)
			if s == nd2.Success && none {
				return c.Proceed()
			}
			return s
		})),
}

var earlyWakeups = []Mutant{
	New("cq.notify.parallel/twice", "Every fifth result is given to two clients.", func() calls.Hooks {
		var n int
		var mu sync.Mutex
		return calls.Hooks{Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) (given []calls.Outcome) {
			mu.Lock()
			defer mu.Unlock()
			for _, o := range fresh {
				given = append(given, o)
				n++
				if n%5 == 0 {
					given = append(given, o)
				}
			}
			return given
		}}
	}),
	New("cq.notify.result-before-notification/after", "The result comes a moment after its notification.",
		NextAfter(Ended(calls.CQNotify, nd2.Success), On(calls.CQGetResults), Nothing)),
	New("cq.notify.solicited-after-receive/before", "A solicited notification comes a moment before the Receive's result.",
		NextAfter(Ended(calls.CQNotify, nd2.Success).If(func(c *calls.Call) bool {
			return c.Proxy.NotifyType == nd2.NotifySolicited
		}), On(calls.CQGetResults), Nothing)),
}
