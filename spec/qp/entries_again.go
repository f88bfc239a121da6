package qp

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A request's place in its queue keeps no entry of the request that had the place before.
var _ = Describe("An IND2QueuePair's request without entries, when others of two have used the queue up,", func() {
	DescribeTable("moves no bytes",
		func(ctx SpecContext, kind nd2.RequestType) {
			c := usedUp(ctx, kind, 2, false)
			mine, theirs := c.Active.Memory, c.Passive.Memory
			before, opposite := mine.Fill(0, 64, 0x11), theirs.Fill(0, 64, 0x77)
			for range 4 {
				exchangeOne(ctx, c, kind, nil)
			}
			c.Settle(ctx)
			Expect(mine.Bytes[:64]).To(HoldBytes(before))
			Expect(theirs.Bytes[:64]).To(HoldBytes(opposite))
		},
		Entry("as a Send", Covers("qp.send.no-entries"), Variant("place-used"), nd2.RequestSend),
		Entry("as a Write", Covers("qp.write.no-entries"), Variant("place-used"), nd2.RequestWrite),
		Entry("as a Read", Covers("qp.read.no-entries"), Variant("place-used"), nd2.RequestRead))

	It("takes no message of some bytes, as a Receive", Covers("cq.getresults.receive.nd-buffer-overflow"),
		Variant("place-used"), func(ctx SpecContext) {
			c := usedUp(ctx, nd2.RequestReceive, 2, false)
			Expect(c.Active.Receive(1, nil)).To(Return(nd2.Success))
			Expect(c.Passive.Send(1, c.Passive.Memory.List(0, 8), 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Receives)).To(CompleteAsRuled("cq.getresults.receive.nd-buffer-overflow"))
		})
})

// places is how deep the queues are that usedUp uses up.
const places = 4

// usedUp connects an end whose queues of few places have had more requests of n entries of one type, in a region that
// is gone since.
func usedUp(ctx SpecContext, kind nd2.RequestType, n int, shared bool) *Connection {
	const rounds = 20
	local := Local(ctx)
	shape := local.EntriesFor(kind, uint32(n))
	shape.InitiatorDepth, shape.ReceiveDepth, shape.SharedReceives = places, places, shared
	c := ConnectEnds(ctx, local.End(local.Attainable(shape)), Peer(ctx).End(Shape{}))
	c.Settle(ctx)
	r := c.Active.Register(c.Active.Buffer(4096), AllRights)
	for range rounds {
		exchangeOne(ctx, c, kind, eights(r, n))
	}
	c.Settle(ctx) // a Write may be over before its bytes are there
	Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.Success))
	return c
}

// eights returns n entries of eight bytes each, with gaps of as many.
func eights(r *Region, n int) []nd2.SGE {
	list := make([]nd2.SGE, n)
	for i := range list {
		list[i] = r.Entry(16*i, 8)
	}
	return list
}

// exchangeOne carries out a request of the active end with entries, or none, and shows that the peer
// or the Receive gets as many.
func exchangeOne(ctx SpecContext, c *Connection, kind nd2.RequestType, list []nd2.SGE) {
	e, other := c.Active, c.Passive
	remote, length := other.Memory.Remote(), len(gathered(list))
	switch kind {
	case nd2.RequestSend:
		Expect(other.Receive(1, other.Memory.List(0, max(64, length)))).To(Return(nd2.Success))
		Expect(e.Send(1, list, 0)).To(Return(nd2.Success))
	case nd2.RequestWrite:
		Expect(e.Write(1, list, remote.Address, remote.Token, 0)).To(Return(nd2.Success))
	case nd2.RequestRead:
		Expect(e.Read(1, list, remote.Address, remote.Token, 0)).To(Return(nd2.Success))
	case nd2.RequestReceive:
		Expect(e.Receive(1, list)).To(Return(nd2.Success))
		Expect(other.Send(1, other.Memory.List(0, length), 0)).To(Return(nd2.Success))
		Expect(Result(ctx, other.Initiated)).To(CompleteWith(nd2.Success))
	}
	queue := e.Initiated
	if kind == nd2.RequestReceive {
		queue = e.Receives
	}
	Expect(Results(ctx, queue, 1)).To(HaveOutcomes(Outcome(kind, 1, nd2.Success)))
	if kind == nd2.RequestSend {
		received := Result(ctx, other.Receives)
		Expect(received).To(CompleteWith(nd2.Success))
		Expect(received.BytesTransferred).To(BeEquivalentTo(length), "BytesTransferred")
	}
}

// expectMoved carries out such a request, and shows that the bytes of its entries come from, or go to, the start of
// the peer's memory.
func expectMoved(ctx SpecContext, c *Connection, kind nd2.RequestType, list []nd2.SGE) {
	from, to := list, c.Passive.Memory.List(0, BytesOf(list))
	if kind == nd2.RequestRead || kind == nd2.RequestReceive {
		from, to = to, from
	}
	for i, e := range slices.Concat(from, to) {
		Pattern(e.Buffer, byte(i))
	}
	sent := slices.Clone(gathered(from))
	exchangeOne(ctx, c, kind, list)
	c.Settle(ctx) // a Write may be over before its bytes are there
	Expect(gathered(to)).To(HoldBytes(sent))
}
