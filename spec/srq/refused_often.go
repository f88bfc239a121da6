package srq

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// A refused call changes nothing, however often it is repeated.
var _ = Describe("An IND2SharedReceiveQueue that has refused more calls than it has places", func() {
	DescribeTable("has the depth, the threshold and the Receives that it had when they were calls of Modify",
		func(ctx SpecContext, refuse func(p *Pool) (refused bool)) {
			changesNothing(ctx, func(p *Pool) {
				for range Often {
					if !refuse(p) {
						return
					}
				}
			})
		},
		Entry("to a depth below what is posted", Covers("srq.modify.unchanged-on-failure"), Variant("often"),
			func(p *Pool) bool {
				Expect(p.Modify(1, uint32(p.Depth))).To(Return(nd2.BufferOverflow))
				return true
			}),
		Entry("to a depth above MaxSharedReceiveQueueDepth", Covers("srq.modify.unchanged-on-failure"),
			Variant("often-limit"), func(p *Pool) bool {
				beyond := p.Local.Info.MaxSharedReceiveQueueDepth + 1
				if beyond == 0 {
					Unobservable("MaxSharedReceiveQueueDepth can't be exceeded")
				}
				returned := p.Modify(beyond, uint32(p.Depth))
				if MoreThanSaid("srq.modify.nd-invalid-parameter", returned) {
					Expect(p.Modify(0, uint32(p.Threshold))).To(Return(nd2.Success)) // as it was
					return false
				}
				Expect(returned).To(ReturnAsRuled("srq.modify.nd-invalid-parameter"))
				return true
			}))

	It("takes as many Receives as it has places when they were Receives of too many entries",
		Covers("srq.receive.refused-posts-nothing"), Variant("often"), func(ctx SpecContext) {
			const mostEntries = 1024 // of lists that are posted again and again
			p, c := connectedPool(ctx)
			if p.Local.Info.MaxReceiveSGE >= mostEntries {
				Unobservable("a list of too many entries is long")
			}
			list := beyondReceiveSGE(p.Local)
			for range Often {
				returned := p.Receive(9, list)
				if returned == nd2.Success {
					Unobservable("more entries are taken than Query says")
				}
				Expect(returned).To(ReturnFailure())
			}
			for range 2 {
				expectFilled(ctx, p, c)
			}
		})
})

// expectFilled shows that a queue takes as many Receives as were asked for, and that messages fill these.
func expectFilled(ctx context.Context, p *Pool, c *Connection) {
	p.Post(1, p.Depth)
	Expect(Contexts(takeEach(ctx, p, c, p.Depth))).To(Equal(Sequence(1, p.Depth)), "the request contexts of the results")
}
