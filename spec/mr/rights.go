package mr

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("The rights of an IND2MemoryRegion", func() {
	DescribeTable("keep peers from reading without remote read", Covers("mr.rights.no-remote-read"),
		func(ctx SpecContext, rights nd2.RegionFlags) {
			length := Size(ctx, 1) // bytes
			c := Accepted(ctx, Shape{})
			r := c.Passive.MemoryWith(4096, rights)
			ExpectReadDenied(ctx, c, "mr.rights.no-remote-read", r.Remote(), length)
		},
		Entry("if there are no rights", nd2.RegionFlags(0)),
		Entry("if there is only local write", Variant("local-write"), nd2.AllowLocalWrite),
		Entry("if there is only remote write", Variant("remote-write"), nd2.AllowRemoteWrite),
		Entry("if only Reads may land there", Variant("read-sink"), nd2.AllowLocalWrite|nd2.RDMAReadSink),
		Entry("if it is a read sink and nothing else", Variant("sink-alone"), nd2.RDMAReadSink),
		Entry("if it is a read sink that peers may write to", Variant("written-sink"),
			nd2.AllowRemoteWrite|nd2.RDMAReadSink),
		Entry("if it is registered with ND_MR_FLAG_DO_NOT_SECURE_VM", Variant("unsecured"),
			nd2.AllowRemoteWrite|nd2.DoNotSecureVM))

	DescribeTable("keep peers from writing without remote write", Covers("mr.rights.no-remote-write"),
		func(ctx SpecContext, rights nd2.RegionFlags) {
			length := Size(ctx, 1) // bytes
			c := Accepted(ctx, Shape{})
			r := c.Passive.MemoryWith(4096, rights)
			r.Fill(0, length, 0x42)
			ExpectWriteDenied(ctx, c, "mr.rights.no-remote-write", r.Remote(), length, r.Bytes)
		},
		Entry("if there are no rights", nd2.RegionFlags(0)),
		Entry("if there is only local write", Variant("local-write"), nd2.AllowLocalWrite),
		Entry("if there is only remote read", Variant("remote-read"), nd2.AllowLocalWrite|nd2.AllowRemoteRead),
		Entry("if there is remote read without local write", Variant("remote-read-alone"), nd2.AllowRemoteRead),
		Entry("if it is registered with ND_MR_FLAG_DO_NOT_SECURE_VM", Variant("unsecured"),
			nd2.AllowLocalWrite|nd2.AllowRemoteRead|nd2.DoNotSecureVM))

	DescribeTable("keep Receives from being filled without local write", Covers("mr.rights.no-local-write"),
		func(ctx SpecContext, rights nd2.RegionFlags) {
			length := Size(ctx, 1) // bytes
			c := Accepted(ctx, Shape{})
			r := c.Passive.MemoryWith(4096, rights)
			before := r.Fill(0, length, 0x42)
			expectReceiveDenied(ctx, c, "mr.rights.no-local-write", r.List(0, length))
			Expect(r.Bytes[:length]).To(HoldBytes(before))
		},
		Entry("if there are no rights", nd2.RegionFlags(0)),
		Entry("if there is only remote read", Variant("remote-read"), nd2.AllowRemoteRead))

	It("keep a Receive from being filled if only its last entry lacks local write", Covers("mr.rights.no-local-write"),
		Variant("last-entry"), ownReceives, func(ctx SpecContext) {
			local := Local(ctx)
			if local.Info.MaxReceiveSGE < 2 {
				Unobservable("a Receive has one entry")
			}
			length := Size(ctx, 1) // bytes
			c := ConnectEnds(ctx, Peer(ctx).End(Shape{}), local.End(Shape{ReceiveSGE: 2}))
			r := c.Passive.MemoryWith(4096, nd2.AllowRemoteRead)
			before := r.Fill(0, length, 0x42)
			list := []nd2.SGE{c.Passive.Memory.Entry(0, length), r.Entry(0, length)}
			expectReceiveDenied(ctx, c, "mr.rights.no-local-write", list)
			Expect(r.Bytes[:length]).To(HoldBytes(before))
		})

	It("include local write if they include remote write", Covers("mr.rights.remote-write-includes-local"),
		func(ctx SpecContext) {
			length := Size(ctx, 1) // bytes
			c := Accepted(ctx, Shape{})
			r := c.Passive.Side.Memory(4096, nd2.AllowRemoteWrite)
			sent := c.Active.Memory.Fill(0, length, 0x42)
			Expect(c.Passive.Receive(1, r.List(0, length))).To(Return(nd2.Success))
			Expect(c.Active.Send(1, c.Active.Memory.List(0, length), 0)).To(Return(nd2.Success))
			Expect(Results(ctx, c.Passive.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
			Expect(r.Bytes[:length]).To(HoldBytes(sent))
		})

	It("are not needed for a Send or a Write to take data", Covers("mr.rights.none-to-send"), func(ctx SpecContext) {
		length := Size(ctx, 1) // bytes
		c := Connect(ctx, Shape{})
		r, target := c.Active.MemoryWith(4096, 0), c.Passive.Memory
		data := r.Fill(0, 2*length, 0x42)
		Expect(c.Passive.Receive(1, target.List(0, length))).To(Return(nd2.Success))
		Expect(c.Active.Write(1, r.List(length, length), target.Address(length), target.GetRemoteToken(),
			0)).To(Return(nd2.Success))
		Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestWrite, 1, nd2.Success)))
		Expect(c.Active.Send(2, r.List(0, length), 0)).To(Return(nd2.Success))
		Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 2, nd2.Success)))
		Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
		Expect(target.Bytes[:2*length]).To(HoldBytes(data))
	})

	DescribeTable("let Reads land where the region is a read sink",
		func(ctx SpecContext, rights nd2.RegionFlags) {
			length := Size(ctx, 1) // bytes
			c := Connect(ctx, Shape{MemorySize: longUse})
			c.Active.Memory = c.Active.Side.Memory(longUse, rights)
			for _, n := range []int{length, min(longUse, c.MaxTransfer())} {
				data := c.Passive.Memory.Fill(0, n, byte(n))
				Expect(c.Active.Fetch(ctx, c.Passive.Memory.Remote(), n)).To(Return(nd2.Success), "a Read of %d bytes", n)
				Expect(c.Active.Memory.Bytes[:n]).To(HoldBytes(data))
			}
		},
		Entry("and has local write", Covers("mr.rights.read-sink"), nd2.AllowLocalWrite|nd2.RDMAReadSink),
		Entry("and nothing else", Covers("mr.rights.read-sink-alone"), nd2.RDMAReadSink),
		Entry("and can be read by peers", Covers("mr.rights.read-sink-alone"), Variant("remote-read"),
			nd2.AllowRemoteRead|nd2.RDMAReadSink))
})
