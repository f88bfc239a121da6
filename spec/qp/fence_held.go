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
			eachReadHeld(c, from, func(size int, undo func()) {
				postEmpty(to, 1)
				Expect(from.Send(2, nil, nd2.ReadFence|flags)).To(Return(nd2.Success))
				Expect(Drain(to.Receives)).To(HaveOutcomes(), "behind a Read of %d bytes", size)
				undo()
				expectReadAnd(ctx, from, nd2.RequestSend)
				Expect(Result(ctx, to.Receives)).To(CompleteWith(nd2.Success))
			})
		},
		Entry("as a Send", Covers("qp.send.read-fence"), Variant("held"), nd2.OpFlags(0)),
		Entry("as an inline Send", Covers("qp.send.flags-combined"), Variant("inline-fence"), nd2.Inline))

	It("stores over what the peer puts there before the Read is answered, as a Write",
		Covers("qp.write.read-fence"), Variant("held"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{InitiatorDepth: 2})
			c.Settle(ctx)
			from, to := c.Active, c.Passive
			mine, theirs, n := upper(from), upper(to), little(c)
			eachReadHeld(c, from, func(size int, undo func()) {
				data := from.Memory.Fill(mine, n, 0x42)
				target := to.Memory.Remote().At(theirs)
				Expect(from.Write(2, from.Memory.List(mine, n), target.Address, target.Token,
					nd2.ReadFence)).To(Return(nd2.Success))
				to.Memory.Fill(theirs, n, 0x24)
				undo()
				expectReadAnd(ctx, from, nd2.RequestWrite)
				c.Settle(ctx) // a Write may be over before its bytes are there
				Expect(to.Memory.Bytes[theirs:][:n]).To(HoldBytes(data), "behind a Read of %d bytes", size)
			})
		})

	It("fetches what the peer puts there before the Read before it is answered, as a Read",
		Covers("qp.read.read-fence"), Variant("held"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{InitiatorDepth: 2})
			c.Settle(ctx)
			from, to := c.Active, c.Passive
			mine, theirs, n := upper(from), upper(to), little(c)
			eachReadHeld(c, from, func(size int, undo func()) {
				to.Memory.Fill(theirs, n, 0x24)
				source := to.Memory.Remote().At(theirs)
				Expect(from.Read(2, from.Memory.List(mine, n), source.Address, source.Token,
					nd2.ReadFence)).To(Return(nd2.Success))
				data := to.Memory.Fill(theirs, n, 0x42)
				undo()
				expectReadAnd(ctx, from, nd2.RequestRead)
				Expect(from.Memory.Bytes[mine:][:n]).To(HoldBytes(data), "behind a Read of %d bytes", size)
			})
		})
})

// upper is where in an end's memory the half begins that no such Read uses.
func upper(e *End) int { return len(e.Memory.Bytes) / 2 }

// little is how many bytes the requests behind those Reads move.
func little(c *Connection) int { return min(8, upper(c.Active), upper(c.Passive), c.MaxTransfer()) }

// lengthsRead are how many bytes Reads fetch: none, one, and many packets' worth.
func lengthsRead(c *Connection) []int {
	return []int{0, 1, min(upper(c.Active), upper(c.Passive), c.MaxTransfer())}
}

// eachReadHeld has behind called with each of these Reads in progress, one after the other.
func eachReadHeld(c *Connection, held *End, behind func(size int, undo func())) {
	for _, size := range lengthsRead(c) {
		if undo := holdRead(c, held, size); undo != nil {
			behind(size, undo)
		}
	}
}

// holdRead posts a Read at the active end, with context 1. Until undo is called, its answer is held back or, if held
// is the passive end, the Read itself. A Read of no bytes may be over without an answer: then undo is nil.
func holdRead(c *Connection, held *End, size int) (undo func()) {
	from := c.Active
	from.NeedReads()
	c.Passive.NeedReads()
	source := c.Passive.Memory.Remote()
	undo = held.InjectIfPossible(providers.Fault{Kind: providers.Hold})
	Expect(from.Read(1, from.Memory.List(0, size), source.Address, source.Token, 0)).To(Return(nd2.Success))
	if size == 0 && len(Drain(from.Initiated)) > 0 {
		undo()
		return nil
	}
	return undo
}

// expectReadAnd shows that such a Read and the request behind it succeed.
func expectReadAnd(ctx SpecContext, e *End, request nd2.RequestType) {
	Expect(Results(ctx, e.Initiated, 2)).To(HaveOutcomes(
		Outcome(nd2.RequestRead, 1, nd2.Success), Outcome(request, 2, nd2.Success)))
}
