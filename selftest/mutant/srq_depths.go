package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

func srqDepths() []Mutant {
	return []Mutant{
		by("srq.modify.growth-takes-more-receives", "ignored", "A larger depth is accepted and not had.",
			before(calls.SRQModify, func(c *calls.Call) {
				if made := c.OnSRQ().Depth; c.Depth > made && c.Depth <= c.Parent.Limits().MaxSharedReceiveQueueDepth {
					c.Depth = made
				}
			})),
		by("srq.modify.keeps-receives", "loses-one", "A Modify of the depth loses a Receive.",
			spoilingNext(calls.SRQModify, func(c *calls.Call) *calls.SharedReceiveQueue { return c.OnSRQ() }, nil)),
		by("srq.modify.keeps-receives", "reorders", "After a Modify of the depth, the first two Receives to be taken are mixed up.",
			func() calls.Hooks {
				var modified calls.Record[bool]
				swap := swapping(func(o *calls.Outcome) bool { return o.FromSRQ() && modified.Get(o.Of.Object) })()
				return calls.Hooks{Results: swap.Results, Call: func(c *calls.Call) nd2.Status {
					s := c.Proceed()
					if c.Method == calls.SRQModify && s == nd2.Success {
						modified.Set(c.Object, true)
					}
					return s
				}}
			}),
		by("srq.modify.unchanged-on-failure", "threshold", "A refused Modify sets the threshold.",
			at(calls.SRQModify, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if s != nd2.Success {
					c.OnSRQ().Inner.Modify(0, c.Threshold)
				}
				return s
			})),
		by("srq.modify.unchanged-on-failure", "depth", "A Modify below what is posted is refused, but cuts the queue down to it.",
			at(calls.SRQModify, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if s == nd2.BufferOverflow {
					for depth := c.Depth; c.OnSRQ().Inner.Modify(depth, 0) == nd2.BufferOverflow; depth++ {
					}
				}
				return s
			})),
		by("srq.modify.zero-depth-keeps-depth", "shrinks", "A depth of 0 in Modify cuts the queue down to what is posted.",
			after(calls.SRQModify, func(c *calls.Call) {
				if c.Depth == 0 {
					for depth := uint32(1); c.OnSRQ().Inner.Modify(depth, 0) == nd2.BufferOverflow; depth++ {
					}
				}
			})),
		by("srq.modify.zero-depth-keeps-depth", "refused", "A depth of 0 in Modify is refused.",
			refusing(calls.SRQModify, nd2.InvalidParameter, func(c *calls.Call) bool { return c.Depth == 0 })),
	}
}
