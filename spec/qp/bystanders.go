package qp

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What ends a queue pair with Receives, and what is around it meanwhile: connections in the making and made, on
// either side, queues that wait, a window, a queue pair that has ended before.
var _ = Describe("The objects around an IND2QueuePair that ends", func() {
	DescribeTable("are left as they were when it",
		func(ctx SpecContext, end func(ctx context.Context, b *Bystanders, c *Connection)) {
			ExpectSpared(ctx, func(ctx context.Context, b *Bystanders) func() {
				c := ConnectEnds(ctx, b.Subject(), b.Peer.End(Shape{}))
				c.Active.PostReceives(1, 2, 8)
				return func() { end(ctx, b, c) }
			})
		},
		Entry("is flushed", Covers("qp.flush.own-requests-only"), Variant("bystanders"),
			func(ctx context.Context, b *Bystanders, c *Connection) {
				Expect(c.Active.Flush()).To(Return(nd2.Success))
				expectSubjectCanceled(ctx, b)
			}),
		Entry("is disconnected", Covers("qp.disconnect.spares-others"),
			func(ctx context.Context, b *Bystanders, c *Connection) {
				Expect(c.Part(ctx, c.Active)).To(CompleteWith(nd2.Success))
				expectSubjectCanceled(ctx, b)
			}),
		Entry("is disconnected after its peer", Covers("qp.disconnect.spares-others"), Variant("by-peer"),
			func(ctx context.Context, b *Bystanders, c *Connection) {
				left := peerDisconnects(ctx, c)
				disconnect(ctx, c.Active).Wait()
				Expect(left).To(CompleteWith(nd2.Success))
				expectSubjectCanceled(ctx, b)
			}),
		Entry("fails by a Write", Covers("qp.error.spares-others"), Variant("write-bystanders"), failing(nd2.RequestWrite)),
		Entry("fails by a Read", Covers("qp.error.spares-others"), Variant("read-bystanders"), failing(nd2.RequestRead)),
		Entry("fails by a Send", Covers("qp.error.spares-others"), Variant("send-bystanders"), failing(nd2.RequestSend)),
		Entry("fails by a Bind", Covers("qp.error.spares-others"), Variant("bind-bystanders"), failing(nd2.RequestBind)),
		Entry("fails by an Invalidate", Covers("qp.error.spares-others"), Variant("invalidate-bystanders"),
			failing(nd2.RequestInvalidate)))

	It("are left as they were when a message is too long for its Receive", Covers("qp.error.spares-others"),
		Variant("receive-bystanders"), func(ctx SpecContext) {
			ExpectSpared(ctx, func(ctx context.Context, b *Bystanders) func() {
				c := ConnectEnds(ctx, b.Peer.End(Shape{}), b.Subject())
				c.Passive.PostReceives(1, 2, 8)
				return func() {
					Expect(c.Active.Send(1, c.Active.Memory.List(0, 9), 0)).To(Return(nd2.Success))
					expectFailed(nd2.RequestReceive, b.SubjectResults(ctx, nd2.RequestReceive, 1)[0].Status)
				}
			})
		})

	It("are left as they were when its last reference is released", Covers("qp.disconnect.spares-others"),
		Variant("released"), func(ctx SpecContext) {
			ExpectSpared(ctx, func(ctx context.Context, b *Bystanders) func() {
				c, release := connectOwnEnd(ctx, b.Subject(), b.Peer.End(Shape{}))
				c.Active.PostReceives(1, 2, 8)
				return release
			})
		})

	It("are left as they were when it is flushed and released before it is connected",
		Covers("qp.disconnect.spares-others"), Variant("unconnected"), func(ctx SpecContext) {
			ExpectSpared(ctx, func(_ context.Context, b *Bystanders) func() {
				e := b.Subject()
				release := e.OwnQueuePair()
				e.PostReceives(1, 2, 8)
				return func() {
					var refused nd2.Unknown // other specs judge that
					b.Local.Adapter.CreateQueuePair(nd2.IIDQueuePair, b.Receives, b.Initiated, 0,
						max(1, b.Local.Info.MaxReceiveQueueDepth+1), 1, 1, 1, 0, &refused)
					if refused != nil {
						refused.Release()
					}
					Expect(e.Flush()).To(Return(nd2.Success))
					release()
				}
			})
		})
})

// failing ends the active end of a connection by a request that fails.
func failing(kind nd2.RequestType) func(ctx context.Context, b *Bystanders, c *Connection) {
	return func(ctx context.Context, b *Bystanders, c *Connection) {
		postFailing(c, kind)
		expectFailed(kind, b.SubjectResults(ctx, kind, 1)[0].Status)
	}
}

// expectSubjectCanceled shows that the Receives of the queue pair that has ended are canceled.
func expectSubjectCanceled(ctx context.Context, b *Bystanders) {
	Expect(b.SubjectResults(ctx, nd2.RequestReceive, 2)).To(HaveOutcomes(
		Outcomes(nd2.RequestReceive, Sequence(1, 2), nd2.Canceled)...))
}
