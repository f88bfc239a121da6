package cq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2CompletionQueue::Resize, when a result is queued that no notification has announced,",
	twoQueues, func() {
		DescribeTable("leaves that result to complete the next Notify",
			func(ctx SpecContext, kind nd2.NotifyType, message nd2.OpFlags, depth func(most uint32) uint32) {
				c := Accepted(ctx, Shape{})
				queue := c.Passive.Receives
				arrive(ctx, c, message, 1)
				c.AwaitArrival(ctx) // most likely the result is queued by now; it may also come later
				Expect(queue.Resize(depth(deeper(ctx, 127)))).To(Return(nd2.Success))
				Expect(notify(ctx, queue, kind)).To(CompleteWith(nd2.Success))
				expectReceived(ctx, queue, 1)
			},
			Entry("for any result, with more room", Covers("cq.resize.keeps-unannounced"), nd2.NotifyAny, unsolicited, as),
			Entry("for any result, with less room", Covers("cq.resize.keeps-unannounced"), Variant("less"), nd2.NotifyAny,
				unsolicited, single),
			Entry("for solicited results, with more room", Covers("cq.resize.keeps-unannounced"), Variant("solicited"),
				nd2.NotifySolicited, solicited, as))
	})

func as(depth uint32) uint32 { return depth }
func single(uint32) uint32   { return 1 }
