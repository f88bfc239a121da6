package qp

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A queue pair takes Receives before it is connected, when a client that shares completion queues may well end others.
var _ = Describe("An IND2QueuePair that is not connected yet", ownReceives, func() {
	DescribeTable("keeps its Receives when another one of its completion queues",
		func(ctx SpecContext, end func(ctx context.Context, one *End)) {
			const n = 2
			one, two := twoEnds(ctx, n)
			two.PostReceives(1, n, 8)
			end(ctx, one)
			other := ConnectEnds(ctx, Peer(ctx).End(Shape{}), two)
			for range n {
				Expect(other.Active.Send(1, nil, 0)).To(Return(nd2.Success))
				Expect(Result(ctx, other.Active.Initiated)).To(CompleteWith(nd2.Success))
			}
			expectOf(2, Results(ctx, two.Receives, n), Outcomes(nd2.RequestReceive, Sequence(1, n), nd2.Success))
		},
		Entry("is flushed", Covers("qp.flush.own-requests-only"), Variant("unconnected"),
			ending(func(_ context.Context, c *Connection) { Expect(c.Active.Flush()).To(Return(nd2.Success)) })),
		Entry("is flushed, which is not connected either", Covers("qp.flush.own-requests-only"), Variant("both-unconnected"),
			func(ctx context.Context, one *End) {
				one.PostReceives(1, 2, 8)
				Expect(one.Flush()).To(Return(nd2.Success))
				expectCanceledReceives(ctx, one, 2)
			}),
		Entry("is disconnected", Covers("qp.flush.own-requests-only"), Variant("disconnected"),
			ending(func(ctx context.Context, c *Connection) {
				Expect(c.Part(ctx, c.Active)).To(CompleteWith(nd2.Success))
			})),
		Entry("is disconnected after its peer", Covers("qp.release.spares-others"), Variant("unconnected-by-peer"),
			ending(func(ctx context.Context, c *Connection) {
				left := peerDisconnects(ctx, c)
				disconnect(ctx, c.Active).Wait()
				Expect(left).To(CompleteWith(nd2.Success))
			})),
		Entry("is released", Covers("qp.release.spares-others"), Variant("unconnected"),
			func(ctx context.Context, one *End) {
				_, release := connectOwnEnd(ctx, one, Peer(ctx).End(Shape{}))
				release()
			}),
		Entry("has ended by a failure", Covers("qp.error.spares-others"), Variant("unconnected"),
			ending(func(ctx context.Context, c *Connection) { endByFailure(ctx, c, nd2.RequestWrite) })))
})

// ending ends an end that has been connected, with two Receives posted.
func ending(end func(ctx context.Context, c *Connection)) func(ctx context.Context, one *End) {
	return func(ctx context.Context, one *End) {
		c := ConnectEnds(ctx, one, Peer(ctx).End(Shape{}))
		one.PostReceives(1, 2, 8)
		end(ctx, c)
		expectCanceledReceives(ctx, one, 2)
	}
}
