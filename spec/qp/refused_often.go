package qp

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// A call that fails takes no place of a queue, however often it is repeated: each queue is filled thereafter.
var _ = Describe("A request of an IND2QueuePair that is refused more often than a queue has places", func() {
	const depth, often = 3, 150

	refusedOften := func(refused func(c *Connection) nd2.Status) func(ctx SpecContext) {
		return func(ctx SpecContext) {
			local := Local(ctx)
			c := ConnectEnds(ctx, local.End(local.Attainable(Shape{InitiatorDepth: depth, ReceiveDepth: depth})),
				Peer(ctx).End(Shape{}))
			for range often {
				expectRefused(refused(c))
			}
			expectFilled(ctx, c)
		}
	}
	DescribeTable("leaves every place,", func(ctx SpecContext, check func(ctx SpecContext)) { check(ctx) },
		Entry("as a Send of too many entries", Covers("qp.send.refused-posts-nothing"), Variant("often"),
			refusedOften(func(c *Connection) nd2.Status { return c.Active.Send(9, tooMany(c.Active), 0) })),
		Entry("as a Send with a flag that there is not", Covers("qp.send.refused-posts-nothing"),
			Variant("often-by-flag"),
			refusedOften(func(c *Connection) nd2.Status { return c.Active.Send(9, nil, unknownFlag) })),
		Entry("as a Send that is too long", Covers("qp.send.refused-posts-nothing"), Variant("often-by-length"),
			refusedOften(func(c *Connection) nd2.Status { return c.Active.Send(9, tooLong(c.Active), 0) })),
		Entry("as a Write of too many entries", Covers("qp.write.refused-posts-nothing"), Variant("often"),
			refusedOften(func(c *Connection) nd2.Status {
				to := c.Passive.Memory.Remote()
				return c.Active.Write(9, tooMany(c.Active), to.Address, to.Token, 0)
			})),
		Entry("as a Write with a flag that there is not", Covers("qp.write.refused-posts-nothing"),
			Variant("often-by-flag"), refusedOften(func(c *Connection) nd2.Status {
				to := c.Passive.Memory.Remote()
				return c.Active.Write(9, nil, to.Address, to.Token, unknownFlag)
			})),
		Entry("as a Read of too many entries", Covers("qp.read.refused-posts-nothing"), Variant("often"),
			refusedOften(func(c *Connection) nd2.Status {
				from := c.Passive.Memory.Remote()
				return c.Active.Read(9, tooMany(c.Active), from.Address, from.Token, 0)
			})),
		Entry("as a Bind that asks for more than its region has", Covers("qp.bind.refused-posts-nothing"),
			Variant("often"), func(ctx SpecContext) {
				local := Local(ctx)
				r, window := local.Memory(4096, nd2.AllowRemoteRead), local.MemoryWindow()
				refusedOften(func(c *Connection) nd2.Status {
					return c.Active.Bind(9, r.MemoryRegion, window, r.Bytes[:64], nd2.AllowWrite)
				})(ctx)
			}),
		Entry("as a Receive of too many entries", Covers("qp.receive.refused-posts-nothing"), Variant("often"),
			refusedOften(func(c *Connection) nd2.Status {
				e := c.Active
				return e.Receive(9, repeat(e.Memory.Entry(0, 1), affordably("MaxReceiveSge", e.Info.MaxReceiveSGE)+1))
			})),
		Entry("as a Receive that is too long", Covers("qp.receive.refused-posts-nothing"), Variant("often-by-length"),
			refusedOften(func(c *Connection) nd2.Status {
				return c.Active.Receive(9, TooLongList(c.Active.Side, c.Active.Info.MaxReceiveSGE))
			})))

	DescribeTable("leaves every place even if it was refused before there was a connection,",
		func(ctx SpecContext, kind nd2.RequestType) {
			local := Local(ctx)
			c := &Connection{Ends: Ends{
				Active:  local.End(local.Attainable(Shape{InitiatorDepth: depth, ReceiveDepth: depth})),
				Passive: Peer(ctx).End(Shape{}),
			}}
			post := poster(ctx, c, kind)
			for range often {
				Expect(post(9, 0)).To(Return(nd2.ConnectionInvalid))
			}
			expectFilled(ctx, ConnectEnds(ctx, c.Active, c.Passive))
		},
		Entry("as a Send", Covers("qp.send.nd-connection-invalid"), Variant("often"), nd2.RequestSend),
		Entry("as a Write", Covers("qp.write.nd-connection-invalid"), Variant("often"), nd2.RequestWrite),
		Entry("as a Read", Covers("qp.read.nd-connection-invalid"), Variant("often"), nd2.RequestRead),
		Entry("as a Bind", Covers("qp.bind.nd-connection-invalid"), Variant("often"), nd2.RequestBind),
		Entry("as an Invalidate", Covers("qp.invalidate.nd-connection-invalid"), Variant("often"),
			nd2.RequestInvalidate))
})

// unknownFlag is none of the documented ones.
const unknownFlag = nd2.OpFlags(1 << 30)

// tooLong is a list of one byte more than MaxTransferLength.
func tooLong(e *End) []nd2.SGE { return TooLongList(e.Side, e.Info.MaxInitiatorSGE) }

// expectFilled shows that both queues of the active end take as many requests as were asked for, twice.
func expectFilled(ctx context.Context, c *Connection) {
	c.Settle(ctx)
	e, to := c.Active, c.Passive.Memory.Remote()
	for range 2 {
		postEmpty(e, e.ReceiveDepth())
		for _, context := range Sequence(1, e.InitiatorDepth()) {
			Expect(e.Write(context, nil, to.Address, to.Token, 0)).To(Return(nd2.Success))
		}
		Expect(Results(ctx, e.Initiated, e.InitiatorDepth())).To(HaveOutcomes(Outcomes(nd2.RequestWrite,
			Sequence(1, e.InitiatorDepth()), nd2.Success)...))
		for range e.ReceiveDepth() {
			Expect(c.Passive.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Passive.Initiated)).To(CompleteWith(nd2.Success))
		}
		Expect(Results(ctx, e.Receives, e.ReceiveDepth())).To(HaveOutcomes(Outcomes(nd2.RequestReceive,
			Sequence(1, e.ReceiveDepth()), nd2.Success)...))
	}
	expectNothingMore(ctx, c, e)
}
