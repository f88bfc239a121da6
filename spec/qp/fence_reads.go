package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A fence is for what Reads read from, too, and not only for where they put it.
var _ = Describe("A request of an IND2QueuePair with ND_OP_FLAG_READ_FENCE", func() {
	DescribeTable("waits for the Read before it, as a Write to the memory that the Read fetches,",
		func(ctx SpecContext, flags nd2.OpFlags) {
			const long = 4 << 20 // bytes; than are answered at once
			local, peer := Local(ctx), Peer(ctx)
			size := int(min(long, uint64(local.Info.MaxTransferLength), uint64(peer.Info.MaxTransferLength),
				uint64(local.Info.MaxRegistrationSize), uint64(peer.Info.MaxRegistrationSize)))
			shape := Shape{MemorySize: size, InitiatorDepth: 2}
			if flags&nd2.Inline != 0 {
				shape.InlineSize = min(8, local.Info.MaxInlineDataSize)
			}
			c := ConnectEnds(ctx, local.End(shape), peer.End(Shape{MemorySize: size}))
			last := min(8, size)
			if flags&nd2.Inline != 0 {
				last = min(last, inlineLimit(c))
				if last == 0 {
					Unsupported("inline data (MaxInlineDataSize is 0)")
				}
			}
			source := c.Passive.Memory.Remote()
			data := c.Passive.Memory.Fill(0, size, 0x42)
			other := c.Active.Register(c.Active.Buffer(last), AllRights)
			other.Fill(0, last, 0x24)
			overwriting := source.At(size - last)

			Expect(c.Active.Read(1, c.Active.Memory.List(0, size), source.Address, source.Token, 0)).To(Return(nd2.Success))
			Expect(c.Active.Write(2, other.List(0, last), overwriting.Address, overwriting.Token,
				nd2.ReadFence|flags)).To(Return(nd2.Success))
			Expect(Results(ctx, c.Active.Initiated, 2)).To(HaveOutcomes(
				Outcome(nd2.RequestRead, 1, nd2.Success), Outcome(nd2.RequestWrite, 2, nd2.Success)))
			Expect(c.Active.Memory.Bytes[:size]).To(HoldBytes(data))
		},
		Entry("with no other flag", Covers("qp.write.read-fence"), Variant("to-the-source"), nd2.OpFlags(0)),
		Entry("inline", Covers("qp.write.flags-combined"), Variant("inline-to-the-source"), nd2.Inline))
})
