package ndk

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var modifyNotifies = []Mutant{
	New("ndk.modifysrq.already-below/waits",
		"A threshold above the count of Receives makes the queue wait for the next one to be taken.",
		During(On(calls.NDKModifySrq), On(calls.NDKSrqNotification), Nothing)),
	New("ndk.modifysrq.no-lost-notification/late", "A queue is not armed before the next Receive is posted.",
		Recording(func(c *calls.Call, due *calls.Record[uint32]) nd2.Status {
			if c.Method == calls.NDKModifySrq && c.Threshold > 0 {
				due.Set(c.Object, c.Threshold)
				c.Threshold = 0
			}
			s := c.Proceed()
			if c.Method == calls.NDKSrqReceive {
				if threshold := due.Set(c.Object, 0); threshold > 0 {
					c.NDK.SRQ.ModifyInner(0, threshold)
				}
			}
			return s
		})),
	New("ndk.modifysrq.one-shot/again", "A queue that has notified is armed again by the next Receive.",
		NextAfter(On(calls.NDKSrqNotification), On(calls.NDKSrqReceive),
			Then(func(c *calls.Call) { c.NDK.SRQ.ModifyInner(0, c.NDK.SRQ.Threshold) }))),
	New("ndk.modifysrq.threshold-arms/cut-to-8-bits", "Modify sets the low 8 bits of a threshold.",
		Before(calls.NDKModifySrq, func(c *calls.Call) { c.Threshold &= 0xff })),
	New("ndk.modifysrq.threshold-arms/ignored", "A queue that has notified ignores a threshold.",
		Since(On(calls.NDKSrqNotification), On(calls.NDKModifySrq), First(func(c *calls.Call) { c.Threshold = 0 }))),
}

var modifyThreshold = []Mutant{
	New("ndk.modifysrq.zero-keeps-armed/disarms", "A threshold of 0 disarms the queue.",
		Between(On(calls.NDKModifySrq).If(disarming),
			On(calls.NDKModifySrq).If(func(c *calls.Call) bool { return !disarming(c) }),
			On(calls.NDKSrqNotification), Nothing)),
	New("ndk.modifysrq.zero-keeps-depth/shrinks", "A depth of 0 cuts the queue down to what is posted.",
		After(calls.NDKModifySrq, func(c *calls.Call) {
			if c.Depth == 0 {
				for depth := uint32(1); c.NDK.SRQ.ModifyInner(depth, 0) != ndk.Success; depth++ {
				}
			}
		})),
	New("ndk.modifysrq.zero-keeps-disarmed/arms", "A threshold of 0 arms the queue at the threshold that it had.",
		Before(calls.NDKModifySrq, func(c *calls.Call) {
			if c.Threshold == 0 {
				c.Threshold = c.NDK.SRQ.Threshold
			}
		})),
	New("ndk.srqnotification.failure-ends-queue-pairs/go-on",
		"A queue pair of a queue that has failed goes on having results.",
		Since(On(calls.NDKSrqNotification).If(failing).Anywhere(), On(calls.NDKGetCqResults).Anywhere(),
			Then(func(c *calls.Call) { c.NDK.Results = append(c.NDK.Results, ndk.Result{Status: ndk.Success}) }))),
	New("ndk.srqnotification.internal-error/silent", "A queue that fails does not notify.",
		Refusing(calls.NDKSrqNotification, nd2.Success, func(c *calls.Call) bool {
			return c.NDK.Status == ndk.InternalError
		})),
	New("ndk.srqnotification.internal-error/success", "A queue that fails notifies with STATUS_SUCCESS.",
		Before(calls.NDKSrqNotification, func(c *calls.Call) { c.NDK.Status = ndk.Success })),
}

// armedAgain are mutants of a queue that is armed already when it is armed.
var armedAgain = []Mutant{
	New("ndk.modifysrq.one-shot/per-arming", "A queue notifies once for each time that it was armed.",
		Recording(func(c *calls.Call, more *calls.Record[int]) nd2.Status {
			switch {
			case c.Method == calls.NDKModifySrq && c.Threshold > 0:
				more.Update(c.Object, Increment)
			case c.Method == calls.NDKSrqNotification:
				for range more.Set(c.Object, 0) {
					c.Proceed()
				}
			}
			return c.Proceed()
		})),
}

// failing reports whether a notification tells of a failure, and disarming whether a Modify has no threshold.
func failing(c *calls.Call) bool   { return c.NDK.Status == ndk.InternalError }
func disarming(c *calls.Call) bool { return c.Threshold == 0 }

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
		KeepingAt(calls.NDKModifySrq, func(c *calls.Call, armed *calls.Record[bool]) nd2.Status {
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
