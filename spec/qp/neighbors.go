package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// neighbors is how many bytes of each region the entries of these specs name; their border
// is at an odd address.
const neighbors = 101

// border registers the two parts of a buffer, one region each, and returns a list of what
// is next to their border on either side: one piece of memory by two tokens.
func border(s *Side) []nd2.SGE {
	const before = 1001
	buffer := s.Buffer(4096)
	first, second := s.Register(buffer[:before], AllRights), s.Register(buffer[before:], AllRights)
	return []nd2.SGE{first.Entry(before-neighbors, neighbors), second.Entry(0, neighbors)}
}

var _ = Describe("The entries of an IND2QueuePair's request, in two regions that lie side by side,", func() {
	// of connects an end whose requests of a type have two entries.
	of := func(ctx SpecContext, kind nd2.RequestType) (c *Connection, list []nd2.SGE) {
		local, peer := Local(ctx), Peer(ctx)
		c = ConnectEnds(ctx, local.End(local.EntriesFor(kind, 2)), peer.End(Shape{}))
		c.Settle(ctx)
		list = border(local)
		for i, e := range list {
			Pattern(e.Buffer, byte(i+1))
		}
		c.Passive.Memory.Fill(0, 2*neighbors, 0x42)
		return c, list
	}

	It("are all sent by a Send", Covers("qp.send.gathers"), Variant("neighbors"), func(ctx SpecContext) {
		c, list := of(ctx, nd2.RequestSend)
		Expect(c.Passive.Receive(1, c.Passive.Memory.List(0, 2*neighbors))).To(Return(nd2.Success))
		Expect(c.Active.Send(1, list, 0)).To(Return(nd2.Success))
		Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
		Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
		Expect(c.Passive.Memory.Bytes[:2*neighbors]).To(HoldBytes(gathered(list)))
	})

	It("are all stored by a Write", Covers("qp.write.gathers"), Variant("neighbors"), func(ctx SpecContext) {
		c, list := of(ctx, nd2.RequestWrite)
		to := c.Passive.Memory.Remote()
		Expect(c.Active.Write(1, list, to.Address, to.Token, 0)).To(Return(nd2.Success))
		Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
		c.Settle(ctx)
		Expect(c.Passive.Memory.Bytes[:2*neighbors]).To(HoldBytes(gathered(list)))
	})

	It("are all filled by a Read", Covers("qp.read.scatters"), Variant("neighbors"), func(ctx SpecContext) {
		c, list := of(ctx, nd2.RequestRead)
		from := c.Passive.Memory.Remote()
		Expect(c.Active.Read(1, list, from.Address, from.Token, 0)).To(Return(nd2.Success))
		Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
		Expect(gathered(list)).To(HoldBytes(c.Passive.Memory.Bytes[:2*neighbors]))
	})

	It("are all filled by a message", Covers("qp.receive.scatters"), Variant("neighbors"), func(ctx SpecContext) {
		c, list := of(ctx, nd2.RequestReceive)
		Expect(c.Active.Receive(1, list)).To(Return(nd2.Success))
		Expect(c.Passive.Send(1, c.Passive.Memory.List(0, 2*neighbors), 0)).To(Return(nd2.Success))
		Expect(Result(ctx, c.Active.Receives)).To(CompleteWith(nd2.Success))
		Expect(gathered(list)).To(HoldBytes(c.Passive.Memory.Bytes[:2*neighbors]))
	})
})
