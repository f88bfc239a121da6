package srq

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("IND2SharedReceiveQueue::Modify", func() {
	It("succeeds, whether the depth grows or shrinks, when it was as large before",
		Covers("srq.modify.nd-success"), func(ctx SpecContext) {
			local := Local(ctx)
			ordinary := within(ctx, 8)
			queue := local.SharedReceiveQueue(within(ctx, 16), 1, 0)
			for _, depth := range []uint32{16, 4, 1, 8, 16, 8} {
				Expect(queue.Modify(within(ctx, depth), 0)).To(Return(nd2.Success))
			}
			for _, threshold := range []uint32{1, ordinary, 1} {
				Expect(queue.Modify(0, threshold)).To(Return(nd2.Success))
				Expect(queue.Modify(ordinary, threshold)).To(Return(nd2.Success))
			}
		})

	It("succeeds with the largest depth that the adapter has, if the queue was created with it",
		Covers("srq.modify.nd-success"), Variant("largest"), LongTimeout, func(ctx SpecContext) {
			local := Local(ctx)
			largest := min(local.Info.MaxSharedReceiveQueueDepth, mostReceives)
			queue := local.SharedReceiveQueue(largest, 1, 0)
			for _, depth := range []uint32{largest, within(ctx, 4), largest} {
				Expect(queue.Modify(depth, 0)).To(Return(nd2.Success))
			}
		})

	It("succeeds with a depth of as many Receives as are posted", Covers("srq.modify.nd-success"), Variant("full"),
		func(ctx SpecContext) {
			n := Size(ctx, 1, within(ctx, 300))
			p := NewPool(ctx, within(ctx, uint32(2*n)), 0)
			p.Post(1, n)
			Expect(p.Modify(uint32(n), 0)).To(Return(nd2.Success))
			c := p.Connect(ctx, 1)[0]
			Expect(Contexts(takeEach(ctx, p, c, n))).To(Equal(Sequence(1, n)), "the request contexts of the results")
		})

	It("returns ND_BUFFER_OVERFLOW and changes nothing when more Receives are posted than the new depth holds",
		Covers("srq.modify.nd-buffer-overflow", "srq.modify.unchanged-on-failure"), func(ctx SpecContext) {
			changesNothing(ctx, func(p *Pool) {
				for _, depth := range []int{p.Depth - 2, 1} {
					Expect(p.Modify(uint32(depth), uint32(p.Depth))).To(Return(nd2.BufferOverflow))
				}
			})
		})

	It("is refused and changes nothing for a depth above MaxSharedReceiveQueueDepth",
		Covers("srq.modify.nd-invalid-parameter", "srq.modify.unchanged-on-failure"), func(ctx SpecContext) {
			changesNothing(ctx, func(p *Pool) {
				beyond := p.Local.Info.MaxSharedReceiveQueueDepth + 1
				if beyond == 0 {
					Unobservable("MaxSharedReceiveQueueDepth can't be exceeded")
				}
				returned := p.Modify(beyond, uint32(p.Depth))
				if MoreThanSaid("srq.modify.nd-invalid-parameter", returned) {
					Expect(p.Modify(0, uint32(p.Threshold))).To(Return(nd2.Success)) // as it was
					return
				}
				Expect(returned).To(ReturnAsRuled("srq.modify.nd-invalid-parameter"))
			})
		})

	It("returns ND_INSUFFICIENT_RESOURCES and changes nothing when the adapter is out of resources",
		Covers("srq.modify.nd-insufficient-resources", "srq.modify.unchanged-on-failure"), func(ctx SpecContext) {
			changesNothing(ctx, func(p *Pool) {
				undo := p.Local.Inject(providers.Fault{Kind: providers.OutOfResources, Call: "IND2SharedReceiveQueue::Modify"})
				Expect(p.Modify(within(ctx, uint32(p.Depth)+16), uint32(p.Depth))).To(Return(nd2.InsufficientResources))
				undo()
			})
		})

	It("returns ND_DEVICE_REMOVED when the adapter has been removed", Covers("srq.modify.nd-device-removed"),
		func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.SharedReceiveQueue(1, 1, 0)
			local.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(queue.Modify(min(16, local.Info.MaxSharedReceiveQueueDepth), 0)).To(Return(nd2.DeviceRemoved))
		})

	It("leaves the depth as it is when the new one is 0", Covers("srq.modify.zero-depth-keeps-depth"),
		func(ctx SpecContext) {
			n := Size(ctx, 1, within(ctx, 300))
			p := NewPool(ctx, uint32(n), 0)
			p.Post(1, n/2)
			Expect(p.Modify(0, 1)).To(Return(nd2.Success))
			p.Post(uintptr(1+n/2), n-n/2)
			Expect(p.Modify(0, 0)).To(Return(nd2.Success))
			c := p.Connect(ctx, 1)[0]
			Expect(Contexts(takeEach(ctx, p, c, n))).To(Equal(Sequence(1, n)), "the request contexts of the results")
		})

	DescribeTable("leaves the threshold as it is when the new one is 0",
		func(ctx SpecContext, changes bool) {
			p := poolAbove(ctx, 2)
			c, depth := p.Connect(ctx, 1)[0], 0
			p.Post(1, p.Threshold+1)
			if changes {
				depth = p.Threshold + 1
			}
			early := p.Arm(ctx)
			Expect(p.Modify(uint32(depth), 0)).To(Return(nd2.Success))
			late := p.Arm(ctx)
			p.Take(ctx, c, 1)
			Expect(early).To(BePending())
			expectAwaits(ctx, late, p, c, 1)
			Expect(early).To(CompleteWith(nd2.Success))
		},
		Entry("and the depth changes", Covers("srq.modify.zero-threshold-keeps-threshold"), true),
		Entry("and so is the depth", Covers("srq.modify.zero-threshold-keeps-threshold"), Variant("both-zero"), false),
	)

	It("makes room for as many more Receives as the depth grows by", Covers("srq.modify.growth-takes-more-receives"),
		func(ctx SpecContext) {
			n := Size(ctx, 2, within(ctx, 300))
			if n == 1 {
				Unobservable("no shared receive queue can grow")
			}
			p := NewPool(ctx, uint32(n/2), 0)
			p.Post(1, n/2)
			Expect(p.Modify(uint32(n), 0)).To(Return(nd2.Success))
			Expect(p.Modify(0, 1)).To(Return(nd2.Success)) // which keeps the new depth
			p.Post(uintptr(1+n/2), n-n/2)
			c := p.Connect(ctx, 1)[0]
			Expect(Contexts(takeEach(ctx, p, c, n))).To(Equal(Sequence(1, n)), "the request contexts of the results")
		})

	It("makes room for Receives up to the adapter's maximum when the depth grows",
		Covers("srq.modify.growth-takes-more-receives"), Variant("maximum"), LongTimeout, func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.SharedReceiveQueue(1, 1, 0)
			for range deepen(queue, local.Info.MaxSharedReceiveQueueDepth) {
				Expect(queue.Receive(1, nil)).To(Return(nd2.Success))
			}
		})

	It("keeps the Receives that are posted in their order", Covers("srq.modify.keeps-receives"), func(ctx SpecContext) {
		n := max(1, within(ctx, 64)/4)
		took, more := (2*n+1)/3, within(ctx, 5*n/2)-n
		p, c := ConnectedPool(ctx, within(ctx, 4*n), 0) // which may not grow beyond that
		Expect(p.Modify(n, 0)).To(Return(nd2.Success))
		// Take some first: a ring that has wrapped is the harder to move.
		p.Post(1, int(n))
		takeEach(ctx, p, c, int(took))
		p.Post(uintptr(1+n), int(took))
		for _, depth := range []uint32{2 * n, n, 4 * n, n + 1, n + more} {
			Expect(p.Modify(within(ctx, depth), 0)).To(Return(nd2.Success))
		}
		p.Post(uintptr(1+n+took), int(more))
		Expect(Contexts(takeEach(ctx, p, c, int(n+more)))).To(Equal(Sequence(uintptr(1+took), int(n+more))),
			"the request contexts of the results")
	})

	It("keeps the Receives that are posted in their order while messages arrive", Covers("srq.modify.keeps-receives"),
		Variant("load"), func(ctx SpecContext) {
			messages := Size(ctx, 64, within(ctx, 300))
			p := NewPool(ctx, within(ctx, uint32(messages+6)), 0)
			c := p.ConnectShape(ctx, Shape{InitiatorDepth: uint32(messages)})
			Expect(p.Modify(uint32(messages), 0)).To(Return(nd2.Success))
			p.Post(1, messages)
			sent := InBackground(ctx, func() {
				for range messages {
					Expect(c.Active.Send(0, nil, nd2.SilentSuccess)).To(Return(nd2.Success))
				}
			})
			var got []nd2.Result
			for len(got) < messages {
				Expect(p.Modify(min(uint32(messages+len(got)%7), p.Local.Info.MaxSharedReceiveQueueDepth),
					0)).To(Return(nd2.Success))
				got = append(got, Result(ctx, c.Passive.Receives))
			}
			<-sent
			Expect(got).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, messages), nd2.Success)...))
		})

	It("enables the notifications of a queue that was created without a threshold by setting one",
		Covers("srq.modify.enables-notification"), func(ctx SpecContext) {
			n := max(1, Size(ctx, 1, within(ctx, 300)-1))
			for _, depth := range []int{0, n + 1} {
				p, c := ConnectedPool(ctx, uint32(n+1), 0)
				p.Post(1, n+1)
				Expect(p.Modify(uint32(depth), uint32(n))).To(Return(nd2.Success))
				notify := p.Arm(ctx)
				p.Take(ctx, c, 1)
				expectAwaits(ctx, notify, p, c, 1)
			}
		})

	DescribeTable("sets the threshold for the outstanding Notify requests",
		func(ctx SpecContext, before, depth, after uint32) {
			u := unit(ctx)
			p, c := ConnectedPool(ctx, max(3*u, within(ctx, 4*u)), before*u)
			Expect(p.Modify(3*u, 0)).To(Return(nd2.Success))
			p.Post(1, int(3*u))
			notify := p.Arm(ctx)
			Expect(p.Modify(within(ctx, depth*u), after*u)).To(Return(nd2.Success))
			takeEach(ctx, p, c, int((3-after)*u))
			expectAwaits(ctx, notify, p, c, 1)
		},
		Entry("to a higher one", Covers("srq.modify.threshold-holds-for-outstanding-requests"), Variant("higher"), uint32(1),
			uint32(0), uint32(2)),
		Entry("to a lower one", Covers("srq.modify.threshold-holds-for-outstanding-requests"), Variant("lower"), uint32(3),
			uint32(0), uint32(1)),
		Entry("to a higher one, and the depth as well", Covers("srq.modify.threshold-holds-for-outstanding-requests"),
			Variant("higher-and-depth"), uint32(1), uint32(4), uint32(2)),
		Entry("to a lower one, and the depth as well", Covers("srq.modify.threshold-holds-for-outstanding-requests"),
			Variant("lower-and-depth"), uint32(3), uint32(4), uint32(1)),
	)

	DescribeTable("completes the outstanding Notify requests when fewer Receives are posted than the new threshold",
		func(ctx SpecContext, depth uint32) {
			u := unit(ctx)
			p := NewPool(ctx, max(3*u, within(ctx, 4*u)), 1)
			Expect(p.Modify(3*u, 0)).To(Return(nd2.Success))
			p.Post(1, int(2*u))
			notify := p.Arm(ctx)
			Expect(notify).To(BePending())
			Expect(p.Modify(within(ctx, depth*u), 3*u)).To(Return(nd2.Success))
			Expect(notify).To(CompleteWith(nd2.Success))
		},
		Entry("and the depth is kept", Covers("srq.modify.already-below"), uint32(0)),
		Entry("and the depth is set as well", Covers("srq.modify.already-below"), Variant("and-depth"), uint32(4)),
	)
})

