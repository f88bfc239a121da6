package cq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2CompletionQueue::Resize", func() {
	It("leaves an outstanding Notify for errors to be completed by an overrun", Covers("cq.resize.keeps-requests"),
		Variant("errors"), LongTimeout, func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(min(8, local.MaxResults()))
			errors := notify(ctx, queue, nd2.NotifyErrors)
			Expect(queue.Resize(1)).To(Return(nd2.Success))
			Expect(errors).To(BePending())
			overrunBy(ctx, local, queue, errors, nd2.RequestSend)
			Expect(errors).To(CompleteWith(nd2.BufferOverflow))
		})

	It("to a depth that overflows an entry's size or a signed number is refused, or had",
		Covers("cq.resize.nd-invalid-parameter", "cq.resize.holds-new-depth"), Variant("far-beyond"),
		func(ctx SpecContext) {
			const results = 128
			local := Local(ctx)
			for _, depth := range []uint32{1 << 26, 1<<28 + 1, 1<<31 - 1, 1 << 31, 0xFFFFFFFF} {
				if depth <= local.Info.MaxCompletionQueueDepth {
					continue
				}
				queue := local.CompletionQueue(1)
				returned := queue.Resize(depth)
				if MoreThanSaid("cq.resize.nd-invalid-parameter", returned) {
					holds(ctx, local, queue, min(results, local.Info.MaxReceiveQueueDepth))
					continue
				}
				Expect(returned).To(ReturnAsRuled("cq.resize.nd-invalid-parameter"), "%d", depth)
			}
		})
})
