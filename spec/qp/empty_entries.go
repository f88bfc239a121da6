package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// withEmptyEntry is a list of 5 bytes, none, and 7 bytes, with gaps between them.
func withEmptyEntry(r *Region) []nd2.SGE {
	return []nd2.SGE{r.Entry(1, 5), r.Entry(9, 0), r.Entry(17, 7)}
}

var _ = Describe("The entries of an IND2QueuePair's request", func() {
	// three connects ends whose requests have three entries, and fills both memories.
	three := func(ctx SpecContext) (c *Connection, list []nd2.SGE) {
		GinkgoHelper()
		shape := Shape{InitiatorSGE: 3, ReceiveSGE: 3}
		local, peer := Local(ctx), Peer(ctx)
		if local.Info.MaxReadSGE < 3 {
			Unobservable("a Read has less than three entries")
		}
		c = ConnectEnds(ctx, local.End(shape), peer.End(shape))
		c.Settle(ctx)
		c.Active.Memory.Fill(0, 64, 0x24)
		c.Passive.Memory.Fill(0, 64, 0x42)
		return c, withEmptyEntry(c.Active.Memory)
	}

	When("one in the middle has no bytes", func() {
		It("are all sent by a Send", Covers("qp.send.gathers"), Variant("empty-entry"), func(ctx SpecContext) {
			c, list := three(ctx)
			Expect(c.Passive.Receive(1, c.Passive.Memory.List(0, 64))).To(Return(nd2.Success))
			Expect(c.Active.Send(1, list, 0)).To(Return(nd2.Success))
			result := Result(ctx, c.Passive.Receives)
			Expect(result).To(CompleteWith(nd2.Success))
			Expect(result.BytesTransferred).To(BeEquivalentTo(12), "BytesTransferred")
			Expect(c.Passive.Memory.Bytes[:12]).To(HoldBytes(gathered(list)))
		})

		It("are all stored by a Write", Covers("qp.write.gathers"), Variant("empty-entry"), func(ctx SpecContext) {
			c, list := three(ctx)
			to := c.Passive.Memory.Remote()
			Expect(c.Active.Write(1, list, to.Address, to.Token, 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			c.Settle(ctx)
			Expect(c.Passive.Memory.Bytes[:12]).To(HoldBytes(gathered(list)))
		})

		It("are all filled by a Read", Covers("qp.read.scatters"), Variant("empty-entry"), func(ctx SpecContext) {
			c, list := three(ctx)
			from := c.Passive.Memory.Remote()
			Expect(c.Active.Read(1, list, from.Address, from.Token, 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			Expect(gathered(list)).To(HoldBytes(c.Passive.Memory.Bytes[:12]))
		})

		It("are all filled by a message", Covers("qp.receive.scatters"), Variant("empty-entry"), func(ctx SpecContext) {
			c, list := three(ctx)
			Expect(c.Active.Receive(1, list)).To(Return(nd2.Success))
			Expect(c.Passive.Send(1, c.Passive.Memory.List(0, 12), 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Receives)).To(CompleteWith(nd2.Success))
			Expect(gathered(list)).To(HoldBytes(c.Passive.Memory.Bytes[:12]))
		})
	})
})
