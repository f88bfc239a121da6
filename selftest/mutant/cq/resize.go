package cq

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var resizeDepths = []Mutant{
	New("cq.resize.holds-new-depth/ignored", "A Resize up succeeds and changes nothing.",
		Before(calls.CQResize, func(c *calls.Call) {
			if made := c.OnCQ().Depth; c.Depth > made && c.Depth <= c.Parent.Limits().MaxCompletionQueueDepth {
				c.Depth = made
			}
		})),
	New("cq.resize.holds-new-depth/in-use", "A Resize up succeeds and changes nothing while results are queued.",
		Before(calls.CQResize, func(c *calls.Call) {
			q := c.OnCQ()
			if c.Depth > q.Depth && c.Depth <= c.Parent.Limits().MaxCompletionQueueDepth && len(q.Queued(nil)) > 0 {
				c.Depth = q.Depth
			}
		})),
	New("cq.resize.holds-new-depth/one-short", "A Resize down leaves room for one result less, unless as many are queued.",
		At(calls.CQResize, func(c *calls.Call) nd2.Status {
			whole := c.Depth
			if whole > 1 && whole < c.OnCQ().Depth {
				c.Depth--
			}
			if s := c.Proceed(); s != nd2.BufferOverflow {
				return s
			}
			c.Depth = whole
			return c.Proceed()
		})),
	New("cq.resize.holds-new-depth/places-of-queued", "What is queued at a Resize down takes its places for good.",
		Before(calls.CQResize, func(c *calls.Call) {
			queued := uint32(len(c.OnCQ().Queued(nil)))
			if queued < c.Depth && c.Depth < c.OnCQ().Depth {
				c.Depth -= queued
			}
		})),
}

var resizeInUse = []Mutant{
	New("cq.resize.keeps-requests/forgets-if-queued",
		"A Resize forgets the Notify requests outstanding if results are queued.",
		After(calls.CQResize, func(c *calls.Call) {
			if len(c.OnCQ().Queued(nil)) == 0 {
				return
			}
			Mute(c.Outstanding())
		})),
	New("cq.resize.keeps-requests/to-any", "A request for solicited results is one for any result after a Resize.",
		After(calls.CQResize, func(c *calls.Call) {
			for _, s := range c.Outstanding() {
				if s.NotifyType == nd2.NotifySolicited {
					c.OnCQ().Inner.Notify(nd2.NotifyAny, new(nd2.Overlapped))
				}
			}
		})),
	New("cq.resize.keeps-unannounced/announces", "What is queued at a Resize completes no Notify.", announcing),
	New("cq.resize.loses-nothing/drops-one", "A Resize drops the oldest result.",
		After(calls.CQResize, func(c *calls.Call) { c.OnCQ().Queued(dropFirst) })),
	New("cq.resize.loses-nothing/reorders", "A Resize turns the order of what is queued around.",
		After(calls.CQResize, func(c *calls.Call) {
			c.OnCQ().Queued(func(list []calls.Outcome) []calls.Outcome {
				slices.Reverse(list)
				return list
			})
		})),
	New("cq.resize.loses-nothing/wrapped",
		"Resize loses the results that have wrapped around the ring's end.", losingWrapped(false)),
	New("cq.resize.loses-nothing/wrapped-duplicated",
		"Resize copies the ring's first result twice if the results have wrapped around its end.", losingWrapped(true)),
}

var resizeRefused = []Mutant{
	New("cq.resize.to-what-is-queued/refused", "A Resize needs room for one result more than are queued.",
		Before(calls.CQResize, func(c *calls.Call) {
			if c.Depth > 1 {
				c.Depth--
			}
		})),
	New("cq.resize.unchanged-on-failure/forgets-requests", "A refused Resize forgets the Notify requests outstanding.",
		When(On(calls.CQResize), AfterRefusal(func(c *calls.Call) { Mute(c.Outstanding()) }, nd2.BufferOverflow))),
	New("cq.resize.unchanged-on-failure/loses-one", "A refused Resize loses the oldest result.",
		When(On(calls.CQResize), AfterRefusal(func(c *calls.Call) { c.OnCQ().Queued(dropFirst) }))),
	New("cq.resize.unchanged-on-failure/shrinks",
		"A Resize below what is queued is refused, but cuts the queue down to it.",
		When(On(calls.CQResize), AfterRefusal(func(c *calls.Call) {
			for depth := c.Depth; c.OnCQ().Inner.Resize(depth) == nd2.BufferOverflow; depth++ {
			}
		}, nd2.BufferOverflow))),
}

// announcing takes what is queued at a Resize for announced: it completes no Notify.
var announcing = Recording(func(c *calls.Call, old *calls.Record[int]) nd2.Status {
	if c.Method == calls.CQNotify {
		queued := len(c.OnCQ().Queued(nil))
		if queued > 0 && queued <= old.Get(c.Object) {
			return LeavePending(c)
		}
	}
	s := c.Proceed()
	switch {
	case c.Method == calls.CQResize && s == nd2.Success:
		old.Set(c.Object, len(c.OnCQ().Queued(nil)))
	case c.Method == calls.CQGetResults:
		old.Update(c.Object, func(n int) int { return max(0, n-int(c.Count)) })
	}
	return s
})

// losingWrapped makes a defect: Resize loses the results behind the end of a
// ring of as many places as the queue was created for, or has the first one twice.
func losingWrapped(twice bool) Defect {
	return Recording(func(c *calls.Call, head *calls.Record[int]) nd2.Status {
		s := c.Proceed()
		switch {
		case c.Method == calls.CQGetResults:
			head.Update(c.Object, func(n int) int { return n + int(c.Count) })
		case c.Method == calls.CQResize && s == nd2.Success:
			q := c.OnCQ()
			q.Queued(func(list []calls.Outcome) []calls.Outcome {
				straight := int(q.Depth) - head.Get(c.Object)%int(q.Depth)
				switch {
				case len(list) <= straight:
					return list
				case twice:
					return append(list[:1:1], list...)
				}
				return list[:straight]
			})
		}
		return s
	})
}

// resizeFar are mutants of what a Resize keeps, and of depths that are far beyond the limit.
var resizeFar = []Mutant{
	New("cq.resize.keeps-requests/forgets-errors", "A Resize forgets the requests for ND_CQ_NOTIFY_ERRORS.",
		After(calls.CQResize, func(c *calls.Call) { Mute(asked(c, nd2.NotifyErrors)) })),
	New("cq.resize.holds-new-depth/signed",
		"A Resize to a depth that is negative as a signed number succeeds and changes nothing.",
		Refusing(calls.CQResize, nd2.Success, func(c *calls.Call) bool { return int32(c.Depth) < 0 })),
	New("cq.let-go-by-queue-pairs/kept-with-requests",
		"A queue pair that is released with Receives posted keeps its receive completion queue.",
		Recording(func(c *calls.Call, posted *calls.Record[bool]) nd2.Status {
			q, ok := c.Self.(*calls.QueuePair)
			switch {
			case !ok:
			case c.Method == calls.QPReceive:
				posted.Set(c.Object, true)
			case c.Method == calls.QPFlush:
				posted.Set(c.Object, false)
			case c.Method == calls.Release && c.LastReference() && posted.Get(c.Object):
				q.ReceiveCQ.Inner.AddRef()
			}
			return c.Proceed()
		})),
}
