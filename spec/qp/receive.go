package qp

import (
	"context"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("IND2QueuePair::Receive", func() {
	It("succeeds and yields its own result when a message arrives", Covers("qp.receive.nd-success"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{Context: 0xabcd})
			memory := c.Passive.Memory
			Expect(c.Passive.Receive(^uintptr(0), memory.List(0, 100))).To(Return(nd2.Success))
			sent := c.Active.Memory.Fill(0, 100, 1)
			Expect(c.Active.Send(1, c.Active.Memory.List(0, 100), 0)).To(Return(nd2.Success))
			results := Results(ctx, c.Passive.Receives, 1)
			Expect(results).To(HaveOutcomes(Outcome(nd2.RequestReceive, ^uintptr(0), nd2.Success)))
			Expect(results[0].QueuePairContext).To(Equal(uintptr(0xabcd)), "QueuePairContext")
			Expect(results[0].BytesTransferred).To(Equal(uint32(100)), "BytesTransferred")
			Expect(memory.Bytes[:100]).To(HoldBytes(sent))
		})

	DescribeTable("leaves the rest untouched when the message is shorter", Covers("qp.receive.shorter-message"),
		func(ctx SpecContext, shorter func(room int) int) {
			c := Accepted(ctx, Shape{})
			room := min(9000, c.MaxTransfer(), len(c.Passive.Memory.Bytes)-2*margin)
			size := shorter(room)
			memory := c.Passive.Memory
			before := memory.Fill(0, room+2*margin, 0x5a)
			sent := c.Active.Memory.Fill(0, size, 0xc3)
			Expect(c.Passive.Receive(1, memory.List(margin, room))).To(Return(nd2.Success))
			Expect(c.Active.Send(1, c.Active.Memory.List(0, size), 0)).To(Return(nd2.Success))
			result := Result(ctx, c.Passive.Receives)
			Expect(result).To(CompleteWith(nd2.Success))
			Expect(result.BytesTransferred).To(Equal(uint32(size)), "BytesTransferred")
			Expect(memory.Bytes[:len(before)]).To(HoldBytes(around(before, sent)))
		},
		Entry("by all but one byte", func(int) int { return 1 }),
		Entry("by half", Variant("by-half"), func(room int) int { return room / 2 }),
		Entry("by one byte", Variant("by-one-byte"), func(room int) int { return room - 1 }))

	It("ends the connection at both ends when the message is longer", Covers("qp.receive.longer-message"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{ReceiveDepth: 2})
			length := Size(ctx, 1)
			c.NeedTransfer(length)
			memory, room := c.Passive.Memory, length-1
			before := memory.Fill(0, room+2*margin, 0x5a)
			Expect(c.Passive.Receive(1, memory.List(margin, room)[:min(room, 1)])).To(Return(nd2.Success))
			Expect(c.Passive.Receive(2, nil)).To(Return(nd2.Success))
			Expect(c.Active.Send(1, c.Active.Memory.List(0, length), 0)).To(Return(nd2.Success))

			results := Results(ctx, c.Passive.Receives, 2)
			Expect(results[0]).NotTo(CompleteWith(nd2.Success))
			Expect(results[1:]).To(HaveOutcomes(Outcome(nd2.RequestReceive, 2, nd2.Canceled)))
			Expect(memory.Bytes[:margin]).To(HoldBytes(before[:margin]))
			Expect(memory.Bytes[margin+room : len(before)]).To(HoldBytes(before[margin+room:]))
			Result(ctx, c.Active.Initiated)
			AwaitEnd(ctx, c, c.Active)
		})

	It("takes an empty message when there are no entries", Covers("qp.receive.no-entries"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		Expect(c.Passive.Receive(1, nil)).To(Return(nd2.Success))
		Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
		results := Results(ctx, c.Passive.Receives, 1)
		Expect(results).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
		Expect(results[0].BytesTransferred).To(BeZero(), "BytesTransferred")
	})

	It("fills the pieces of memory that its entries name, one after the other", Covers("qp.receive.scatters"),
		func(ctx SpecContext) {
			local := Local(ctx)
			n := min(local.Info.MaxReceiveSGE, uint32(len(pieces)))
			c := ConnectEnds(ctx, Peer(ctx).End(Shape{}), local.End(local.Attainable(Shape{ReceiveSGE: n})))
			a, b := c.Passive.Memory, local.Memory(16<<10, AllRights)
			list, before := scattered(a, b, n, c.MaxTransfer())
			watched := watch(a, b)
			sent := c.Active.Memory.Fill(0, len(before), 0xd2)
			Expect(c.Passive.Receive(1, list)).To(Return(nd2.Success))
			Expect(c.Active.Send(1, c.Active.Memory.List(0, len(sent)), 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
			Expect(gathered(list)).To(HoldBytes(sent))
			spread(list, before)
			watched.expectUnchanged()
		})

	DescribeTable("gets a message when it is posted before the queue pair is connected:",
		Covers("qp.receive.before-connecting"), func(ctx SpecContext, depth uint32, most int) {
			local := Local(ctx).End(Shape{ReceiveDepth: depth})
			n := min(most, local.ReceiveDepth())
			local.PostReceives(1, n, 8)
			c := ConnectEnds(ctx, Peer(ctx).End(Shape{}), local)
			sent := c.Active.Memory.Fill(0, 8*n, 0x42)
			for i := range n {
				Expect(c.Active.Send(1, c.Active.Memory.List(8*i, 8), 0)).To(Return(nd2.Success))
				Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			}
			Expect(Results(ctx, local.Receives, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, n),
				nd2.Success)...))
			Expect(local.Memory.Bytes[:8*n]).To(HoldBytes(sent))
		},
		Entry("one of three", uint32(0), 3),
		Entry("one of 40", Variant("many"), uint32(40), 40))

	When("several are posted", func() {
		It("gives each message one, in the order in which they were posted", Covers("qp.receive.order"),
			func(ctx SpecContext) {
				const size = 40
				c := Accepted(ctx, Shape{})
				messages := min(c.Passive.ReceiveDepth(), c.Active.InitiatorDepth())
				c.Passive.PostReceives(1, messages, size)
				sent := c.Active.Memory.Fill(0, messages*size, 0x42)
				for i := range messages {
					Expect(c.Active.Send(1, c.Active.Memory.List(size*i, size), 0)).To(Return(nd2.Success))
				}
				Expect(Results(ctx, c.Passive.Receives, messages)).To(HaveOutcomes(Outcomes(nd2.RequestReceive,
					Sequence(1, messages), nd2.Success)...))
				Expect(c.Passive.Memory.Bytes[:messages*size]).To(HoldBytes(sent))
				Expect(Results(ctx, c.Active.Initiated, messages)).To(HaveOutcomes(Outcomes(nd2.RequestSend,
					slices.Repeat([]uintptr{1}, messages), nd2.Success)...))
			})
	})

	It("no longer needs the list once the call has returned", Covers("qp.receive.list-is-copied"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		memory := c.Passive.Memory
		list := memory.List(0, 500)
		Expect(c.Passive.Receive(1, list)).To(Return(nd2.Success))
		reuse(list, memory)
		sent := c.Active.Memory.Fill(0, 500, 0x77)
		Expect(c.Active.Send(1, c.Active.Memory.List(0, 500), 0)).To(Return(nd2.Success))
		Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
		Expect(memory.Bytes[:500]).To(HoldBytes(sent))
	})

	It("fills as many entries as the adapter allows", Covers("qp.receive.max-entries"), func(ctx SpecContext) {
		local := Local(ctx)
		n := int(affordably("MaxReceiveSge", local.Info.MaxReceiveSGE))
		c := ConnectEnds(ctx, Peer(ctx).End(Shape{MemorySize: 3 * n}),
			local.End(local.Attainable(Shape{ReceiveSGE: uint32(n), MemorySize: 3 * n})))
		c.NeedTransfer(3 * n)
		memory := c.Passive.Memory
		sent := c.Active.Memory.Fill(0, 3*n, 0x3c)
		Expect(c.Passive.Receive(1, entries(memory, n))).To(Return(nd2.Success))
		Expect(c.Active.Send(1, c.Active.Memory.List(0, 3*n), 0)).To(Return(nd2.Success))
		Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
		Expect(memory.Bytes[:3*n]).To(HoldBytes(sent))
	})

	It("returns ND_DATA_OVERRUN and posts nothing when it has more entries than the adapter allows",
		Covers("qp.receive.nd-data-overrun", "qp.receive.refused-posts-nothing"), func(ctx SpecContext) {
			local := Local(ctx)
			n := affordably("MaxReceiveSge", local.Info.MaxReceiveSGE)
			c := ConnectEnds(ctx, Peer(ctx).End(Shape{}), local.End(local.Attainable(Shape{ReceiveSGE: n})))
			returned := c.Passive.Receive(1, repeat(c.Passive.Memory.Entry(0, 1), n+1))
			if MoreThanSaid("qp.receive.nd-data-overrun", returned) {
				expectServes(ctx, c)
				return
			}
			Expect(returned).To(Return(nd2.DataOverrun))
			expectUsable(ctx, c, c.Active)
		})

	It("returns ND_BUFFER_OVERFLOW when it has more bytes than the adapter transfers",
		Covers("qp.receive.nd-buffer-overflow"), func(ctx SpecContext) {
			local := Local(ctx)
			n := min(64, local.Info.MaxReceiveSGE)
			list := TooLongList(local, n)
			c := ConnectEnds(ctx, Peer(ctx).End(Shape{}), local.End(local.Attainable(Shape{ReceiveSGE: n})))
			returned := c.Passive.Receive(1, list)
			if MoreThanSaid("qp.receive.nd-buffer-overflow", returned) {
				expectServes(ctx, c)
				return
			}
			Expect(returned).To(Return(nd2.BufferOverflow))
			expectUsable(ctx, c, c.Active)
		})

	It("returns ND_NO_MORE_ENTRIES when the receive queue is full, and takes one more Receive for each result",
		Covers("qp.receive.nd-no-more-entries", "qp.receive.place-after-result"), LongTimeout, func(ctx SpecContext) {
			half, end := HalfLongTimeout(ctx)
			defer end()
			local := Local(ctx)
			depth := affordably("MaxReceiveQueueDepth", local.Info.MaxReceiveQueueDepth)
			c := ConnectEnds(ctx, Peer(ctx).End(Shape{}), local.End(local.Attainable(Shape{ReceiveDepth: depth})))
			for i := range depth {
				Expect(c.Passive.Receive(uintptr(i), nil)).To(Return(nd2.Success))
			}
			refused, more := nd2.Success, uint32(0) // which it may have room for
			for ; more <= depth; more++ {
				if refused = c.Passive.Receive(uintptr(depth+more), nil); refused != nd2.Success {
					break
				}
			}
			if refused == nd2.Success {
				expectEachServes(ctx, c, 0, int(depth+more))
				Unobservable("the queue has room for twice as many Receives")
			}
			Expect(refused).To(Return(nd2.NoMoreEntries))

			n := int(min(2, depth))
			expectEachServes(ctx, c, 0, n)
			for range n {
				Expect(c.Passive.Receive(probe, nil)).To(Return(nd2.Success))
			}
			Expect(c.Passive.Receive(probe, nil)).To(Return(nd2.NoMoreEntries))
			for i := n; i < int(depth) && half.Err() == nil; i++ { // a deep queue takes a slow provider long
				expectEachServes(ctx, c, i, i+1)
			}
			if half.Err() == nil { // every place is free again, but for the n probes'
				for range int(depth) - n {
					Expect(c.Passive.Receive(probe, nil)).To(Return(nd2.Success))
				}
			}
		})
})

// expectServes shows that a Receive of the context 1 that was taken takes a message.
func expectServes(ctx context.Context, c *Connection) {
	Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
	Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 1, nd2.Success)))
	Expect(Results(ctx, c.Passive.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
}

// expectEachServes shows that each Receive of the contexts from first to before end takes a message. A queue may hold
// one result.
func expectEachServes(ctx context.Context, c *Connection, first, end int) {
	for i := first; i < end; i++ {
		Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
		Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
		Expect(Results(ctx, c.Passive.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, uintptr(i), nd2.Success)))
	}
}
