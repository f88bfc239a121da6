package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// While the peer's answers are held back no Read completes, and no request with a fence
// behind it may begin.
var _ = Describe("A request of an IND2QueuePair with ND_OP_FLAG_READ_FENCE", func() {
	DescribeTable("does not reach the peer until the Read before it has been answered,",
		func(ctx SpecContext, flags nd2.OpFlags) {
			local, peer := Local(ctx), Peer(ctx)
			if flags&nd2.Inline != 0 && local.Info.MaxInlineDataSize == 0 {
				Unsupported("inline data (MaxInlineDataSize is 0)")
			}
			c := ConnectEnds(ctx, local.End(Shape{InitiatorDepth: 2, InlineSize: min(8, local.Info.MaxInlineDataSize)}),
				peer.End(Shape{}))
			c.Settle(ctx)
			from, to := c.Active, c.Passive
			postEmpty(to, 1)
			source := to.Memory.Remote()
			undo := from.InjectIfPossible(providers.Fault{Kind: providers.Hold})
			Expect(from.Read(1, from.Memory.List(0, 8), source.Address, source.Token, 0)).To(Return(nd2.Success))
			Expect(from.Send(2, nil, nd2.ReadFence|flags)).To(Return(nd2.Success))
			Expect(Drain(to.Receives)).To(HaveOutcomes())
			undo()
			Expect(Results(ctx, from.Initiated, 2)).To(HaveOutcomes(
				Outcome(nd2.RequestRead, 1, nd2.Success), Outcome(nd2.RequestSend, 2, nd2.Success)))
			Expect(Result(ctx, to.Receives)).To(CompleteWith(nd2.Success))
		},
		Entry("as a Send", Covers("qp.send.read-fence"), Variant("held"), nd2.OpFlags(0)),
		Entry("as an inline Send", Covers("qp.send.flags-combined"), Variant("inline-fence"), nd2.Inline))
})
