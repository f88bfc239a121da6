package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = writes.describe()

var _ = Describe("IND2QueuePair::Write", func() {
	DescribeTable("stores the bytes of a message", Covers("qp.write.stores"), func(ctx SpecContext, size int) {
		c := Connect(ctx, room(size))
		c.NeedTransfer(size)
		target := c.Passive.Memory
		before := target.Fill(0, size+2*margin, 0x5a)
		data := c.Active.Memory.Fill(7, size, 0xc3)
		Expect(c.Active.Write(1, c.Active.Memory.List(7, size), target.Address(margin), target.GetRemoteToken(),
			0)).To(Return(nd2.Success))
		Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
		c.Settle(ctx)
		Expect(target.Bytes[:len(before)]).To(HoldBytes(around(before, data)))
		Expect(c.Active.Memory.Bytes[7 : 7+size]).To(HoldBytes(data))
	}, eachSize())

	It("stores the pieces of memory that its entries name, one after the other", Covers("qp.write.gathers"),
		func(ctx SpecContext) {
			local := Local(ctx)
			n := min(local.Info.MaxInitiatorSGE, uint32(len(pieces)))
			c := ConnectEnds(ctx, local.End(local.Attainable(Shape{InitiatorSGE: n})), Peer(ctx).End(Shape{}))
			list, data := scattered(c.Active.Memory, local.Memory(16<<10, AllRights), n, c.MaxTransfer())
			target := c.Passive.Memory
			Expect(c.Active.Write(1, list, target.Address(0), target.GetRemoteToken(), 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			c.Settle(ctx)
			Expect(target.Bytes[:len(data)]).To(HoldBytes(data))
		})

	It("stores as many entries as the adapter allows", Covers("qp.write.max-entries"), func(ctx SpecContext) {
		writes.expectMostEntries(ctx, mostEntries)
	})

	It("returns ND_DATA_OVERRUN and posts nothing when it has more entries than the adapter allows",
		Covers("qp.write.nd-data-overrun", "qp.write.refused-posts-nothing"), func(ctx SpecContext) {
			writes.expectTooMany(ctx, mostEntries)
		})

	It("fails when the peer's memory does not allow it", Covers("qp.write.remote-access"), func(ctx SpecContext) {
		c := Connect(ctx, Shape{})
		Expect(forbiddenWrite(c)).To(Return(nd2.Success))
		results := Results(ctx, c.Active.Initiated, 1)
		Expect(results[0]).To(CompleteAsRuled("qp.write.remote-access"))
		Expect(results).To(HaveOutcomes(Outcome(nd2.RequestWrite, 1, results[0].Status)))
		AwaitEnd(ctx, c, c.Active)
	})
})
