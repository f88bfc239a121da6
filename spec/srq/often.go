package srq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// What a queue can do once it can do over and over.
var _ = Describe("An IND2SharedReceiveQueue", func() {
	It("notifies when 300 requests have been canceled", Covers("srq.notify.nd-canceled"), Variant("often"), LongTimeout,
		func(ctx SpecContext) {
			p, c := connectedPool(ctx)
			p.Post(1, p.Threshold)
			for range Many {
				notify := p.Arm(ctx)
				Expect(p.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(notify).To(CompleteWith(nd2.Canceled))
				Enough(ctx)
			}
			notify := p.Arm(ctx)
			expectAwaits(ctx, notify, p, c, 1)
		})

	It("notifies of 300 falls", Covers("srq.notify.nd-success"), Variant("often"), LongTimeout, func(ctx SpecContext) {
		p, c := connectedPool(ctx)
		p.Post(1, p.Threshold)
		for range Many {
			notify := p.Arm(ctx)
			expectAwaits(ctx, notify, p, c, 1)
			p.Post(1, 1)
			Enough(ctx)
		}
	})

	It("keeps its Receives, and has room for more, when its depth has been modified 300 times",
		Covers("srq.modify.keeps-receives"), Variant("often"), LongTimeout, func(ctx SpecContext) {
			n := Size(ctx, 1, within(ctx, 300))
			most := within(ctx, uint32(n)+12)
			p, c := ConnectedPool(ctx, most, 1)
			p.Post(1, n)
			Enough(ctx)
			for i := range uint32(Many) {
				Expect(p.Modify(min(uint32(n)+(7*i)%13, most), 0)).To(Return(nd2.Success))
			}
			Expect(Contexts(takeEach(ctx, p, c, n))).To(Equal(Sequence(1, n)), "the request contexts of the results")
			p.Post(1000, n)
			Expect(Contexts(takeEach(ctx, p, c, n))).To(Equal(Sequence(1000, n)), "the request contexts of the results")
		})
})
