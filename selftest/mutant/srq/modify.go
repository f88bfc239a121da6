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
		NextResult(On(calls.SRQModify), taken, Lost)),
	New("srq.modify.keeps-receives/reorders",
		"After a Modify of the depth, the first two Receives to be taken are mixed up.",
		Knowing(On(calls.SRQModify), Event{}, func(modified *calls.Record[int]) Defect {
			return SwappingResults(func(o *calls.Outcome) bool { return o.FromSRQ() && modified.Get(o.Of.Object) > 0 })
		})),
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
	return During(On(calls.SRQModify).If(concerns), Ended(calls.SRQNotify, nd2.Success), Muted)
}

// usedAgain breaks what holds for a queue that has been modified, or has notified, before.
var usedAgain = []Mutant{
	New("srq.modify.growth-takes-more-receives/second-ignored",
		"A queue that has been modified says yes to a larger depth, and keeps the one it has.",
		KeepingAt(calls.SRQModify, func(c *calls.Call, first *calls.Record[uint32]) nd2.Status {
			depth := c.Depth
			if set := first.Get(c.Object); set != 0 && set < depth && depth <= c.Parent.Limits().MaxSharedReceiveQueueDepth {
				c.Depth = set
			}
			s := c.Proceed()
			if s == nd2.Success && depth != 0 {
				first.Keep(c.Object, depth)
			}
			return s
		})),
	New("srq.modify.nd-success/once", "A queue that has been modified can't be modified again.",
		Once(calls.SRQModify, nd2.InvalidParameter)),
	New("srq.notify.fires-below-threshold/second-late", "The second notification of a queue comes one Receive late.",
		BeforeNotifying(calls.SRQNotify, nd2.Success, func(c *calls.Call) {
			if q := c.OnSRQ(); q.Threshold > 1 {
				q.Inner.Modify(0, q.Threshold-1)
			}
		})),
	New("srq.notify.releases-every-request/second-round",
		"The second fall below the threshold completes the oldest request only.", ReleasingOneAgain(calls.SRQNotify)),
	New("srq.receive.order/at-the-wrap", "The 32nd Receive that a queue pair takes is reported after the 33rd.",
		SwappingAtWrap((*calls.Outcome).FromSRQ)),
}
