package qp

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// ringDepths are those at which rings of entries wrap, and their neighbors.
var ringDepths = []uint32{1, 2, 3, 5, 7, 8, 9, 16, 17, 31, 33, 64, 65, 100, 129}

var _ = Describe("An IND2QueuePair of any depth", func() {
	It("carries out as many requests as it was created for, three times, with completion queues that hold just these",
		Covers("adapter.createqueuepair.nd-success", "qp.receive.order"), Variant("depths"), LongTimeout,
		func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			for _, depth := range ringDepths {
				if depth > min(local.Info.MaxReceiveQueueDepth, local.Info.MaxInitiatorQueueDepth, local.MaxResults()) {
					return
				}
				e := local.End(Shape{ReceiveDepth: depth, InitiatorDepth: depth, QueueDepth: depth})
				c := ConnectEnds(ctx, e, peer.End(Shape{
					ReceiveDepth: min(depth, peer.Info.MaxReceiveQueueDepth, peer.MaxResults()),
				}))
				c.Settle(ctx)
				for turn := range 3 {
					expectEachCarriedOut(ctx, c, turn)
				}
			}
		})
})

// expectEachCarriedOut fills both queues of the active end: with Receives, and with Writes, Reads and Sends by turns.
// It shows that each has its result, in order, and its own data.
func expectEachCarriedOut(ctx context.Context, c *Connection, turn int) {
	const word = 4
	e, peer := c.Active, c.Passive
	n := e.ReceiveDepth()
	postAt := func(end *End, context, offset int) {
		Expect(end.Receive(uintptr(context), end.Memory.List(offset, word))).To(Return(nd2.Success))
	}
	messages := peer.Memory.Fill(0, n*word, byte(turn+1))
	// Behind the Receives' data, at both ends in the same place, is what the initiator requests carry.
	own := e.Memory.Fill(n*word, n*word, byte(turn+2))
	theirs := peer.Memory.Fill(n*word, n*word, byte(turn+3))
	posted, want := 0, []nd2.Result{}
	for i := range n {
		postAt(e, i, i*word)
		offset := (n + i) * word
		list, to, context := e.Memory.List(offset, word), peer.Memory.Remote().At(offset), uintptr(i)
		kind := []nd2.RequestType{nd2.RequestWrite, nd2.RequestRead, nd2.RequestSend}[(i+turn)%3]
		noReads := min(e.Info.MaxOutboundReadLimit, peer.Info.MaxInboundReadLimit) == 0
		if kind == nd2.RequestSend && posted == peer.ReceiveDepth() || kind == nd2.RequestRead && noReads {
			kind = nd2.RequestWrite
		}
		switch kind {
		case nd2.RequestWrite:
			Expect(e.Write(context, list, to.Address, to.Token, 0)).To(Return(nd2.Success))
		case nd2.RequestRead:
			Expect(e.Read(context, list, to.Address, to.Token, 0)).To(Return(nd2.Success))
			copy(own[i*word:][:word], theirs[i*word:])
		case nd2.RequestSend:
			postAt(peer, i, offset)
			posted++
			Expect(e.Send(context, list, 0)).To(Return(nd2.Success))
		}
		want = append(want, Outcome(kind, context, nd2.Success))
	}
	Expect(Results(ctx, e.Initiated, n)).To(HaveOutcomes(want...))
	Results(ctx, peer.Receives, posted)
	for i := range n {
		Expect(peer.Send(1, peer.Memory.List(i*word, word), 0)).To(Return(nd2.Success))
		Expect(Result(ctx, peer.Initiated)).To(CompleteWith(nd2.Success))
	}
	Expect(Results(ctx, e.Receives, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(0, n), nd2.Success)...))
	c.Settle(ctx)
	Expect(e.Memory.Bytes[:n*word]).To(HoldBytes(messages))
	Expect(e.Memory.Bytes[n*word:][:n*word]).To(HoldBytes(own))
	Expect(peer.Memory.Bytes[n*word:][:n*word]).To(HoldBytes(own))
}
