package cq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What a queue can do once it can do over and over.
var _ = Describe("An IND2CompletionQueue", func() {
	It("notifies of the next result when 300 requests have been canceled", Covers("cq.notify.nd-canceled"),
		Variant("often"), LongTimeout, func(ctx SpecContext) {
			c := acceptedFor(ctx, 1)
			queue := c.Passive.Receives
			forget(ctx, queue)
			Enough(ctx)
			for range Many {
				request := notify(ctx, queue, nd2.NotifyAny)
				Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(request).To(CompleteWith(nd2.Canceled))
			}
			request := notify(ctx, queue, nd2.NotifyAny)
			Expect(request).To(BePending())
			arrive(ctx, c, unsolicited, 1)
			Expect(request).To(CompleteWith(nd2.Success))
			expectReceived(ctx, queue, 1)
		})

	It("notifies of the next result 300 times", Covers("cq.notify.triggers-once", "cq.notify.since-last-notification"),
		Variant("often"), LongTimeout, func(ctx SpecContext) {
			c := acceptedFor(ctx, 1)
			queue := c.Passive.Receives
			forget(ctx, queue)
			Enough(ctx)
			for i := range uintptr(Many) {
				request := notify(ctx, queue, nd2.NotifyAny)
				Expect(request).To(BePending())
				arrive(ctx, c, unsolicited, i)
				Expect(request).To(CompleteWith(nd2.Success))
				expectReceived(ctx, queue, i)
			}
			for i := range uintptr(Many) { // and when the result comes first
				arrive(ctx, c, unsolicited, i)
				Expect(notify(ctx, queue, nd2.NotifyAny)).To(CompleteWith(nd2.Success))
				expectReceived(ctx, queue, i)
			}
		})

	It("keeps its results, and has room for more, when it has been resized 300 times", Covers("cq.resize.loses-nothing"),
		Variant("often"), LongTimeout, func(ctx SpecContext) {
			n := Size(ctx, 1)
			c := acceptedFor(ctx, n)
			queue := c.Passive.Receives
			c.Deliver(ctx, c.Passive, Sequence(1, n)...)
			Expect(queue.Resize(min(uint32(n)+12, c.Passive.MaxResults()))).To(Return(nd2.Success))
			Enough(ctx)
			for i := range uint32(Many) {
				Expect(queue.Resize(min(uint32(n)+(7*i)%13, c.Passive.MaxResults()))).To(Return(nd2.Success))
			}
			expectReceived(ctx, queue, Sequence(1, n)...)
			c.Deliver(ctx, c.Passive, Sequence(1000, n)...)
			expectReceived(ctx, queue, Sequence(1000, n)...)
		})
})
