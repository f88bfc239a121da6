package qp

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What becomes of a queue pair while others that report to the same completion queues
// come, and go with work posted.
var _ = Describe("An IND2QueuePair beside another that ends with a backlog of Reads", func() {
	DescribeTable("goes on when the other",
		func(ctx SpecContext, end func(ctx context.Context, ending *Connection, release func())) {
			const rounds, backlog, size = 3, 4, 64
			local, peer := Local(ctx), Peer(ctx)
			own := local.End(Shape{Context: 1, InitiatorDepth: 1, ReceiveDepth: 1, QueueDepth: rounds*backlog + 1})
			c := ConnectEnds(ctx, own, peer.End(Shape{}))
			remote := c.Passive.Memory.Remote()
			for round := range rounds {
				e := local.End(Shape{InitiatorDepth: backlog, UseReceives: own.Receives, UseInitiated: own.Initiated})
				ending, release := connectOwnEnd(ctx, e, peer.End(Shape{}))
				theirs := ending.Passive.Memory
				long := min(len(e.Memory.Bytes), len(theirs.Bytes), ending.MaxTransfer())
				for _, context := range Sequence(1, backlog) {
					Expect(e.Read(context, e.Memory.List(0, long), theirs.Address(0), theirs.GetRemoteToken(),
						0)).To(Return(nd2.Success))
				}
				data := c.Passive.Memory.Fill(0, size, byte(round))
				Expect(own.Read(1, own.Memory.List(0, size), remote.Address, remote.Token, 0)).To(Return(nd2.Success))
				end(ctx, ending, release)
				Expect(ResultOf(ctx, 1, own.Initiated)).To(CompleteWith(nd2.Success))
				Expect(own.Memory.Bytes[:size]).To(HoldBytes(data))
			}
		},
		Entry("is released", Covers("qp.release.spares-others"), func(_ context.Context, _ *Connection, release func()) {
			release()
		}),
		Entry("is disconnected by its peer", Covers("qp.release.spares-others"), Variant("by-peer"),
			func(ctx context.Context, ending *Connection, release func()) {
				left := peerDisconnects(ctx, ending)
				release()
				Expect(left).To(CompleteWith(nd2.Success))
			}),
	)
})
