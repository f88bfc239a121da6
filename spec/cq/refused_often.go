package cq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A refused Resize changes nothing, however often it is repeated.
var _ = Describe("IND2CompletionQueue::Resize, refused more often than the queue has places,", func() {
	const places, queued = 8, 2

	DescribeTable("leaves the depth, the results and a Notify as they were",
		func(ctx SpecContext, refuse func(queue nd2.CompletionQueue, info nd2.AdapterInfo)) {
			n := Size(ctx, places)
			if n <= queued {
				Unobservable("no queue holds three results")
			}
			c := acceptedAs(ctx, Shape{ReceiveDepth: uint32(n), QueueDepth: uint32(n)})
			queue := c.Passive.Receives
			c.Deliver(ctx, c.Passive, Sequence(1, queued)...)
			request := notify(ctx, queue, nd2.NotifyErrors)
			for range Often {
				refuse(queue, c.Passive.Info)
			}
			Expect(request).To(BePending())
			arrive(ctx, c, unsolicited, Sequence(1+queued, n-queued)...)
			expectReceived(ctx, queue, Sequence(1, n)...)
			expectUnnotified(queue, request)
			Expect(queue.Resize(deeper(ctx, n))).To(Return(nd2.Success))
		},
		Entry("for a depth below what is queued", Covers("cq.resize.unchanged-on-failure"), Variant("often"),
			func(queue nd2.CompletionQueue, _ nd2.AdapterInfo) {
				Expect(queue.Resize(1)).To(Return(nd2.BufferOverflow))
			}),
		Entry("for a depth above MaxCompletionQueueDepth", Covers("cq.resize.unchanged-on-failure"),
			Variant("often-too-deep"), func(queue nd2.CompletionQueue, info nd2.AdapterInfo) {
				beyond := info.MaxCompletionQueueDepth + 1
				if beyond == 0 {
					Unobservable("MaxCompletionQueueDepth can't be exceeded")
				}
				if queue.Resize(beyond) == nd2.Success {
					Unobservable("a depth above MaxCompletionQueueDepth is set")
				}
			}))
})
