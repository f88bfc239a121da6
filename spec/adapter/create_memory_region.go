package adapter

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Adapter::CreateMemoryRegion", func() {
	It("returns a region that a buffer can be registered with", Covers("adapter.creatememoryregion.nd-success"),
		func(ctx SpecContext) {
			local := Local(ctx)
			c := ConnectEnds(ctx, Peer(ctx).End(Shape{}), local.End(Shape{}))
			r := local.Memory(4096, AllRights)
			Expect(c.Passive.Receive(1, r.List(100, 64))).To(Return(nd2.Success))
			sent := c.Active.Memory.Fill(0, 64, 9)
			Expect(c.Active.Send(2, c.Active.Memory.List(0, 64), 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
			Expect(r.Bytes[100:164]).To(HoldBytes(sent))
		})

	DescribeTable("returns no object", givesNothing, shortages("CreateMemoryRegion"))

	DescribeTable("when it is asked for another interface", asks, byInterface("CreateMemoryRegion"))

	It("returns an object that has the inherited interfaces, too",
		Covers("adapter.creatememoryregion.inherits-overlapped"), func(ctx SpecContext) {
			object := Local(ctx).MemoryRegion()
			ExpectInterfaces(object, nd2.IIDOverlapped, nd2.IIDMemoryRegion)
		})
})
