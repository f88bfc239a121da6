package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// resizes break the resizing of completion queues.
func resizes() []Mutant {
	return []Mutant{
		by("cq.resize.unchanged-on-failure", "loses-one", "A refused Resize loses the oldest result.",
			at(calls.CQResize, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if s != nd2.Success {
					c.OnCQ().Queued(dropFirst)
				}
				return s
			})),
		by("cq.resize.unchanged-on-failure", "shrinks", "A Resize below what is queued is refused, but cuts the queue down to it.",
			at(calls.CQResize, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.BufferOverflow {
					for depth := c.Depth; c.OnCQ().Inner.Resize(depth) == nd2.BufferOverflow; depth++ {
					}
				}
				return s
			})),
		by("cq.resize.loses-nothing", "drops-one", "A Resize drops the oldest result.",
			after(calls.CQResize, func(c *calls.Call) { c.OnCQ().Queued(dropFirst) })),
		by("cq.resize.loses-nothing", "reorders", "A Resize turns the order of what is queued around.",
			after(calls.CQResize, func(c *calls.Call) {
				c.OnCQ().Queued(func(list []calls.Outcome) []calls.Outcome {
					slices.Reverse(list)
					return list
				})
			})),
		by("cq.resize.holds-new-depth", "ignored", "A Resize up succeeds and changes nothing.",
			before(calls.CQResize, func(c *calls.Call) {
				if made := c.OnCQ().Depth; c.Depth > made && c.Depth <= c.Parent.Limits().MaxCompletionQueueDepth {
					c.Depth = made
				}
			})),
		by("cq.resize.holds-new-depth", "one-short", "A Resize down leaves room for one result less, unless as many are queued.",
			at(calls.CQResize, func(c *calls.Call) nd2.Status {
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
		by("cq.resize.holds-new-depth", "places-of-queued", "What is queued at a Resize down takes its places for good.",
			before(calls.CQResize, func(c *calls.Call) {
				queued := uint32(len(c.OnCQ().Queued(nil)))
				if queued < c.Depth && c.Depth < c.OnCQ().Depth {
					c.Depth -= queued
				}
			})),
		by("cq.resize.to-what-is-queued", "refused", "A Resize needs room for one result more than are queued.",
			before(calls.CQResize, func(c *calls.Call) {
				if c.Depth > 1 {
					c.Depth--
				}
			})),
		by("cq.resize.keeps-unannounced", "announces", "What is queued at a Resize completes no Notify.", announcing),
		by("cq.resize.keeps-requests", "forgets", "A Resize forgets the Notify requests outstanding.",
			after(calls.CQResize, func(c *calls.Call) {
				for _, s := range c.Outstanding() {
					s.Mute()
				}
			})),
	}
}

// announcing takes what is queued at a Resize for announced: it completes no Notify.
func announcing() calls.Hooks {
	var old calls.Record[int]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if c.Method == calls.CQNotify {
			queued := len(c.OnCQ().Queued(nil))
			if queued > 0 && queued <= old.Get(c.Object) {
				c.Shadow.Mute()
				return nd2.Pending
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
	}}
}
