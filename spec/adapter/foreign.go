package adapter

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What belongs to one adapter is of no use to another.
var _ = Describe("IND2Adapter::CreateQueuePair", func() {
	DescribeTable("refuses another adapter's completion queue", refuses,
		refused("for Receives", "CreateQueuePair", 2, foreign(anyCompletionQueue), Variant("foreign")),
		refused("for initiator requests", "CreateQueuePair", 3, foreign(anyCompletionQueue), Variant("foreign")))
})

var _ = Describe("IND2QueuePair::Bind", func() {
	DescribeTable("fails for another adapter's objects", Covers("qp.bind.foreign-objects"),
		func(ctx SpecContext, bind func(c *Connection, other *Side) nd2.Status) {
			other := otherAdapter(ctx)
			c := Connect(ctx, Shape{})
			Expect(StatusOf(ctx, c.Active.Initiated, bind(c, other))).To(ReturnFailure())
		},
		Entry("(its region)", func(c *Connection, other *Side) nd2.Status {
			r := other.Memory(4096, AllRights)
			return c.Active.Bind(1, r.MemoryRegion, c.Active.MemoryWindow(), r.Bytes[:64], nd2.AllowRead)
		}),
		Entry("(its window)", Variant("window"), func(c *Connection, other *Side) nd2.Status {
			r := c.Active.Memory
			return c.Active.Bind(1, r.MemoryRegion, other.MemoryWindow(), r.Bytes[:64], nd2.AllowRead)
		}))
})

// otherAdapter opens another adapter of the provider under test.
func otherAdapter(ctx SpecContext) *Side {
	local, other := Local(ctx), Peer(ctx)
	if !other.SameProvider(local) || !other.OtherAdapter(local) {
		Unobservable("the provider has no other adapter at hand")
	}
	return other
}

// foreign is an object of another adapter.
func foreign(of value) value {
	return func(ctx SpecContext, _ *Side) any { return of(ctx, otherAdapter(ctx)) }
}
