package mr

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// How a region's rights and flags affect Reads, and its memory.
var _ = Describe("The flags of IND2MemoryRegion::Register", func() {
	const size = 100

	DescribeTable("keep a Read from landing without local write,", Covers("mr.rights.no-local-write-to-read"),
		func(ctx SpecContext, rights nd2.RegionFlags) {
			c := Connect(ctx, Shape{})
			r := c.Active.MemoryWith(4096, rights)
			before := r.Fill(0, size, 0x24)
			c.Passive.Memory.Fill(0, size, 0x42)
			from := c.Passive.Memory.Remote()
			returned := c.Active.Read(1, r.List(0, size), from.Address, from.Token, 0)
			Expect(EndOf(ctx, c.Active.Initiated, returned)).To(ReturnAsRuled("mr.rights.no-local-write-to-read"))
			Expect(r.Bytes[:size]).To(HoldBytes(before))
		},
		Entry("if there is only remote read", nd2.AllowRemoteRead),
		Entry("if there are no rights", Variant("none"), nd2.RegionFlags(0)))

	It("keep a Read from landing if only its last entry lacks local write", Covers("mr.rights.no-local-write-to-read"),
		Variant("last-entry"), func(ctx SpecContext) {
			local := Local(ctx)
			if min(local.Info.MaxReadSGE, local.Info.MaxInitiatorSGE) < 2 {
				Unobservable("a Read has one entry")
			}
			c := ConnectEnds(ctx, local.End(Shape{InitiatorSGE: 2}), Peer(ctx).End(Shape{}))
			c.Settle(ctx)
			r := c.Active.MemoryWith(4096, nd2.AllowRemoteRead)
			before := r.Fill(0, size, 0x24)
			c.Passive.Memory.Fill(0, 2*size, 0x42)
			from := c.Passive.Memory.Remote()
			returned := c.Active.Read(1, []nd2.SGE{c.Active.Memory.Entry(0, size), r.Entry(0, size)}, from.Address, from.Token,
				0)
			Expect(EndOf(ctx, c.Active.Initiated, returned)).To(ReturnAsRuled("mr.rights.no-local-write-to-read"))
			Expect(r.Bytes[:size]).To(HoldBytes(before))
		})

	It("let a peer Read if there is only remote read", Covers("mr.rights.remote-read-alone"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		r := c.Passive.Side.Memory(4096, nd2.AllowRemoteRead)
		data := r.Fill(0, size, 0x42)
		Expect(c.Active.Fetch(ctx, r.Remote(), size)).To(Return(nd2.Success))
		Expect(c.Active.Memory.Bytes[:size]).To(HoldBytes(data))
	})

	It("may leave the memory unsecured", Covers("mr.register.do-not-secure-vm"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		r := c.Passive.MemoryWith(4096, AllRights|nd2.DoNotSecureVM)
		expectServes(ctx, c, r)
		data := c.Active.Memory.Fill(0, size, 0x42)
		Expect(c.Active.Store(ctx, r.Remote(), size)).To(Return(nd2.Success))
		c.Settle(ctx)
		Expect(r.Bytes[:size]).To(HoldBytes(data))
	})

	It("(for the record): where a Read lands without ND_MR_FLAG_RDMA_READ_SINK", Covers("mr.rights.no-read-sink"),
		func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			c.Active.Memory = c.Active.Side.Memory(4096, nd2.AllowLocalWrite)
			from := c.Passive.Memory.Remote()
			returned := c.Active.Read(1, c.Active.Memory.List(0, size), from.Address, from.Token, 0)
			Record(fmt.Sprintf("A Read into a region with just ND_MR_FLAG_ALLOW_LOCAL_WRITE ends with %v.",
				StatusOf(ctx, c.Active.Initiated, returned)))
		})
})

var _ = Describe("An IND2MemoryRegion that has been deregistered or was never registered", func() {
	It("(for the record): written to by a peer after its release", Covers("mr.release.registered"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		object, release := c.Passive.OwnMemoryRegion()
		r := &Region{MemoryRegion: object, Bytes: c.Passive.Buffer(4096)}
		Expect(register(ctx, object, r.Bytes)).To(CompleteWith(nd2.Success))
		remote := r.Remote()
		release()
		Record(fmt.Sprintf("A Write to a region that was released without Deregister ends with %v.",
			c.Active.Store(ctx, remote, 100)))
	})

	It("(for the record): registered with another buffer", Covers("mr.register.after-deregister"), func(ctx SpecContext) {
		local := Local(ctx)
		r := local.MemoryRegion()
		Expect(register(ctx, r, local.Buffer(4096))).To(CompleteWith(nd2.Success))
		Expect(Start(ctx, r, r.Deregister)).To(CompleteWith(nd2.Success))
		again := register(ctx, r, local.Buffer(8192)).Wait()
		Record(fmt.Sprintf("Register after Deregister ends with %v.", again))
		if again == nd2.Success {
			Start(ctx, r, r.Deregister).Wait()
		}
	})
})
