package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = reads.describe()

var _ = Describe("IND2QueuePair::Read", func() {
	DescribeTable("fetches the bytes of a message", Covers("qp.read.fetches"), func(ctx SpecContext, size int) {
		c := Connect(ctx, room(size))
		c.NeedTransfer(size)
		memory, source := c.Active.Memory, c.Passive.Memory
		before := memory.Fill(0, size+2*margin, 0x5a)
		data := source.Fill(7, size, 0xc3)
		Expect(c.Active.Read(1, memory.List(margin, size), source.Address(7), source.GetRemoteToken(),
			0)).To(Return(nd2.Success))
		Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
		Expect(memory.Bytes[:len(before)]).To(HoldBytes(around(before, data)))
		Expect(source.Bytes[7 : 7+size]).To(HoldBytes(data))
	}, eachSize())

	It("fills the pieces of memory that its entries name, one after the other", Covers("qp.read.scatters"),
		func(ctx SpecContext) {
			local := Local(ctx)
			n := min(local.Info.MaxReadSGE, uint32(len(pieces)))
			c := ConnectEnds(ctx, local.End(local.Attainable(Shape{InitiatorSGE: n})), Peer(ctx).End(Shape{}))
			a, b := c.Active.Memory, local.Memory(16<<10, AllRights)
			list, before := scattered(a, b, n, c.MaxTransfer())
			untouched := watch(a, b)
			source := c.Passive.Memory
			data := source.Fill(0, len(before), 0xd2)
			Expect(c.Active.Read(1, list, source.Address(0), source.GetRemoteToken(), 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			Expect(gathered(list)).To(HoldBytes(data))
			spread(list, before)
			untouched.expectUnchanged()
		})

	DescribeTable("fills as many entries as the adapter allows,", Covers("qp.read.max-entries"),
		func(ctx SpecContext, created func(nd2.AdapterInfo) uint32) { reads.expectMostEntries(ctx, created) },
		Entry("of a queue pair for these", reads.most),
		Entry("of a queue pair for as many as other requests may have", Variant("of-the-most"), mostEntries))

	DescribeTable("returns ND_DATA_OVERRUN and posts nothing when it has more entries than the adapter allows",
		Covers("qp.read.nd-data-overrun", "qp.read.refused-posts-nothing"),
		func(ctx SpecContext, most func(nd2.AdapterInfo) uint32) { reads.expectTooMany(ctx, most) },
		Entry("for a Read", reads.most), Entry("for any request", Variant("max-initiator-sge"), mostEntries))

	It("fails when it reaches beyond the end of the remote memory", Covers("qp.read.nd-remote-error"),
		func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			source := c.Passive.Memory
			returned := c.Active.Read(1, c.Active.Memory.List(0, 64), source.Address(len(source.Bytes)-63),
				source.GetRemoteToken(), 0)
			Expect(EndOf(ctx, c.Active.Initiated, returned)).To(ReturnAsRuled("qp.read.nd-remote-error"))
		})

	When("more are posted than may be in progress", func() {
		// one is the shape of an end that has one Read in progress at a time.
		one := Shape{InboundReads: 1, OutboundReads: 1}

		It("completes them all in turn", Covers("qp.read.beyond-read-limit"), func(ctx SpecContext) {
			c := Connect(ctx, one)
			expectReads := readInTurn(c, c.Active.InitiatorDepth())
			expectReads(ctx)
		})

		It("completes them all when they are long", Covers("qp.read.beyond-read-limit"), Variant("long"),
			func(ctx SpecContext) {
				const reads, size = 4, 512 << 10
				c := Connect(ctx, Shape{InboundReads: 1, OutboundReads: 1, InitiatorDepth: reads, MemorySize: reads * size})
				c.NeedTransfer(size)
				memory, source := c.Active.Memory, c.Passive.Memory
				data := source.Fill(0, reads*size, 0x3c)
				for i := range reads {
					Expect(c.Active.Read(uintptr(i), memory.List(i*size, size), source.Address(i*size), source.GetRemoteToken(),
						0)).To(Return(nd2.Success))
				}
				Expect(Results(ctx, c.Active.Initiated, reads)).To(HaveOutcomes(Outcomes(nd2.RequestRead, Sequence(0, reads),
					nd2.Success)...))
				Expect(memory.Bytes).To(HoldBytes(data))
			})

		It("completes them all when they are longer, and more than twice as many", Covers("qp.read.beyond-read-limit"),
			Variant("longer"), func(ctx SpecContext) {
				const limit, reads, size = 2, 5, 1<<20 + 1
				c := Connect(ctx, Shape{InboundReads: limit, OutboundReads: limit, InitiatorDepth: reads, MemorySize: size})
				c.NeedTransfer(size)
				data, source := c.Passive.Memory.Fill(0, size, 0x3e), c.Passive.Memory.Remote()
				for i := range uintptr(reads) {
					Expect(c.Active.Read(i, c.Active.Memory.List(0, size), source.Address, source.Token, 0)).To(Return(nd2.Success))
				}
				Expect(Results(ctx, c.Active.Initiated, reads)).To(HaveOutcomes(Outcomes(nd2.RequestRead, Sequence(0, reads),
					nd2.Success)...))
				Expect(c.Active.Memory.Bytes[:size]).To(HoldBytes(data))
			})

		It("completes them all when they are long and the peer is slow", Covers("qp.read.beyond-read-limit"),
			Variant("long-held-up"), func(ctx SpecContext) {
				const reads, size = 2, 512 << 10
				c := Connect(ctx, Shape{InboundReads: 1, OutboundReads: 1, InitiatorDepth: reads, MemorySize: reads * size})
				c.NeedTransfer(size)
				c.Settle(ctx)
				data := c.Passive.Memory.Fill(0, reads*size, 0x3d)
				source := c.Passive.Memory.Remote()
				resume := c.Passive.InjectIfPossible(providers.Fault{Kind: providers.Hold})
				for i := range reads {
					Expect(c.Active.Read(uintptr(i), c.Active.Memory.List(i*size, size), source.Address+uint64(i*size), source.Token,
						0)).To(Return(nd2.Success))
				}
				resume()
				Expect(Results(ctx, c.Active.Initiated, reads)).To(HaveOutcomes(Outcomes(nd2.RequestRead, Sequence(0, reads),
					nd2.Success)...))
				Expect(c.Active.Memory.Bytes).To(HoldBytes(data))
			})

		It("completes them all when they have waited in the initiator queue", Covers("qp.read.beyond-read-limit"),
			Variant("held-up"), func(ctx SpecContext) {
				c := Stalled(ctx, one)
				Expect(c.Active.Send(0, nil, 0)).To(Return(nd2.Success))
				expectReads := readInTurn(c, c.Active.InitiatorDepth()-1)
				postEmpty(c.Passive, 1)
				Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 0, nd2.Success)))
				expectReads(ctx)
			})
	})

	When("the connection's outbound read limit is 0", func() {
		It("(for the record): how it ends", Covers("qp.read.no-read-limit"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{NoReads: true})
			source := c.Passive.Memory
			returned := c.Active.Read(1, c.Active.Memory.List(0, 8), source.Address(0), source.GetRemoteToken(), 0)
			Record("A Read where the limit is 0 ends with " + StatusOf(ctx, c.Active.Initiated, returned).String() + ".")
		})
	})
})

// readInTurn posts Reads one behind the other at the active end, which has the given places for them; what it returns
// shows that they succeed in order, and have fetched what they should.
func readInTurn(c *Connection, places int) (expect func(ctx SpecContext)) {
	reads := min(12, places)
	if reads < 2 {
		Unobservable("the initiator queue has no place for two Reads")
	}
	memory, source := c.Active.Memory, c.Passive.Memory
	size := min(5000, c.MaxTransfer(), len(memory.Bytes)/reads, len(source.Bytes)/reads)
	data := source.Fill(0, reads*size, 0x3c)
	for i := range reads {
		Expect(c.Active.Read(uintptr(i), memory.List(i*size, size), source.Address(i*size), source.GetRemoteToken(),
			0)).To(Return(nd2.Success))
	}
	return func(ctx SpecContext) {
		Expect(Results(ctx, c.Active.Initiated, reads)).To(HaveOutcomes(Outcomes(nd2.RequestRead, Sequence(0, reads),
			nd2.Success)...))
		Expect(memory.Bytes[:len(data)]).To(HoldBytes(data))
	}
}