var _ = Describe("IND2SharedReceiveQueue::Modify", func() {
	DescribeTable("leaves the outstanding Notify requests alone when it is refused",
		func(ctx SpecContext, refuse func(p *Pool)) {
			p := poolAbove(ctx, 2)
			c := p.Connect(ctx, 1)[0]
			p.Post(1, p.Threshold+1)
			notify := p.Arm(ctx)
			Expect(notify).To(BePending())
			refuse(p)
			p.Take(ctx, c, 1)
			expectAwaits(ctx, notify, p, c, 1)
		},
		Entry("since more Receives are posted than the new depth", Covers("srq.modify.unchanged-on-failure"),
			Variant("requests"), func(p *Pool) {
				Expect(p.Modify(1, uint32(p.Depth))).To(Return(nd2.BufferOverflow))
			}),
		Entry("since the depth is beyond the adapter's limit", Covers("srq.modify.unchanged-on-failure"),
			Variant("requests-limit"), func(p *Pool) {
				beyond := p.Local.Info.MaxSharedReceiveQueueDepth + 1
				if beyond == 0 {
					Unobservable("MaxSharedReceiveQueueDepth can't be exceeded")
				}
				if returned := p.Modify(beyond, uint32(p.Threshold)); !MoreThanSaid("srq.modify.nd-invalid-parameter", returned) {
					Expect(returned).To(ReturnAsRuled("srq.modify.nd-invalid-parameter"))
				}
			}),
	)
})

