package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2QueuePair::Receive, in the place of an earlier one with more entries,", func() {
	It("is filled as far as its own entries go", Covers("qp.receive.longer-message"), Variant("fewer-entries"),
		func(ctx SpecContext) {
			const size = 8
			local, peer := Local(ctx), Peer(ctx)
			shape := local.EntriesFor(nd2.RequestReceive, 2)
			shape.ReceiveDepth = 1
			c := ConnectEnds(ctx, peer.End(Shape{}), local.End(shape))
			mine := c.Passive.Memory
			Expect(c.Passive.Receive(1, []nd2.SGE{mine.Entry(0, size), mine.Entry(64, size)})).To(Return(nd2.Success))
			Expect(c.Active.Send(1, c.Active.Memory.List(0, 2*size), 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))

			c.Active.Memory.Fill(0, 2*size, 0x42)
			before := watch(&Region{Bytes: mine.Bytes[size:]})
			Expect(c.Passive.Receive(2, mine.List(0, size))).To(Return(nd2.Success))
			Expect(c.Active.Send(2, c.Active.Memory.List(0, 2*size), 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Passive.Receives)).NotTo(CompleteWith(nd2.Success))
			Result(ctx, c.Active.Initiated)
			AwaitEnd(ctx, c, c.Active)
			before.expectUnchanged()
		})
})
