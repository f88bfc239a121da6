package srq

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// usedAgain breaks what holds for a queue that has been modified, or has notified, before.
var usedAgain = []Mutant{
	New("srq.modify.growth-takes-more-receives/second-ignored",
		"A queue that has been modified says yes to a larger depth, and keeps the one it has.",
		RecordingAt(calls.SRQModify, func(c *calls.Call, first *calls.Record[uint32]) nd2.Status {
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
