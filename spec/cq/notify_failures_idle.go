package cq

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// What the failure of a queue means to queue pairs of its that are not connected yet.
var _ = Describe("IND2CompletionQueue::Notify", func() {
	ofReceives := func(queue nd2.CompletionQueue) Shape { return Shape{UseReceives: queue} }
	ofRequests := func(queue nd2.CompletionQueue) Shape { return Shape{UseInitiated: queue} }

	DescribeTable("makes a queue pair unusable that is not connected yet when the queue fails catastrophically:",
		func(ctx SpecContext, shape func(queue nd2.CompletionQueue) Shape, connects bool) {
			local := Local(ctx)
			queue := local.CompletionQueue(min(64, local.MaxResults()))
			idle := local.End(shape(queue))
			request := notify(ctx, queue, nd2.NotifyErrors)
			undo := local.Inject(providers.Fault{Kind: providers.CompletionQueueFailure})
			Expect(request).To(CompleteWith(nd2.InternalError))
			undo() // for the queues to come: this one has failed for good
			expectUnusableLater(ctx, idle, connects)
		},
		Entry("a queue pair that has its Receives there, and connects", Covers("cq.notify.failure-ends-queue-pairs"),
			Variant("idle"), ofReceives, true),
		Entry("a queue pair that has its Receives there, and accepts", Covers("cq.notify.failure-ends-queue-pairs"),
			Variant("idle-accepts"), ofReceives, false),
		Entry("a queue pair that has its other requests there", Covers("cq.notify.failure-ends-queue-pairs"),
			Variant("idle-initiator"), ofRequests, true),
	)

	DescribeTable("makes a queue pair unusable that is being connected when the queue fails catastrophically:",
		func(ctx SpecContext, shape func(queue nd2.CompletionQueue) Shape, connects bool) {
			local := Local(ctx)
			queue := local.CompletionQueue(min(64, local.MaxResults()))
			request := notify(ctx, queue, nd2.NotifyErrors)
			c := TriedMeanwhile(ctx, local.End(shape(queue)), Peer(ctx).End(Shape{}), connects, func() {
				undo := local.Inject(providers.Fault{Kind: providers.CompletionQueueFailure})
				Expect(request).To(CompleteWith(nd2.InternalError))
				undo()
			})
			if c != nil {
				expectUnusable(ctx, c)
			}
		},
		Entry("a queue pair that has its Receives there, and connects", Covers("cq.notify.failure-ends-queue-pairs"),
			Variant("connecting"), ofReceives, true),
		Entry("a queue pair that has its Receives there, and accepts", Covers("cq.notify.failure-ends-queue-pairs"),
			Variant("accepting"), ofReceives, false),
		Entry("a queue pair that has its other requests there, and connects", Covers("cq.notify.failure-ends-queue-pairs"),
			Variant("connecting-initiator"), ofRequests, true),
	)

	DescribeTable("makes a queue pair unusable that is not connected yet when more results come than the queue holds:",
		func(ctx SpecContext, shape func(queue nd2.CompletionQueue) Shape) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			idle := local.End(shape(queue))
			overrun(ctx, local, queue)
			expectUnusableLater(ctx, idle, true)
		},
		Entry("a queue pair that has its Receives there", Covers("cq.notify.overrun-ends-queue-pairs"), Variant("idle"),
			LongTimeout, ofReceives),
		Entry("a queue pair that has its other requests there", Covers("cq.notify.overrun-ends-queue-pairs"),
			Variant("idle-initiator"), LongTimeout, ofRequests),
	)
})

// expectUnusableLater shows of an end that is not connected, and one of whose queues has failed, that it
// can't be connected, or that no message gets through if it can.
func expectUnusableLater(ctx context.Context, idle *End, connects bool) {
	if c := Tried(ctx, idle, Peer(ctx).End(Shape{}), connects); c != nil {
		expectUnusable(ctx, c)
	}
}
