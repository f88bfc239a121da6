package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// resizes break the resizing of completion queues.
func resizes() []Mutant {
	return []Mutant{
		by("cq.resize.unchanged-on-failure", "loses-one", "A refused Resize loses the oldest result.",
			at(interpose.CQResize, func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if s != nd2.Success {
					c.OnCQ().Queued(dropFirst)
				}
				return s
			})),
		by("cq.resize.unchanged-on-failure", "shrinks", "A Resize below what is queued is refused, but cuts the queue down to it.",
			at(interpose.CQResize, func(c *interpose.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.BufferOverflow {
					for depth := c.Depth; c.OnCQ().Inner.Resize(depth) == nd2.BufferOverflow; depth++ {
					}
				}
				return s
			})),
		by("cq.resize.loses-nothing", "drops-one", "A Resize drops the oldest result.",
			after(interpose.CQResize, func(c *interpose.Call) { c.OnCQ().Queued(dropFirst) })),
		by("cq.resize.loses-nothing", "reorders", "A Resize turns the order of what is queued around.",
			after(interpose.CQResize, func(c *interpose.Call) {
				c.OnCQ().Queued(func(list []interpose.Outcome) []interpose.Outcome {
					slices.Reverse(list)
					return list
				})
			})),
		by("cq.resize.holds-new-depth", "ignored", "A Resize up succeeds and changes nothing.",
			before(interpose.CQResize, func(c *interpose.Call) {
				if made := c.OnCQ().Depth; c.Depth > made && c.Depth <= c.Parent.Limits().MaxCompletionQueueDepth {
					c.Depth = made
				}
			})),
		by("cq.resize.holds-new-depth", "one-short", "A Resize down leaves room for one result less, unless as many are queued.",
			at(interpose.CQResize, func(c *interpose.Call) nd2.Status {
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
			before(interpose.CQResize, func(c *interpose.Call) {
				queued := uint32(len(c.OnCQ().Queued(nil)))
				if queued < c.Depth && c.Depth < c.OnCQ().Depth {
					c.Depth -= queued
				}
			})),
		by("cq.resize.to-what-is-queued", "refused", "A Resize needs room for one result more than are queued.",
			before(interpose.CQResize, func(c *interpose.Call) {
				if c.Depth > 1 {
					c.Depth--
				}
			})),
		by("cq.resize.keeps-unannounced", "announces", "What is queued at a Resize completes no Notify.", announcing),
		by("cq.resize.keeps-requests", "forgets", "A Resize forgets the Notify requests outstanding.",
			after(interpose.CQResize, func(c *interpose.Call) {
				for _, s := range c.Outstanding() {
					s.Mute()
				}
			})),
	}
}

// announcing takes what is queued at a Resize for announced: it completes no Notify.
func announcing() interpose.Hooks {
	var old interpose.Record[int]
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		if c.Method == interpose.CQNotify {
			queued := len(c.OnCQ().Queued(nil))
			if queued > 0 && queued <= old.Get(c.Object) {
				c.Shadow.Mute()
				return nd2.Pending
			}
		}
		s := c.Proceed()
		switch {
		case c.Method == interpose.CQResize && s == nd2.Success:
			old.Set(c.Object, len(c.OnCQ().Queued(nil)))
		case c.Method == interpose.CQGetResults:
			old.Update(c.Object, func(n int) int { return max(0, n-int(c.Count)) })
		}
		return s
	}}
}
