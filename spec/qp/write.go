package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("IND2QueuePair::Write", func() {
	It("succeeds and yields its own result when the peer's memory allows it", Covers("qp.write.nd-success"),
		func(ctx SpecContext) {
			c := Connect(ctx, Shape{Context: 0xabcd})
			target := c.Passive.Memory
			Expect(c.Active.Write(^uintptr(0), c.Active.Memory.List(0, 8), target.Address(0), target.GetRemoteToken(),
				0)).To(Return(nd2.Success))
			results := Results(ctx, c.Active.Initiated, 1)
			Expect(results).To(HaveOutcomes(Outcome(nd2.RequestWrite, ^uintptr(0), nd2.Success)))
			Expect(results[0].QueuePairContext).To(Equal(uintptr(0xabcd)), "QueuePairContext")
		})

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

	It("takes no Receive of the peer's and yields no result there", Covers("qp.write.one-sided"), func(ctx SpecContext) {
		c := Connect(ctx, Shape{})
		target := c.Passive.Memory
		c.Passive.PostReceives(1, 1, 8)
		for range 4 {
			Expect(c.Active.Store(ctx, target.Remote().At(64), 8)).To(CompleteWith(nd2.Success))
		}
		Expect(c.Active.Send(5, nil, 0)).To(Return(nd2.Success))
		Expect(Results(ctx, c.Passive.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
		Expect(Drain(c.Passive.Initiated)).To(HaveOutcomes())
	})

	It("succeeds and changes nothing when there are no entries", Covers("qp.write.no-entries"), func(ctx SpecContext) {
		c := Connect(ctx, Shape{})
		target := c.Passive.Memory
		target.Fill(0, 64, 0x5a)
		untouched := watch(target)
		Expect(c.Active.Write(1, nil, target.Address(8), target.GetRemoteToken(), 0)).To(Return(nd2.Success))
		Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestWrite, 1, nd2.Success)))
		c.Settle(ctx)
		untouched.expectUnchanged()
	})

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

	It("no longer needs the list once the call has returned, even if the initiator queue is held up",
		Covers("qp.write.list-is-copied"), func(ctx SpecContext) {
			c := Stalled(ctx, Shape{InitiatorDepth: 2})
			memory, target := c.Active.Memory, c.Passive.Memory
			data := memory.Fill(0, some(c), 0x77)
			list := memory.List(0, len(data))
			Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(c.Active.Write(2, list, target.Address(0), target.GetRemoteToken(), 0)).To(Return(nd2.Success))
			reuse(list, memory)
			postEmpty(c.Passive, 1)
			Results(ctx, c.Passive.Receives, 1)
			Expect(Results(ctx, c.Active.Initiated, 2)).To(HaveOutcomes(
				Outcome(nd2.RequestSend, 1, nd2.Success), Outcome(nd2.RequestWrite, 2, nd2.Success)))
			c.Settle(ctx)
			Expect(target.Bytes[:len(data)]).To(HoldBytes(data))
		})

	It("stores as many entries as the adapter allows", Covers("qp.write.max-entries"), func(ctx SpecContext) {
		local := Local(ctx)
		n := int(affordably("MaxInitiatorSge", local.Info.MaxInitiatorSGE))
		c := ConnectEnds(ctx, local.End(local.Attainable(Shape{InitiatorSGE: uint32(n), MemorySize: 3 * n})),
			Peer(ctx).End(Shape{MemorySize: 3 * n}))
		c.NeedTransfer(3 * n)
		data := c.Active.Memory.Fill(0, 3*n, 0x3c)
		target := c.Passive.Memory
		Expect(c.Active.Write(1, entries(c.Active.Memory, n), target.Address(0), target.GetRemoteToken(),
			0)).To(Return(nd2.Success))
		Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
		c.Settle(ctx)
		Expect(target.Bytes[:3*n]).To(HoldBytes(data))
	})

	It("returns ND_DATA_OVERRUN and posts nothing when it has more entries than the adapter allows",
		Covers("qp.write.nd-data-overrun", "qp.write.refused-posts-nothing"), func(ctx SpecContext) {
			local := Local(ctx)
			n := affordably("MaxInitiatorSge", local.Info.MaxInitiatorSGE)
			c := ConnectEnds(ctx, local.End(local.Attainable(Shape{InitiatorSGE: n})), Peer(ctx).End(Shape{}))
			target := c.Passive.Memory
			list := repeat(c.Active.Memory.Entry(0, 1), n+1)
			returned := c.Active.Write(1, list, target.Address(0), target.GetRemoteToken(), 0)
			if MoreThanSaid("qp.write.nd-data-overrun", returned) {
				Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestWrite, 1, nd2.Success)))
				return
			}
			Expect(returned).To(Return(nd2.DataOverrun))
			expectUsable(ctx, c, c.Active)
		})

	It("fails with ND_BUFFER_OVERFLOW when it has more bytes than the adapter transfers",
		Covers("qp.write.nd-buffer-overflow"), func(ctx SpecContext) {
			local := Local(ctx)
			n := min(64, local.Info.MaxInitiatorSGE)
			list := TooLongList(local, n)
			c := ConnectEnds(ctx, local.End(local.Attainable(Shape{InitiatorSGE: n})), Peer(ctx).End(Shape{}))
			target := c.Passive.Memory
			returned := c.Active.Write(1, list, target.Address(0), target.GetRemoteToken(), 0)
			Expect(returned).NotTo(Equal(nd2.DataOverrun), "which is for too many entries")
			Expect(EndOf(ctx, c.Active.Initiated, returned)).To(ReturnAsRuled("qp.write.nd-buffer-overflow"))
			if returned != nd2.Success {
				expectUsable(ctx, c, c.Active)
			}
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
