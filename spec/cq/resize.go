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
			for _, depth := range []uint32{16, 4, 1, local.Info.MaxCompletionQueueDepth} {
				Expect(queue.Resize(depth)).To(Return(nd2.Success))
			}
		})
	})

	When("more results are queued than the new depth holds", func() {
		It("returns ND_BUFFER_OVERFLOW and keeps every result",
			Covers("cq.resize.nd-buffer-overflow", "cq.resize.unchanged-on-failure"), func(ctx SpecContext) {
				queue := queueHolding(ctx, 4)
				Expect(queue.Resize(3)).To(Return(nd2.BufferOverflow))
				Expect(Contexts(Drain(queue))).To(Equal(Sequence(1, 4)))
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
		It("returns ND_INSUFFICIENT_RESOURCES", Covers("cq.resize.nd-insufficient-resources"), func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(8)
			local.Inject(providers.Fault{Kind: providers.OutOfResources, Call: "IND2CompletionQueue::Resize"})
			Expect(queue.Resize(16)).To(Return(nd2.InsufficientResources))
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

	When("requests complete meanwhile", func() {
		It("loses and reorders nothing", Covers("cq.resize.loses-nothing"), func(ctx SpecContext) {
			const messages = 64
			c := Accepted(ctx, Shape{ReceiveDepth: messages, InitiatorDepth: messages, QueueDepth: messages})
			c.Passive.PostReceives(1, messages, 8)
			go func() {
				defer GinkgoRecover()
				for i := range messages {
					Expect(c.Active.Send(uintptr(i), nil, nd2.SilentSuccess)).To(Return(nd2.Success))
				}
			}()
			var got []nd2.Result
			for depth := uint32(messages); len(got) < messages; depth++ {
				Expect(c.Passive.Receives.Resize(depth)).To(Return(nd2.Success))
				got = append(got, Result(ctx, c.Passive.Receives))
			}
			Expect(Contexts(got)).To(Equal(Sequence(1, messages)))
		})
	})
})
