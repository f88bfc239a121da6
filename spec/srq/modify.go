package srq

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
)

var _ = Describe("IND2SharedReceiveQueue::Modify", func() {
	When("the depth is within the adapter's limits", func() {
		It("succeeds, up and down", Covers("srq.modify.nd-success"), func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.SharedReceiveQueue(8, 1, 0)
			for _, depth := range []uint32{16, 4, 1, local.Info.MaxSharedReceiveQueueDepth} {
				Expect(queue.Modify(depth, 0)).To(Return(nd2.Success))
			}
			for _, threshold := range []uint32{1, 8, 2} {
				Expect(queue.Modify(0, threshold)).To(Return(nd2.Success))
				Expect(queue.Modify(8, threshold)).To(Return(nd2.Success))
			}
		})

		It("succeeds down to as many Receives as are posted", Covers("srq.modify.nd-success"), Variant("full"), func(ctx SpecContext) {
			p := NewPool(ctx, 8, 0)
			p.Post(1, 4)
			Expect(p.Modify(4, 0)).To(Return(nd2.Success))
			c := p.Connect(ctx, 1)[0]
			Expect(Contexts(p.Take(ctx, c, 4))).To(Equal(Sequence(1, 4)))
		})
	})

	When("more Receives are posted than the new depth holds", func() {
		It("returns ND_BUFFER_OVERFLOW and changes nothing",
			Covers("srq.modify.nd-buffer-overflow", "srq.modify.unchanged-on-failure"), func(ctx SpecContext) {
				changesNothing(ctx, func(p *Pool) {
					Expect(p.Modify(3, 4)).To(Return(nd2.BufferOverflow))
				})
			})
	})

	When("the depth is above MaxSharedReceiveQueueDepth", func() {
		It("is refused and changes nothing",
			Covers("srq.modify.nd-invalid-parameter", "srq.modify.unchanged-on-failure"), func(ctx SpecContext) {
				changesNothing(ctx, func(p *Pool) {
					Expect(p.Modify(p.Local.Info.MaxSharedReceiveQueueDepth+1, 4)).To(ReturnAsRuled("srq.modify.nd-invalid-parameter"))
				})
			})
	})

	When("the adapter is out of resources", func() {
		It("returns ND_INSUFFICIENT_RESOURCES and changes nothing",
			Covers("srq.modify.nd-insufficient-resources", "srq.modify.unchanged-on-failure"), func(ctx SpecContext) {
				changesNothing(ctx, func(p *Pool) {
					undo := p.Local.Inject(providers.Fault{Kind: providers.OutOfResources, Call: "IND2SharedReceiveQueue::Modify"})
					Expect(p.Modify(16, 4)).To(Return(nd2.InsufficientResources))
					undo()
				})
			})
	})

	When("the adapter has been removed", func() {
		It("returns ND_DEVICE_REMOVED", Covers("srq.modify.nd-device-removed"), func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.SharedReceiveQueue(8, 1, 0)
			local.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(queue.Modify(16, 0)).To(Return(nd2.DeviceRemoved))
		})
	})

	When("the depth is 0", func() {
		It("leaves the depth as it is", Covers("srq.modify.zero-depth-keeps-depth"), func(ctx SpecContext) {
			p := NewPool(ctx, 8, 0)
			p.Post(1, 4)
			Expect(p.Modify(0, 2)).To(Return(nd2.Success))
			p.Post(5, 4)
			Expect(p.Modify(0, 0)).To(Return(nd2.Success))
			c := p.Connect(ctx, 1)[0]
			Expect(Contexts(p.Take(ctx, c, 8))).To(Equal(Sequence(1, 8)))
		})
	})

	DescribeTable("leaves the threshold as it is when that is 0",
		func(ctx SpecContext, depth uint32) {
			p := NewPool(ctx, 8, 2)
			c := p.Connect(ctx, 1)[0]
			p.Post(1, 3)
			Expect(p.Modify(depth, 0)).To(Return(nd2.Success))
			notify := p.Arm(ctx)
			p.Take(ctx, c, 1)
			Expect(notify).To(BePending())
			p.Take(ctx, c, 1)
			Expect(notify).To(CompleteWith(nd2.Success))
		},
		Entry("and the depth changes", Covers("srq.modify.zero-threshold-keeps-threshold"), uint32(4)),
		Entry("and the depth is too", Covers("srq.modify.zero-threshold-keeps-threshold"), Variant("both-zero"), uint32(0)),
	)

	When("the depth grows", func() {
		It("takes as many more Receives", Covers("srq.modify.growth-takes-more-receives"), func(ctx SpecContext) {
			p := NewPool(ctx, 4, 0)
			p.Post(1, 4)
			Expect(p.Modify(8, 0)).To(Return(nd2.Success))
			p.Post(5, 4)
			c := p.Connect(ctx, 1)[0]
			Expect(Contexts(p.Take(ctx, c, 8))).To(Equal(Sequence(1, 8)))
		})

		It("takes them up to the adapter's maximum", Covers("srq.modify.growth-takes-more-receives"), Variant("maximum"), func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.SharedReceiveQueue(1, 1, 0)
			Expect(queue.Modify(local.Info.MaxSharedReceiveQueueDepth, 0)).To(Return(nd2.Success))
			for range local.Info.MaxSharedReceiveQueueDepth {
				Expect(queue.Receive(1, nil)).To(Return(nd2.Success))
			}
		})
	})

	When("Receives are posted", func() {
		It("keeps them in their order", Covers("srq.modify.keeps-receives"), func(ctx SpecContext) {
			p := NewPool(ctx, 16, 0)
			c := p.Connect(ctx, 1)[0]
			// Take some first: a ring that has wrapped is the harder to move.
			p.Post(1, 16)
			p.Take(ctx, c, 11)
			p.Post(17, 11)
			for _, depth := range []uint32{32, 16, 64, 17, 40} {
				Expect(p.Modify(depth, 0)).To(Return(nd2.Success))
			}
			p.Post(28, 24)
			var taken []uintptr
			for range 4 {
				taken = append(taken, Contexts(p.Take(ctx, c, 10))...)
			}
			Expect(taken).To(Equal(Sequence(12, 40)))
		})

		It("keeps them in their order while messages arrive", Covers("srq.modify.keeps-receives"), Variant("load"), func(ctx SpecContext) {
			const messages = 64
			p := NewPool(ctx, messages, 0)
			c := p.ConnectShape(ctx, Shape{InitiatorDepth: messages})
			p.Post(1, messages)
			sent := InBackground(ctx, func() {
				for range messages {
					Expect(c.Active.Send(0, nil, nd2.SilentSuccess)).To(Return(nd2.Success))
				}
			})
			var got []nd2.Result
			for len(got) < messages {
				Expect(p.Modify(messages+uint32(len(got)%7), 0)).To(Return(nd2.Success))
				got = append(got, Result(ctx, c.Passive.Receives))
			}
			<-sent
			Expect(got).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, messages), nd2.Success)...))
		})
	})

	When("the queue was created without a threshold", func() {
		It("enables notifications with one", Covers("srq.modify.enables-notification"), func(ctx SpecContext) {
			p := NewPool(ctx, 8, 0)
			c := p.Connect(ctx, 1)[0]
			p.Post(1, 3)
			Expect(p.Modify(0, 2)).To(Return(nd2.Success))
			notify := p.Arm(ctx)
			p.Take(ctx, c, 1)
			Expect(notify).To(BePending())
			p.Take(ctx, c, 1)
			Expect(notify).To(CompleteWith(nd2.Success))
		})
	})

	DescribeTable("sets the threshold of the Notify requests outstanding",
		func(ctx SpecContext, before, after uint32) {
			p := NewPool(ctx, 8, before)
			c := p.Connect(ctx, 1)[0]
			p.Post(1, 5)
			notify := p.Arm(ctx)
			Expect(p.Modify(0, after)).To(Return(nd2.Success))
			for posted := uint32(5); posted > after; posted-- {
				p.Take(ctx, c, 1)
				Expect(notify).To(BePending())
			}
			p.Take(ctx, c, 1)
			Expect(notify).To(CompleteWith(nd2.Success))
		},
		Entry("to a higher one", Covers("srq.modify.threshold-holds-for-outstanding-requests"), Variant("higher"), uint32(1), uint32(4)),
		Entry("to a lower one", Covers("srq.modify.threshold-holds-for-outstanding-requests"), Variant("lower"), uint32(5), uint32(2)),
	)

	When("fewer Receives are posted than the new threshold says", func() {
		It("completes the Notify requests outstanding", Covers("srq.modify.already-below"), func(ctx SpecContext) {
			p := NewPool(ctx, 8, 1)
			p.Post(1, 2)
			notify := p.Arm(ctx)
			Expect(notify).To(BePending())
			Expect(p.Modify(0, 4)).To(Return(nd2.Success))
			Expect(notify).To(CompleteWith(nd2.Success))
		})
	})
})

// changesNothing has a queue of 4 Receives refuse a Modify to a threshold of 4, and
// looks for its depth of 8, its threshold of 2 and its Receives.
func changesNothing(ctx context.Context, refuse func(p *Pool)) {
	GinkgoHelper()
	p := NewPool(ctx, 8, 2)
	c := p.Connect(ctx, 1)[0]
	p.Post(1, 4)
	refuse(p)
	p.Post(5, 4)
	notify := p.Arm(ctx)
	Expect(Contexts(p.Take(ctx, c, 6))).To(Equal(Sequence(1, 6)))
	Expect(notify).To(BePending())
	Expect(Contexts(p.Take(ctx, c, 1))).To(Equal(Sequence(7, 1)))
	Expect(notify).To(CompleteWith(nd2.Success))
}
