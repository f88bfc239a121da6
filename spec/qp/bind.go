package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2QueuePair::Bind", func() {
	It("succeeds and yields its own result when the region allows it", Covers("qp.bind.nd-success"),
		func(ctx SpecContext) {
			c := Connect(ctx, Shape{Context: 0xabcd})
			memory, window := c.Active.Memory, c.Active.MemoryWindow()
			Expect(c.Active.Bind(^uintptr(0), memory.MemoryRegion, window, memory.Bytes[1:100],
				nd2.AllowRead|nd2.AllowWrite)).To(Return(nd2.Success))
			results := Results(ctx, c.Active.Initiated, 1)
			Expect(results).To(HaveOutcomes(Outcome(nd2.RequestBind, ^uintptr(0), nd2.Success)))
			Expect(results[0].QueuePairContext).To(Equal(uintptr(0xabcd)), "QueuePairContext")
		})

	DescribeTable("with ND_OP_FLAG_ALLOW_READ lets the peer read", Covers("qp.bind.read-needs-no-right"),
		func(ctx SpecContext, rights nd2.RegionFlags) {
			c := Accepted(ctx, Shape{})
			r := c.Passive.MemoryWith(4096, rights)
			data := r.Fill(0, 100, 0x42)
			window := c.Passive.MemoryWindow()
			c.Settle(ctx)
			bind(ctx, c.Passive, window, r, 100, nd2.AllowRead)
			Expect(c.Active.Read(1, c.Active.Memory.List(0, 100), r.Address(0), window.GetRemoteToken(),
				0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			Expect(c.Active.Memory.Bytes[:100]).To(HoldBytes(data))
		},
		Entry("from a region without rights", nd2.RegionFlags(0)),
		Entry("from a region with local write", Variant("local-write"), nd2.AllowLocalWrite),
		Entry("from a region that Reads may land in", Variant("read-sink"), nd2.AllowLocalWrite|nd2.RDMAReadSink))

	It("with ND_OP_FLAG_ALLOW_WRITE lets the peer write to a region with local write",
		Covers("qp.bind.write-needs-local-write"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			r := c.Passive.Side.Memory(4096, nd2.AllowLocalWrite)
			window := c.Passive.MemoryWindow()
			c.Settle(ctx)
			bind(ctx, c.Passive, window, r, 100, nd2.AllowWrite)
			data := c.Active.Memory.Fill(0, 100, 0x42)
			Expect(c.Active.Write(1, c.Active.Memory.List(0, 100), r.Address(0), window.GetRemoteToken(),
				0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			c.Settle(ctx)
			Expect(r.Bytes[:100]).To(HoldBytes(data))
		})

	DescribeTable("fails for a region without local write when it asks for",
		Covers("qp.bind.nd-access-violation", "qp.bind.refused-posts-nothing"),
		func(ctx SpecContext, flags nd2.OpFlags, rights nd2.RegionFlags) {
			c := Connect(ctx, Shape{})
			r := c.Active.MemoryWith(4096, rights)
			returned := c.Active.Bind(1, r.MemoryRegion, c.Active.MemoryWindow(), r.Bytes[:100], flags)
			Expect(EndOf(ctx, c.Active.Initiated, returned)).To(ReturnAsRuled("qp.bind.nd-access-violation"))
			if returned != nd2.Success {
				expectUsable(ctx, c, c.Active)
			}
		},
		Entry("write access alone", nd2.AllowWrite, nd2.RegionFlags(0)),
		Entry("write access alone, if peers may read it", Variant("remote-read"), nd2.AllowWrite, nd2.AllowRemoteRead),
		Entry("read and write access", Variant("read-and-write"), nd2.AllowRead|nd2.AllowWrite, nd2.AllowRemoteRead),
		Entry("read and write access, and has no right", Variant("read-and-write-of-none"), nd2.AllowRead|nd2.AllowWrite,
			nd2.RegionFlags(0)))

	DescribeTable("fails for a buffer that is not entirely within the region", Covers("qp.bind.outside-region"),
		func(ctx SpecContext, from, to int) {
			c := Connect(ctx, Shape{})
			buffer := c.Active.Buffer(3 * 4096)
			r := c.Active.Register(buffer[4096:8192], AllRights)
			returned := c.Active.Bind(1, r.MemoryRegion, c.Active.MemoryWindow(), buffer[4096+from:4096+to], nd2.AllowRead)
			Expect(EndOf(ctx, c.Active.Initiated, returned)).To(ReturnAsRuled("qp.bind.outside-region"))
			if returned != nd2.Success {
				expectUsable(ctx, c, c.Active)
			}
		},
		Entry("(it begins one byte before the region)", -1, 8),
		Entry("(it ends one byte past the region)", Variant("behind"), 4089, 4097),
		Entry("(it is one byte longer)", Variant("longer"), 0, 4097),
		Entry("(it begins where the region ends)", Variant("at-end"), 4096, 4104))

	It("fails for a region that is not registered", Covers("qp.bind.unregistered-region"), func(ctx SpecContext) {
		c := Connect(ctx, Shape{})
		returned := c.Active.Bind(1, c.Active.MemoryRegion(), c.Active.MemoryWindow(), c.Active.Memory.Bytes[:64],
			nd2.AllowRead)
		Expect(EndOf(ctx, c.Active.Initiated, returned)).To(ReturnAsRuled("qp.bind.unregistered-region"))
	})

	It("fails for a region that has been deregistered", Covers("qp.bind.unregistered-region"), Variant("deregistered"),
		func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			r := c.Active.Register(c.Active.Buffer(4096), AllRights)
			Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.Success))
			returned := c.Active.Bind(1, r.MemoryRegion, c.Active.MemoryWindow(), r.Bytes[:64], nd2.AllowRead)
			Expect(EndOf(ctx, c.Active.Initiated, returned)).To(ReturnAsRuled("qp.bind.unregistered-region"))
		})

	It("is refused or carried out when it allows neither reading nor writing", Covers("qp.bind.no-access-flag"),
		func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			memory := c.Active.Memory
			returned := c.Active.Bind(1, memory.MemoryRegion, c.Active.MemoryWindow(), memory.Bytes[:64], 0)
			Record("A Bind without access flags ends with " + StatusOf(ctx, c.Active.Initiated, returned).String() + ".")
		})

	It("yields no result and leaves the window free when it is refused", Covers("qp.bind.refused-posts-nothing"),
		func(ctx SpecContext) {
			e := Local(ctx).End(Shape{})
			window := e.MemoryWindow()
			Expect(e.Bind(1, e.Memory.MemoryRegion, window, e.Memory.Bytes[:64],
				nd2.AllowRead)).To(Return(nd2.ConnectionInvalid))
			c := ConnectEnds(ctx, e, Peer(ctx).End(Shape{}))
			bind(ctx, e, window, e.Memory, 64, nd2.AllowRead)
			expectUsable(ctx, c, e)
		})
})

// bind binds a window to length bytes of a region from its start, and takes the
// result.
func bind(ctx SpecContext, e *End, window nd2.MemoryWindow, r *Region, length int, flags nd2.OpFlags) {
	Expect(e.Bind(2, r.MemoryRegion, window, r.Bytes[:length], flags)).To(Return(nd2.Success))
	Expect(Results(ctx, e.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestBind, 2, nd2.Success)))
}
