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

// A message that takes a Receive may have both queues notify: the shared receive queue, of
// what is left, and the completion queue, of the result.
var _ = Describe("The notification of an IND2SharedReceiveQueue", func() {
	DescribeTable("goes together with that of a completion queue",
		func(ctx SpecContext, kind nd2.NotifyType, message nd2.OpFlags) {
			p, c := connectedPool(ctx)
			p.Post(1, p.Threshold+1)
			for left := p.Threshold; left >= p.Threshold-1; left-- {
				low, result := p.Arm(ctx), notify(ctx, c.Passive.Receives, kind)
				Expect(low).To(BePending())
				Expect(result).To(BePending())
				Expect(c.Active.Send(0, nil, message)).To(Return(nd2.Success))
				Expect(result).To(CompleteWith(nd2.Success))
				Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
				Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
				if left < p.Threshold {
					Expect(low).To(CompleteWith(nd2.Success))
				}
			}
		},
		Entry("for any result", Covers("srq.notify.fires-below-threshold", "cq.notify.any-by-each-request-type"),
			Variant("beside-any"), nd2.NotifyAny, nd2.OpFlags(0)),
		Entry("for a solicited result", Covers("srq.notify.fires-below-threshold", "cq.notify.solicited-by-flag"),
			Variant("beside-solicited"), nd2.NotifySolicited, nd2.SendAndSolicitEvent),
	)
})

var _ = Describe("IND2SharedReceiveQueue::Notify", func() {
	It("counts its own queue's Receives, whatever others hold", Covers("srq.notify.nd-success"), Variant("others-full"),
		func(ctx SpecContext) {
			p, c := connectedPool(ctx)
			depth := within(ctx, uint32(2*p.Threshold))
			for range 2 {
				PoolOf(p.Local, p.Local.SharedReceiveQueue(depth, 1, 0), depth).Post(1, int(depth))
			}
			p.Post(1, p.Threshold)
			expectAwaits(ctx, p.Arm(ctx), p, c, 1)
		})
})

var _ = Describe("The objects around an IND2SharedReceiveQueue", func() {
	It("are left as they were when it is modified", Covers("srq.modify.nd-success"), Variant("bystanders"),
		func(ctx SpecContext) {
			ExpectSpared(ctx, func(_ context.Context, b *Bystanders) func() {
				queue := b.Local.SharedReceiveQueue(2, 1, 0)
				return func() {
					if more := b.Local.Info.MaxSharedReceiveQueueDepth + 1; more > 0 {
						queue.Modify(more, 1) // other specs judge the refusal
					}
					Expect(queue.Modify(1, 1)).To(Return(nd2.Success))
					Expect(queue.Modify(2, 0)).To(Return(nd2.Success))
				}
			})
		})
})

// notify issues a Notify request of a completion queue.
func notify(ctx context.Context, queue nd2.CompletionQueue, kind nd2.NotifyType) *Operation {
	return Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(kind, o) })
}
