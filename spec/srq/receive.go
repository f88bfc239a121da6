package srq

import (
	"context"
	"math"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("IND2SharedReceiveQueue::Receive", func() {
	It("receives the bytes of a message, and reports its length and the context in the result",
		Covers("srq.receive.nd-success"), func(ctx SpecContext) {
			p, c := ConnectedPool(ctx, 1, 0)
			Expect(p.Receive(3, p.Slot(3))).To(Return(nd2.Success))
			sent := send(c, 0, 40, 0x5a)
			result := Result(ctx, c.Passive.Receives)
			Expect([]nd2.Result{result}).To(HaveOutcomes(Outcome(nd2.RequestReceive, 3, nd2.Success)))
			Expect(result.BytesTransferred).To(Equal(uint32(40)), "BytesTransferred")
			Expect(p.Received(3)).To(HoldBytes(append(sent, make([]byte, SlotSize-40)...)))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
		})

	DescribeTable("takes any context:",
		func(ctx SpecContext, context uintptr) {
			p, c := ConnectedPool(ctx, 1, 0)
			Expect(p.Receive(context, nil)).To(Return(nd2.Success))
			Expect(Contexts(p.Take(ctx, c, 1))).To(Equal([]uintptr{context}), "the request contexts of the results")
		},
		Entry("0", Covers("srq.receive.request-context"), Variant("zero"), uintptr(0)),
		Entry("all ones", Covers("srq.receive.request-context"), Variant("all-ones"), uintptr(math.MaxUint)),
		Entry("something in between", Covers("srq.receive.request-context"), uintptr(math.MaxUint/3)),
	)

	It("keeps the Receives for the first messages while no queue pair is connected",
		Covers("srq.receive.before-connecting"), func(ctx SpecContext) {
			p := NewPool(ctx, 2, 0)
			p.Post(1, 1) // before there is a queue pair
			e := p.End(Shape{})
			p.Post(2, 1)
			c := ConnectEnds(ctx, Peer(ctx).End(Shape{}), e)
			Expect(Contexts(takeEach(ctx, p, c, 2))).To(Equal(Sequence(1, 2)), "the request contexts of the results")
		})

	DescribeTable("scatters a message over the entries, byte by byte,",
		func(ctx SpecContext, short int) {
			local := Local(ctx)
			n := int(min(64, local.Info.MaxReceiveSGE)) // entries that there is memory for
			p := PoolOf(local, local.SharedReceiveQueue(1, uint32(n), 0), 1)
			c := p.Connect(ctx, 1)[0]
			// Entries of 5, 6, … bytes with a byte between any two.
			var list []nd2.SGE
			length, offset := 0, 1
			for i := range n {
				list = append(list, p.Memory.Entry(offset, 5+i))
				length, offset = length+5+i, offset+5+i+1
			}
			c.NeedTransfer(length)
			Expect(p.Receive(1, list)).To(Return(nd2.Success))
			rest := send(c, 0, length-short, 0x33)
			result := Result(ctx, c.Passive.Receives)
			Expect(result).To(CompleteWith(nd2.Success))
			Expect(result.BytesTransferred).To(Equal(uint32(length-short)), "BytesTransferred")
			want := make([]byte, len(p.Memory.Bytes))
			offset = 1
			for _, e := range list {
				rest = rest[copy(want[offset:offset+len(e.Buffer)], rest):]
				offset += len(e.Buffer) + 1
			}
			Expect(p.Memory.Bytes).To(HoldBytes(want))
			Result(ctx, c.Active.Initiated)
		},
		Entry("if it fills them", Covers("srq.receive.scatters"), 0),
		Entry("if it does not fill them", Covers("srq.receive.scatters"), Variant("short"), 3),
	)

	DescribeTable("takes an empty message without entries,",
		func(ctx SpecContext, list []nd2.SGE) {
			p, c := ConnectedPool(ctx, 1, 0)
			Expect(p.Receive(1, list)).To(Return(nd2.Success))
			result := p.Take(ctx, c, 1)[0]
			Expect([]nd2.Result{result}).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
			Expect(result.BytesTransferred).To(BeZero(), "BytesTransferred")
		},
		Entry("given as nil", Covers("srq.receive.no-entries"), Variant("nil"), nil),
		Entry("given as an empty list", Covers("srq.receive.no-entries"), []nd2.SGE{}),
	)

	It("receives where the list of entries pointed during the call, even if the list is overwritten later",
		Covers("srq.receive.list-is-copied"), func(ctx SpecContext) {
			p, c := ConnectedPool(ctx, 1, 0)
			list := p.Slot(1)
			Expect(p.Receive(1, list)).To(Return(nd2.Success))
			list[0] = p.Memory.Entry(2*SlotSize, 1)
			sent := send(c, 0, SlotSize, 1)
			Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
			Expect(p.Received(1)).To(HoldBytes(sent))
			Expect(p.Received(2)).To(HoldBytes(make([]byte, SlotSize)))
			Result(ctx, c.Active.Initiated)
		})

	It("returns ND_BUFFER_OVERFLOW when the entries are longer than MaxTransferLength",
		Covers("srq.receive.nd-buffer-overflow"), func(ctx SpecContext) {
			local := Local(ctx)
			p := PoolOf(local, local.SharedReceiveQueue(1, few(local), 0), 1)
			expectRefused(ctx, p, "srq.receive.nd-buffer-overflow", beyondTransferLength(local), nd2.BufferOverflow)
		})

	It("returns ND_DATA_OVERRUN when there are more entries than MaxReceiveSge", Covers("srq.receive.nd-data-overrun"),
		func(ctx SpecContext) {
			local := Local(ctx)
			p := PoolOf(local, local.SharedReceiveQueue(1, 1, 0), 1)
			expectRefused(ctx, p, "srq.receive.nd-data-overrun", beyondReceiveSGE(local), nd2.DataOverrun)
		})

	It("returns ND_NO_MORE_ENTRIES when MaxSharedReceiveQueueDepth Receives are posted, until a message has taken one",
		Covers("srq.receive.nd-no-more-entries"), LongTimeout, func(ctx SpecContext) {
			local := Local(ctx)
			maximum := local.Info.MaxSharedReceiveQueueDepth
			if maximum > mostReceives {
				Unobservable("MaxSharedReceiveQueueDepth is more than a spec asks of the machine")
			}
			p := PoolOf(local, local.SharedReceiveQueue(maximum, 1, 1), 1)
			for i := range maximum {
				Expect(p.Receive(uintptr(i), nil)).To(Return(nd2.Success))
			}
			notify := p.Arm(ctx)
			c := p.Connect(ctx, 1)[0]
			refused := nd2.Success
			for more := uint32(0); refused == nd2.Success; more++ { // which it may have room for
				if more > maximum {
					takeEach(ctx, p, c, int(maximum+more))
					Unobservable("the queue has room for twice as many Receives")
				}
				refused = p.Receive(uintptr(maximum+more), nil)
			}
			Expect(refused).To(Return(nd2.NoMoreEntries))
			Expect(notify).To(BePending())
			Expect(Contexts(p.Take(ctx, c, 1))).To(Equal(Sequence(0, 1)), "the request contexts of the results")
			Expect(p.Receive(0, nil)).To(Return(nd2.Success))
			Expect(p.Receive(0, nil)).To(Return(nd2.NoMoreEntries))
		})

	It("serves the others as if a Receive that was refused had never been posted",
		Covers("srq.receive.refused-posts-nothing"), func(ctx SpecContext) {
			local := Local(ctx)
			p := PoolOf(local, local.SharedReceiveQueue(2, few(local), 0), 2)
			p.Post(1, 1)
			entries, bytes := p.Receive(98, beyondReceiveSGE(local)), p.Receive(99, beyondTransferLength(local))
			if entries == nd2.Success || bytes == nd2.Success {
				Unobservable("the adapter takes more than Query says")
			}
			Expect(entries).To(Return(nd2.DataOverrun))
			Expect(bytes).To(Return(nd2.BufferOverflow))
			p.Post(2, 1)
			c := p.Connect(ctx, 1)[0]
			Expect(Contexts(takeEach(ctx, p, c, 2))).To(Equal(Sequence(1, 2)), "the request contexts of the results")
			Expect(Drain(c.Passive.Receives)).To(HaveOutcomes())
		})
})

// expectRefused shows that a Receive of more than Query says is refused with a status, or takes a
// message.
func expectRefused(ctx context.Context, p *Pool, id string, list []nd2.SGE, status nd2.Status) {
	returned := p.Receive(1, list)
	if MoreThanSaid(id, returned) {
		Expect(Contexts(p.Take(ctx, p.Connect(ctx, 1)[0], 1))).To(Equal(Sequence(1, 1)),
			"the request contexts of the results")
		return
	}
	Expect(returned).To(Return(status))
}
