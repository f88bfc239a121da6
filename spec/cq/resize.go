package cq

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/requirement"
	. "github.com/ndconform/ndconform/spec"
)

var _ = Describe("IND2CompletionQueue::Resize", func() {
	When("the depth is within the adapter's limits", func() {
		It("succeeds, up and down", Covers("cq.resize.nd-success"), func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(8)
			for _, depth := range []uint32{16, 4, 1, local.Info.MaxCompletionQueueDepth, 8} {
				Expect(queue.Resize(depth)).To(Return(nd2.Success))
			}
		})
	})

	When("the queue holds results", func() {
		It("moves them to more room in their order", Covers("cq.resize.nd-success"), Variant("in-use"), func(ctx SpecContext) {
			queue := queueHolding(ctx, 5)
			Expect(Contexts(Results(ctx, queue, 2))).To(Equal(Sequence(1, 2)))
			Expect(queue.Resize(24)).To(Return(nd2.Success))
			Expect(Contexts(Drain(queue))).To(Equal(Sequence(3, 3)))
		})

		It("sets a depth of just as many", Covers("cq.resize.to-what-is-queued"), func(ctx SpecContext) {
			queue := queueHolding(ctx, 4)
			Expect(queue.Resize(4)).To(Return(nd2.Success))
			Expect(Contexts(Drain(queue))).To(Equal(Sequence(1, 4)))
		})

		It("returns ND_BUFFER_OVERFLOW for a depth below that, and keeps every result",
			Covers("cq.resize.nd-buffer-overflow", "cq.resize.unchanged-on-failure"), func(ctx SpecContext) {
				queue := queueHolding(ctx, 4)
				Expect(queue.Resize(3)).To(Return(nd2.BufferOverflow))
				Expect(Contexts(Drain(queue))).To(Equal(Sequence(1, 4)))
			})
	})

	When("a Resize has been refused", func() {
		It("leaves the queue as deep as it was", Covers("cq.resize.unchanged-on-failure"), func(ctx SpecContext) {
			c := acceptedAs(ctx, Shape{QueueDepth: 8})
			queue := c.Passive.Receives
			errors := notify(ctx, queue, nd2.NotifyErrors)
			arrive(ctx, c, unsolicited, Sequence(1, 4)...)
			Expect(queue.Resize(2)).To(Return(nd2.BufferOverflow))
			arrive(ctx, c, unsolicited, Sequence(5, 4)...)
			expectUnnotified(queue, errors)
			Expect(Contexts(Drain(queue))).To(Equal(Sequence(1, 8)))
		})
	})

	When("the queue has been made deeper", func() {
		It("holds as many results as the new depth", Covers("cq.resize.holds-new-depth"), func(ctx SpecContext) {
			const depth = 13
			c := acceptedAs(ctx, Shape{QueueDepth: 2})
			queue := c.Passive.Receives
			Expect(queue.Resize(depth)).To(Return(nd2.Success))
			errors := notify(ctx, queue, nd2.NotifyErrors)
			arrive(ctx, c, unsolicited, Sequence(1, depth)...)
			expectUnnotified(queue, errors)
			Expect(Contexts(Drain(queue))).To(Equal(Sequence(1, depth)))
		})
	})

	When("the depth is above MaxCompletionQueueDepth", func() {
		It("is refused and the queue is unchanged",
			Covers("cq.resize.nd-invalid-parameter"), func(ctx SpecContext) {
				queue := queueHolding(ctx, 4)
				Expect(queue.Resize(Local(ctx).Info.MaxCompletionQueueDepth + 1)).To(ReturnAsRuled("cq.resize.nd-invalid-parameter"))
				Expect(Contexts(Drain(queue))).To(Equal(Sequence(1, 4)))
			})
	})

	When("the adapter is out of resources", func() {
		It("returns ND_INSUFFICIENT_RESOURCES and the queue is unchanged",
			Covers("cq.resize.nd-insufficient-resources"), func(ctx SpecContext) {
				c := Accepted(ctx, Shape{})
				queue := c.Passive.Receives
				arrive(ctx, c, unsolicited, Sequence(1, 4)...)
				undo := c.Passive.Inject(providers.Fault{Kind: providers.OutOfResources, Call: "IND2CompletionQueue::Resize"})
				Expect(queue.Resize(24)).To(Return(nd2.InsufficientResources))
				undo()
				Expect(Contexts(Drain(queue))).To(Equal(Sequence(1, 4)))
				Expect(queue.Resize(24)).To(Return(nd2.Success))
			})
	})

	When("the adapter has been removed", func() {
		It("returns ND_DEVICE_REMOVED", Covers("cq.resize.nd-device-removed"), func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(8)
			local.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(queue.Resize(16)).To(Return(nd2.DeviceRemoved))
		})
	})

	When("the adapter does not claim to resize", func() {
		It("returns ND_NOT_SUPPORTED", Covers("cq.resize.nd-not-supported"), func(ctx SpecContext) {
			queue := Without(ctx, requirement.NeedNoResize).CompletionQueue(8)
			Expect(queue.Resize(16)).To(Return(nd2.NotSupported))
		})
	})

	When("a Notify is outstanding", func() {
		It("stays so and is completed by the next result", Covers("cq.resize.keeps-requests"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			queue := c.Passive.Receives
			request := notify(ctx, queue, nd2.NotifyAny)
			Expect(queue.Resize(24)).To(Return(nd2.Success))
			Expect(request).To(BePending())
			arrive(ctx, c, unsolicited, 1)
			Expect(request).To(CompleteWith(nd2.Success))
			Expect(Contexts(Drain(queue))).To(Equal(Sequence(1, 1)))
		})
	})

	When("requests complete meanwhile", func() {
		It("loses and reorders nothing", Covers("cq.resize.loses-nothing"), func(ctx SpecContext) {
			const messages, rounds = 16, 12
			c := Accepted(ctx, Shape{ReceiveDepth: messages, InitiatorDepth: messages, QueueDepth: messages})
			for round := range rounds {
				c.Passive.PostReceives(1, messages, 8)
				var got []nd2.Result
				together(func() {
					random := interleaving(2 * round)
					for i := range messages {
						delay(random)
						Expect(c.Active.Send(uintptr(i), nil, 0)).To(Return(nd2.Success))
					}
					Results(ctx, c.Active.Initiated, messages)
				}, func() {
					random := interleaving(2*round + 1)
					batch := make([]nd2.Result, messages)
					Until(ctx, "as many results as messages were sent", func() bool {
						// Never below what may be queued, so that each Resize succeeds.
						Expect(c.Passive.Receives.Resize(messages + uint32(random.IntN(messages)))).To(Return(nd2.Success))
						delay(random)
						n := c.Passive.Receives.GetResults(batch[:1+random.IntN(messages)])
						got = append(got, batch[:n]...)
						return len(got) >= messages
					})
				})
				Expect(got).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, messages), nd2.Success)...))
			}
		})
	})
})
