package cq

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A queue outlives the queue pairs that report to it: none leaves anything in the places that it had.
var _ = Describe("An IND2CompletionQueue", ownReceives, func() {
	DescribeTable("holds as many results as it was created for, and notifies of them, after several queue pairs that",
		func(ctx SpecContext, end func(ctx context.Context, c *Connection, release func())) {
			const n, rounds = 3, 4
			local, peer := Local(ctx), Peer(ctx)
			queue := local.CompletionQueue(n)
			shape := Shape{ReceiveDepth: n, InitiatorDepth: 1, UseReceives: queue}
			for range rounds {
				own := local.End(shape)
				release := own.OwnQueuePair()
				c := ConnectEnds(ctx, peer.End(Shape{}), own)
				own.PostReceives(1, n, 8)
				end(ctx, c, release)
				Expect(Results(ctx, queue, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, n), nd2.Canceled)...))
				release()
			}
			c := ConnectEnds(ctx, peer.End(Shape{InitiatorDepth: n}), local.End(shape))
			request := notify(ctx, queue, nd2.NotifyAny)
			arrive(ctx, c, unsolicited, Sequence(1, n)...)
			Expect(request).To(CompleteWith(nd2.Success))
			expectReceived(ctx, queue, Sequence(1, n)...)
			expectUnnotified(queue, notify(ctx, queue, nd2.NotifyErrors))
		},
		Entry("were flushed", Covers("adapter.createcompletionqueue.holds-depth"), Variant("after-flushed"),
			func(_ context.Context, c *Connection, _ func()) {
				Expect(c.Passive.Flush()).To(Return(nd2.Success))
			}),
		Entry("were disconnected", Covers("adapter.createcompletionqueue.holds-depth"), Variant("after-disconnected"),
			func(ctx context.Context, c *Connection, _ func()) {
				Expect(c.Part(ctx, c.Passive)).To(CompleteWith(nd2.Success))
			}),
		Entry("failed", Covers("adapter.createcompletionqueue.holds-depth"), Variant("after-failed"),
			func(ctx context.Context, c *Connection, _ func()) {
				window := c.Passive.MemoryWindow()
				returned := c.Passive.Invalidate(9, window, 0) // of a window that is not bound
				if returned != nd2.Success {
					Unobservable("the provider finds the fault in the call")
				}
				Expect(Result(ctx, c.Passive.Initiated)).NotTo(CompleteWith(nd2.Success))
			}))
})