// unit is a third of the Receives that a spec posts before it changes the threshold.
func unit(ctx context.Context) uint32 { return uint32(max(1, Size(ctx, 1, within(ctx, 300)/3))) }

// changesNothing has a queue with a place left refuse a Modify to a threshold of its depth, and
// looks for its depth, its threshold and its Receives.
func changesNothing(ctx context.Context, refuse func(p *Pool)) {
	p := poolAbove(ctx, 2)
	c := p.Connect(ctx, 1)[0]
	p.Post(1, p.Threshold+1)
	refuse(p)
	p.Post(uintptr(p.Depth), 1)
	notify := p.Arm(ctx)
	Expect(Contexts(takeEach(ctx, p, c, 2))).To(Equal(Sequence(1, 2)), "the request contexts of the results")
	Expect(notify).To(BePending())
	Expect(Contexts(p.Take(ctx, c, 1))).To(Equal(Sequence(3, 1)), "the request contexts of the results")
	Expect(notify).To(CompleteWith(nd2.Success))
}

// deepen sets the adapter's largest depth, or a depth beyond which a spec does not ask
// the machine for more, and returns it. The spec is unobservable if that is not available now.
func deepen(queue nd2.SharedReceiveQueue, maximum uint32) uint32 {
	depth := min(maximum, mostReceives)
	returned := queue.Modify(depth, 0)
	SkipIfLacking("the largest depth", returned)
	Expect(returned).To(Return(nd2.Success))
	return depth
}

// mostReceives is how many Receives a spec may ask of the machine.
const mostReceives = 1 << 16
