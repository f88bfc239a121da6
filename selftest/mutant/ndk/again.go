package ndk

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// modifiedAgain breaks what a refused Modify leaves, and what the second one arms.
var modifiedAgain = []Mutant{
	New("ndk.modifysrq.invalid-parameter/shrinks",
		"A Modify beyond the limit is refused, but cuts the queue down to what is posted.",
		When(On(calls.NDKModifySrq), AfterRefusal(func(c *calls.Call) {
			for depth := uint32(1); c.NDK.SRQ.ModifyInner(depth, 0) != ndk.Success; depth++ {
			}
		}))),
	New("ndk.modifysrq.invalid-parameter/threshold-set", "A Modify beyond the limit is refused, but sets the threshold.",
		When(On(calls.NDKModifySrq), AfterRefusal(func(c *calls.Call) { c.NDK.SRQ.ModifyInner(0, c.Threshold) }))),
	WearingOut("ndk.modifysrq.invalid-parameter/worn", calls.NDKModifySrq, calls.NDKSrqReceive, nd2.Unsuccessful),
	WearingOut("ndk.createsrq.status-invalid-parameter/worn", calls.NDKCreateSrq, calls.NDKCreateSrq,
		nd2.InsufficientResources),
	WearingOut("ndk.createqpwithsrq.invalid-parameter/worn", calls.NDKCreateQpWithSrq, calls.NDKCreateQpWithSrq,
		nd2.InvalidParameter),
	New("ndk.modifysrq.success/worn", "A queue can be modified 200 times.",
		AfterMany(200, On(calls.NDKModifySrq), On(calls.NDKModifySrq), Say(nd2.InvalidParameter))),
	New("ndk.srqreceive.qp-context/signed", "A queue pair's context has 63 bits.",
		Before(calls.NDKCreateQpWithSrq, func(c *calls.Call) { c.Context = c.Context << 1 >> 1 })),
	New("ndk.modifysrq.threshold-arms/once", "A queue that has been armed again ignores later thresholds.",
		RecordingAt(calls.NDKModifySrq, func(c *calls.Call, armed *calls.Record[bool]) nd2.Status {
			if c.Threshold > 0 && armed.Set(c.Object, true) {
				c.Threshold = 0
			}
			return c.Proceed()
		})),
}

// beyondOneLimit breaks the limits of a queue pair one at a time: what is beyond it is taken for 1.
func beyondOneLimit() (list []Mutant) {
	for _, limit := range []struct {
		name, what string
		of         func(c *calls.Call) *uint32
	}{
		{"depth", "An initiator queue depth", func(c *calls.Call) *uint32 { return &c.InitiatorDepth }},
		{"entries", "A number of entries per initiator request", func(c *calls.Call) *uint32 { return &c.InitiatorSGEs }},
		{"inline", "A size of inline data", func(c *calls.Call) *uint32 { return &c.InlineSize }},
	} {
		list = append(list, New("ndk.createqpwithsrq.invalid-parameter/"+limit.name,
			limit.what+" beyond the limit is taken for 1.", At(calls.NDKCreateQpWithSrq, func(c *calls.Call) nd2.Status {
				s := c.Proceed()
				if ndk.Status(s) == ndk.InvalidParameter {
					*limit.of(c) = 1
					return c.Proceed()
				}
				return s
			})))
	}
	return list
}
