package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

const resize = "IND2CompletionQueue::Resize"

// resizes break the resizing of completion queues.
func resizes() []Mutant {
	return []Mutant{
		by("cq.resize.unchanged-on-failure", "loses-one", "A refused Resize loses the oldest result.",
			at(resize, func(c *call) nd2.Status {
				s := c.proceed()
				if s != nd2.Success {
					c.queue().queued(dropFirst)
				}
				return s
			})),
		by("cq.resize.unchanged-on-failure", "shrinks", "A Resize below what is queued is refused, but cuts the queue down to it.",
			at(resize, func(c *call) nd2.Status {
				s := c.proceed()
				if s == nd2.BufferOverflow {
					for depth := c.depth; c.queue().inner.Resize(depth) == nd2.BufferOverflow; depth++ {
					}
				}
				return s
			})),
		by("cq.resize.loses-nothing", "drops-one", "A Resize drops the oldest result.",
			after(resize, func(c *call) { c.queue().queued(dropFirst) })),
		by("cq.resize.loses-nothing", "reorders", "A Resize turns the order of what is queued around.",
			after(resize, func(c *call) {
				c.queue().queued(func(list []outcome) []outcome {
					slices.Reverse(list)
					return list
				})
			})),
		by("cq.resize.holds-new-depth", "ignored", "A Resize up succeeds and changes nothing.",
			before(resize, func(c *call) {
				if made := c.queue().depth; c.depth > made && c.depth <= c.parent.limits().MaxCompletionQueueDepth {
					c.depth = made
				}
			})),
		by("cq.resize.to-what-is-queued", "refused", "A Resize needs room for one result more than are queued.",
			before(resize, func(c *call) {
				if c.depth > 1 {
					c.depth--
				}
			})),
		by("cq.resize.keeps-requests", "forgets", "A Resize forgets the Notify requests outstanding.",
			after(resize, func(c *call) {
				for _, s := range c.outstanding() {
					s.mute()
				}
			})),
	}
}

// limits asks the engine what the adapter can.
func (a *adapter) limits() nd2.AdapterInfo {
	info := nd2.AdapterInfo{InfoVersion: nd2.Version2}
	size := uint32(nd2.AdapterInfoSize)
	a.inner.Query(&info, &size)
	return info
}
