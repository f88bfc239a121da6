package adapter

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// Limits may be out of reach while the system is under load. Where nothing else is in use, a tenth of one is asked for,
// or what a spec can afford.
var _ = Describe("IND2Adapter::Query", func() {
	const entries, bytes = 1 << 16, 16 << 20
	tenth := func(limit, affordable uint64) uint64 { return max(1, min(limit/10, affordable)) }

	When("hardly anything is in use", func() {
		It("reports a MaxCompletionQueueDepth a tenth of which can be had", Covers("adapter.query.tenth"),
			func(ctx SpecContext) {
				local := Local(ctx)
				depth := uint32(tenth(uint64(local.Info.MaxCompletionQueueDepth), entries))
				Enough(ctx)
				var object nd2.Unknown
				Expect(local.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, local.File, depth, 0, 0,
					&object)).To(Return(nd2.Success), "with a depth of %d", depth)
				Own(ctx, object)
			})

		It("reports depths of a queue pair a tenth of which can be had", Covers("adapter.query.tenth"),
			Variant("queue-pair"), func(ctx SpecContext) {
				local := Local(ctx)
				receives := uint32(tenth(uint64(local.Info.MaxReceiveQueueDepth), entries))
				requests := uint32(tenth(uint64(local.Info.MaxInitiatorQueueDepth), entries))
				queue := local.CompletionQueue(1)
				Enough(ctx)
				var object nd2.Unknown
				Expect(local.Adapter.CreateQueuePair(nd2.IIDQueuePair, queue, queue, 0, receives, requests, 1, 1, 0,
					&object)).To(Return(nd2.Success), "with %d Receives and %d requests", receives, requests)
				Own(ctx, object)
			})

		It("reports a MaxSharedReceiveQueueDepth a tenth of which can be had", Covers("adapter.query.tenth"),
			Variant("shared-receive-queue"), func(ctx SpecContext) {
				local := Local(ctx)
				local.NeedSharedReceives()
				depth := uint32(tenth(uint64(local.Info.MaxSharedReceiveQueueDepth), entries))
				Enough(ctx)
				var object nd2.Unknown
				Expect(local.Adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, local.File, depth, 1, 0, 0, 0,
					&object)).To(Return(nd2.Success), "with a depth of %d", depth)
				Own(ctx, object)
			})

		It("reports a MaxRegistrationSize a tenth of which can be had", Covers("adapter.query.tenth"),
			Variant("registration"), func(ctx SpecContext) {
				local := Local(ctx)
				buffer := local.Buffer(int(tenth(uint64(local.Info.MaxRegistrationSize), bytes)))
				region := local.MemoryRegion()
				Enough(ctx)
				Expect(Start(ctx, region, func(o *nd2.Overlapped) nd2.Status {
					return region.Register(buffer, nd2.AllowLocalWrite, o)
				})).To(CompleteWith(nd2.Success), "with %d bytes", len(buffer))
				AtEnd(ctx, func(ctx context.Context) { Start(ctx, region, region.Deregister).Wait() })
			})
	})
})
