package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("IND2QueuePair::Send", func() {
	It("succeeds and yields its own result when the peer has posted a Receive", Covers("qp.send.nd-success"),
		func(ctx SpecContext) {
			c := Connect(ctx, Shape{Context: 0xabcd})
			Expect(c.Passive.Receive(1, nil)).To(Return(nd2.Success))
			Expect(c.Active.Send(^uintptr(0), nil, 0)).To(Return(nd2.Success))
			results := Results(ctx, c.Active.Initiated, 1)
			Expect(results).To(HaveOutcomes(Outcome(nd2.RequestSend, ^uintptr(0), nd2.Success)))
			Expect(results[0].QueuePairContext).To(Equal(uintptr(0xabcd)), "QueuePairContext")
		})

	DescribeTable("delivers a message", Covers("qp.send.delivers"), func(ctx SpecContext, size int) {
		c := Connect(ctx, room(size))
		c.NeedTransfer(size)
		memory := c.Passive.Memory
		before := memory.Fill(0, size+2*margin, 0x5a)
		sent := c.Active.Memory.Fill(7, size, 0xc3)
		Expect(c.Passive.Receive(1, memory.List(margin, size))).To(Return(nd2.Success))
		Expect(c.Active.Send(1, c.Active.Memory.List(7, size), 0)).To(Return(nd2.Success))
		result := Result(ctx, c.Passive.Receives)
		Expect(result).To(CompleteWith(nd2.Success))
		Expect(result.BytesTransferred).To(Equal(uint32(size)), "BytesTransferred")
		Expect(memory.Bytes[:len(before)]).To(HoldBytes(around(before, sent)))
		Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
		Expect(c.Active.Memory.Bytes[7 : 7+size]).To(HoldBytes(sent))
	}, eachSize())

	It("completes a Receive with no bytes when there are no entries", Covers("qp.send.no-entries"), func(ctx SpecContext) {
		c := Connect(ctx, Shape{})
		memory := c.Passive.Memory
		before := memory.Fill(0, 64, 0x5a)
		Expect(c.Passive.Receive(1, memory.List(0, 64))).To(Return(nd2.Success))
		Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
		result := Result(ctx, c.Passive.Receives)
		Expect(result).To(CompleteWith(nd2.Success))
		Expect(result.BytesTransferred).To(BeZero(), "BytesTransferred")
		Expect(memory.Bytes[:64]).To(HoldBytes(before))
		Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
	})

	It("sends the pieces of memory that its entries name, one after the other", Covers("qp.send.gathers"),
		func(ctx SpecContext) {
			local := Local(ctx)
			n := min(local.Info.MaxInitiatorSGE, uint32(len(pieces)))
			c := ConnectEnds(ctx, local.End(local.Attainable(Shape{InitiatorSGE: n})), Peer(ctx).End(Shape{}))
			list, sent := scattered(c.Active.Memory, local.Memory(16<<10, AllRights), n, c.MaxTransfer())
			Expect(c.Passive.Receive(1, c.Passive.Memory.List(0, len(sent)))).To(Return(nd2.Success))
			Expect(c.Active.Send(1, list, 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
			Expect(c.Passive.Memory.Bytes[:len(sent)]).To(HoldBytes(sent))
		})

	It("no longer needs the list once the call has returned, even if the initiator queue is held up",
		Covers("qp.send.list-is-copied"), func(ctx SpecContext) {
			c := Stalled(ctx, Shape{})
			memory := c.Active.Memory
			sent := memory.Fill(0, some(c), 0x77)
			list := memory.List(0, len(sent))
			Expect(c.Active.Send(1, list, 0)).To(Return(nd2.Success))
			reuse(list, memory)
			c.Passive.PostReceives(1, 1, len(sent))
			Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
			Expect(c.Passive.Memory.Bytes[:len(sent)]).To(HoldBytes(sent))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
		})

	It("sends as many entries as the adapter allows", Covers("qp.send.max-entries"), func(ctx SpecContext) {
		local := Local(ctx)
		n := int(affordably("MaxInitiatorSge", local.Info.MaxInitiatorSGE))
		c := ConnectEnds(ctx, local.End(local.Attainable(Shape{InitiatorSGE: uint32(n), MemorySize: 3 * n})),
			Peer(ctx).End(Shape{MemorySize: 3 * n}))
		c.NeedTransfer(3 * n)
		sent := c.Active.Memory.Fill(0, 3*n, 0x3c)
		Expect(c.Passive.Receive(1, c.Passive.Memory.List(0, 3*n))).To(Return(nd2.Success))
		Expect(c.Active.Send(1, entries(c.Active.Memory, n), 0)).To(Return(nd2.Success))
		Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
		Expect(c.Passive.Memory.Bytes[:3*n]).To(HoldBytes(sent))
	})

	It("returns ND_DATA_OVERRUN and posts nothing when it has more entries than the adapter allows",
		Covers("qp.send.nd-data-overrun", "qp.send.refused-posts-nothing"), func(ctx SpecContext) {
			local := Local(ctx)
			n := affordably("MaxInitiatorSge", local.Info.MaxInitiatorSGE)
			c := ConnectEnds(ctx, local.End(local.Attainable(Shape{InitiatorSGE: n})),
				Peer(ctx).End(Shape{MemorySize: int(n) + 1}))
			list := repeat(c.Active.Memory.Entry(0, 1), n+1)
			c.Passive.PostReceives(1, 1, int(n)+1)
			returned := c.Active.Send(1, list, 0)
			if MoreThanSaid("qp.send.nd-data-overrun", returned) {
				Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 1, nd2.Success)))
				received := Result(ctx, c.Passive.Receives)
				Expect(received).To(CompleteWith(nd2.Success))
				Expect(received.BytesTransferred).To(Equal(n+1), "BytesTransferred")
				return
			}
			Expect(returned).To(Return(nd2.DataOverrun))
			Expect(c.Active.Send(2, nil, 0)).To(Return(nd2.Success))
			Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 2, nd2.Success)))
			Expect(Results(ctx, c.Passive.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
		})

	It("fails with ND_BUFFER_OVERFLOW when it has more bytes than the adapter transfers",
		Covers("qp.send.nd-buffer-overflow"), func(ctx SpecContext) {
			expectTooLong(ctx, "qp.send.nd-buffer-overflow", mostEntries,
				func(c *Connection, context uintptr, list []nd2.SGE) nd2.Status {
					return c.Active.Send(context, list, 0)
				})
		})
})
