package qp

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// Queues are rings, of more places than was asked for perhaps: batches of odd sizes make them go round at every offset.
var _ = Describe("An IND2QueuePair whose queues go round many times, in batches of odd sizes,", func() {
	It("has every message arrive, in order and whole",
		Covers("cq.getresults.receive-order", "cq.getresults.initiator-order"), Variant("rings"),
		func(ctx SpecContext) {
			const depth, rounds, slot = 61, 90, 8
			local, peer := Local(ctx), Peer(ctx)
			c := ConnectEnds(ctx, peer.End(peer.Attainable(Shape{InitiatorDepth: depth})),
				local.End(local.Attainable(Shape{ReceiveDepth: depth})))
			most := min(c.Active.InitiatorDepth(), c.Passive.ReceiveDepth())
			half, end := HalfTimeout(ctx)
			defer end()
			for round := 0; round < rounds && half.Err() == nil; round++ {
				n := 1 + (37*round+11)%most
				expectBatch(ctx, c, uintptr(1000*round), n, slot, byte(round))
			}
			expectNothingMore(ctx, c, c.Passive)
		})
})

// expectBatch has n messages of a few bytes go to the passive end, and shows that each is there.
func expectBatch(ctx context.Context, c *Connection, first uintptr, n, slot int, seed byte) {
	sent := c.Active.Memory.Fill(0, n*slot, seed)
	for i, context := range Sequence(first, n) {
		Expect(c.Passive.Receive(context, c.Passive.Memory.List(i*slot, slot))).To(Return(nd2.Success))
	}
	for i, context := range Sequence(first, n) {
		Expect(c.Active.Send(context, c.Active.Memory.List(i*slot, slot), 0)).To(Return(nd2.Success))
	}
	Expect(Results(ctx, c.Active.Initiated, n)).To(HaveOutcomes(Outcomes(nd2.RequestSend, Sequence(first, n),
		nd2.Success)...))
	Expect(Results(ctx, c.Passive.Receives, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(first, n),
		nd2.Success)...))
	Expect(c.Passive.Memory.Bytes[:n*slot]).To(HoldBytes(sent))
}
