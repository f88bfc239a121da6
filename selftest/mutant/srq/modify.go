package srq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var modifyDepth = []Mutant{
	New("srq.modify.already-below/waits", "Raising the threshold above the count completes no request.",
		waitingBelow(func(*calls.Call) bool { return true })),
	New("srq.modify.already-below/waits-with-depth",
		"Raising the threshold above the count and setting the depth completes no request.",
		waitingBelow(func(c *calls.Call) bool { return c.Depth != 0 })),
	New("srq.modify.enables-notification/ignored", "A queue created without a threshold ignores the one of Modify.",
		Before(calls.SRQModify, func(c *calls.Call) {
			if c.OnSRQ().Threshold == 0 {
				c.Threshold = 0
			}
		})),
	New("srq.modify.growth-takes-more-receives/ignored", "A larger depth is accepted and not had.",
		Before(calls.SRQModify, func(c *calls.Call) {
			if made := c.OnSRQ().Depth; c.Depth > made && c.Depth <= c.Parent.Limits().MaxSharedReceiveQueueDepth {
				c.Depth = made
			}
		})),
	New("srq.modify.keeps-receives/loses-one", "A Modify of the depth loses a Receive.",
		spoilingNext(calls.SRQModify, func(c *calls.Call) *calls.SharedReceiveQueue { return c.OnSRQ() }, nil)),
	New("srq.modify.keeps-receives/reorders",
		"After a Modify of the depth, the first two Receives to be taken are mixed up.", func() calls.Hooks {
			var modified calls.Record[bool]
			swap := SwappingResults(func(o *calls.Outcome) bool { return o.FromSRQ() && modified.Get(o.Of.Object) })()
			return calls.Hooks{Results: swap.Results, Call: func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if c.Method == calls.SRQModify && s == nd2.Success {
					modified.Set(c.Object, true)
				}
				return s
			}}
		}),
}

var modifyRefused = []Mutant{
	New("srq.modify.threshold-holds-for-outstanding-requests/later", "A new threshold holds from the next Notify on.",
		Recording(func(c *calls.Call, later *calls.Record[uint32]) nd2.Status {
			switch {
			case c.Method == calls.SRQModify && c.Threshold != 0 && len(c.Outstanding()) > 0:
				later.Set(c.Object, c.Threshold)
				c.Threshold = 0
			case c.Method == calls.SRQNotify:
				if threshold := later.Set(c.Object, 0); threshold != 0 {
					c.OnSRQ().Inner.Modify(0, threshold)
				}
			}
			return c.Proceed()
		})),
	New("srq.modify.threshold-holds-for-outstanding-requests/not-with-depth",
		"A Modify that sets the depth ignores the threshold.", Before(calls.SRQModify, func(c *calls.Call) {
			if c.OnSRQ().Threshold != 0 && c.Depth != 0 {
				c.Threshold = 0
			}
		})),
	New("srq.modify.unchanged-on-failure/depth",
		"A Modify below what is posted is refused, but cuts the queue down to it.",
		When(On(calls.SRQModify), AfterRefusal(func(c *calls.Call) {
			for depth := c.Depth; c.OnSRQ().Inner.Modify(depth, 0) == nd2.BufferOverflow; depth++ {
			}
		}, nd2.BufferOverflow))),
	New("srq.modify.unchanged-on-failure/requests", "A refused Modify forgets the outstanding requests.",
		When(On(calls.SRQModify), AfterRefusal(func(c *calls.Call) { Mute(c.Outstanding()) }))),
	New("srq.modify.unchanged-on-failure/threshold", "A refused Modify sets the threshold.",
		When(On(calls.SRQModify), AfterRefusal(func(c *calls.Call) { c.OnSRQ().Inner.Modify(0, c.Threshold) }))),
}

var modifyZero = []Mutant{
	New("srq.modify.zero-depth-keeps-depth/refused", "A depth of 0 in Modify is refused.",
		Refusing(calls.SRQModify, nd2.InvalidParameter, func(c *calls.Call) bool { return c.Depth == 0 })),
	New("srq.modify.zero-threshold-keeps-threshold/disables", "A threshold of 0 in Modify disables notifications.",
		Between(On(calls.SRQModify).If(func(c *calls.Call) bool { return c.Threshold == 0 }),
			On(calls.SRQModify).If(func(c *calls.Call) bool { return c.Threshold != 0 }), On(calls.SRQNotify), Unanswered)),
	New("srq.modify.zero-threshold-keeps-threshold/refused", "A threshold of 0 in Modify is refused.",
		Refusing(calls.SRQModify, nd2.InvalidParameter, func(c *calls.Call) bool { return c.Threshold == 0 })),
}

// waitingBelow makes a defect: the Modify that it concerns completes no request.
func waitingBelow(concerns func(modify *calls.Call) bool) Defect {
	return Recording(func(c *calls.Call, modifying *calls.Record[bool]) nd2.Status {
		if c.Method == calls.SRQModify && concerns(c) {
			modifying.Set(c.Object, true)
			defer modifying.Set(c.Object, false)
		}
		if c.Notifies(calls.SRQNotify, nd2.Success) && modifying.Get(c.Object) {
			c.Proxy.Mute()
		}
		return c.Proceed()
	})
}
