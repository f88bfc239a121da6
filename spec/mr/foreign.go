package mr

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A region's scope is the adapter object that created it.
var _ = Describe("The tokens of an IND2MemoryRegion of another adapter object", func() {
	// foreign registers memory with the adapter of the end under test, opened again.
	foreign := func(ctx SpecContext, e *End) *Region {
		other := Local(ctx)
		if other.SameObject(e.Side) {
			Unobservable("OpenAdapter returns the object that is open")
		}
		r := other.Memory(4096, AllRights)
		r.Fill(0, 4096, 0x24)
		return r
	}

	DescribeTable("are of no use to requests", Covers("mr.scope.other-adapter"),
		func(ctx SpecContext, post func(c *Connection, list []nd2.SGE) nd2.Status) {
			c := Connect(ctx, Shape{})
			list := foreign(ctx, c.Active).List(0, 64)
			Expect(StatusOf(ctx, c.Active.Initiated, post(c, list))).To(ReturnFailure())
		},
		Entry("(a Send)", send),
		Entry("(a Write)", Variant("write"), write))

	It("are of no use to a Receive", Covers("mr.scope.other-adapter"), Variant("receive"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		r := foreign(ctx, c.Passive)
		before := slices.Clone(Contents(r.Bytes))
		returned := c.Passive.Receive(1, r.List(0, 64))
		if returned == nd2.Success {
			Expect(c.Active.Send(1, c.Active.Memory.List(0, 64), 0)).To(Return(nd2.Success))
		}
		Expect(StatusOf(ctx, c.Passive.Receives, returned)).To(ReturnFailure())
		Expect(r.Bytes).To(HoldBytes(before))
	})

	It("are of no use to a peer's Write", Covers("mr.scope.other-adapter-remote"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		r := foreign(ctx, c.Passive)
		c.Active.Memory.Fill(0, 64, 0x42)
		ExpectWriteDenied(ctx, c, "mr.scope.other-adapter-remote", r.Remote(), 64, r.Bytes)
	})
})
