package cq

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What ends or changes of a completion queue, beside queues and connections that wait.
var _ = Describe("The objects around an IND2CompletionQueue", func() {
	DescribeTable("are left as they were when it",
		func(ctx SpecContext,
			end func(ctx context.Context, b *Bystanders, q nd2.CompletionQueue, waiting *Operation, release func()),
		) {
			ExpectSpared(ctx, func(ctx context.Context, b *Bystanders) func() {
				q, release := b.Local.OwnCompletionQueue(2)
				waiting := Start(ctx, q, func(o *nd2.Overlapped) nd2.Status { return q.Notify(nd2.NotifyAny, o) })
				return func() { end(ctx, b, q, waiting, release) }
			})
		},
		Entry("has its Notify canceled", Covers("overlapped.canceloverlappedrequests.own-requests-only"),
			Variant("queue-bystanders"),
			func(_ context.Context, _ *Bystanders, q nd2.CompletionQueue, waiting *Operation, _ func()) {
				Expect(q.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(waiting).To(CompleteWith(nd2.Canceled))
			}),
		Entry("is resized", Covers("cq.resize.keeps-requests"), Variant("bystanders"),
			func(_ context.Context, b *Bystanders, q nd2.CompletionQueue, waiting *Operation, _ func()) {
				for _, refusing := range []nd2.CompletionQueue{q, b.Receives, b.Initiated} {
					if more := b.Local.Info.MaxCompletionQueueDepth + 1; more > 0 {
						refusing.Resize(more) // other specs judge the refusal
					}
				}
				for _, depth := range []uint32{1, 2} {
					Expect(q.Resize(depth)).To(Return(nd2.Success))
				}
				Expect(waiting).To(BePending())
			}),
		Entry("is released", Covers("cq.release.spares-others"),
			func(_ context.Context, _ *Bystanders, _ nd2.CompletionQueue, _ *Operation, release func()) { release() }))

	It("are left as they were when it notifies", Covers("cq.notify.queues-independent"), Variant("bystanders"),
		func(ctx SpecContext) {
			ExpectSpared(ctx, func(ctx context.Context, b *Bystanders) func() {
				c := ConnectEnds(ctx, b.Local.End(Shape{}), b.Peer.End(Shape{}))
				q := c.Active.Initiated
				return func() {
					for range 3 {
						waiting := Start(ctx, q, func(o *nd2.Overlapped) nd2.Status { return q.Notify(nd2.NotifyAny, o) })
						Expect(c.Active.Touch(1, c.Passive.Memory)).To(Return(nd2.Success))
						Expect(waiting).To(CompleteWith(nd2.Success))
						Expect(Result(ctx, q)).To(CompleteWith(nd2.Success))
					}
				}
			})
		})
})
