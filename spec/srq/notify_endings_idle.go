package srq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// What the failure of a queue means to queue pairs of its that are not connected yet.
var _ = Describe("IND2SharedReceiveQueue::Notify", func() {
	DescribeTable("makes a queue pair unusable that is not connected yet when the queue has failed catastrophically:",
		func(ctx SpecContext, connects bool) {
			p := drawnPool(ctx)
			idle := p.End(Shape{})
			p.Post(1, p.Threshold)
			notify := p.Arm(ctx)
			undo := p.Local.Inject(providers.Fault{Kind: providers.SharedReceiveQueueFailure})
			Expect(notify).To(CompleteAsRuled("srq.notify.nd-failure"))
			undo() // for the queues to come: this one has failed for good
			if c := Tried(ctx, idle, Peer(ctx).End(Shape{}), connects); c != nil {
				expectUnusable(ctx, c)
			}
		},
		Entry("a queue pair that connects", Covers("srq.notify.failure-ends-queue-pairs"), Variant("idle"), true),
		Entry("a queue pair that accepts", Covers("srq.notify.failure-ends-queue-pairs"), Variant("idle-accepts"), false),
	)

	DescribeTable("makes a queue pair unusable that is being connected when the queue fails catastrophically:",
		func(ctx SpecContext, connects bool) {
			p := drawnPool(ctx)
			p.Post(1, p.Threshold)
			notify := p.Arm(ctx)
			c := TriedMeanwhile(ctx, p.End(Shape{}), Peer(ctx).End(Shape{}), connects, func() {
				undo := p.Local.Inject(providers.Fault{Kind: providers.SharedReceiveQueueFailure})
				Expect(notify).To(CompleteAsRuled("srq.notify.nd-failure"))
				undo()
			})
			if c != nil {
				expectUnusable(ctx, c)
			}
		},
		Entry("a queue pair that connects", Covers("srq.notify.failure-ends-queue-pairs"), Variant("connecting"), true),
		Entry("a queue pair that accepts", Covers("srq.notify.failure-ends-queue-pairs"), Variant("accepting"), false),
	)
})
