package qp

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A call that fails takes no place of a queue, however often it is repeated: each queue is filled thereafter.
var _ = Describe("A request of an IND2QueuePair that is refused more often than a queue has places", func() {
	const depth = 3

	// refusedOften makes the body of an entry: prepare returns what makes the request.
	refusedOften := func(prepare func(c *Connection) (post func() nd2.Status)) func(ctx SpecContext) {
		return func(ctx SpecContext) {
			local := Local(ctx)
			c := ConnectEnds(ctx, local.End(local.Attainable(Shape{InitiatorDepth: depth, ReceiveDepth: depth})),
				Peer(ctx).End(Shape{}))
			post := prepare(c)
			for range Often {
				expectRefused(post())
			}
			expectFilled(ctx, c)
		}
	}
	// send, write and read make requests of a list, and receive makes Receives.
	send := func(list func(e *End) []nd2.SGE, flags nd2.OpFlags) func(c *Connection) func() nd2.Status {
		return func(c *Connection) func() nd2.Status {
			all := list(c.Active)
			return func() nd2.Status { return c.Active.Send(9, all, flags) }
		}
	}
	write := func(list func(e *End) []nd2.SGE, flags nd2.OpFlags) func(c *Connection) func() nd2.Status {
		return func(c *Connection) func() nd2.Status {
			all, to := list(c.Active), c.Passive.Memory.Remote()
			return func() nd2.Status { return c.Active.Write(9, all, to.Address, to.Token, flags) }
		}
	}
	read := func(list func(e *End) []nd2.SGE) func(c *Connection) func() nd2.Status {
		return func(c *Connection) func() nd2.Status {
			all, from := list(c.Active), c.Passive.Memory.Remote()
			return func() nd2.Status { return c.Active.Read(9, all, from.Address, from.Token, 0) }
		}
	}
	receive := func(list func(e *End) []nd2.SGE) func(c *Connection) func() nd2.Status {
		return func(c *Connection) func() nd2.Status {
			all := list(c.Active)
			return func() nd2.Status { return c.Active.Receive(9, all) }
		}
	}

	DescribeTable("leaves every place,", func(ctx SpecContext, check func(ctx SpecContext)) { check(ctx) },
		Entry("as a Send of too many entries", Covers("qp.send.refused-posts-nothing"), Variant("often"),
			refusedOften(send(tooManyOften, 0))),
		Entry("as a Send with an undefined flag", Covers("qp.send.refused-posts-nothing"),
			Variant("often-by-flag"), refusedOften(send(nothing, undefinedFlag))),
		Entry("as a Write of too many entries", Covers("qp.write.refused-posts-nothing"), Variant("often"),
			refusedOften(write(tooManyOften, 0))),
		Entry("as a Write with an undefined flag", Covers("qp.write.refused-posts-nothing"),
			Variant("often-by-flag"), refusedOften(write(nothing, undefinedFlag))),
		Entry("as a Read of too many entries", Covers("qp.read.refused-posts-nothing"), Variant("often"),
			refusedOften(read(tooManyOften))),
		Entry("as a Bind that asks for more than its region has", Covers("qp.bind.refused-posts-nothing"),
			Variant("often"), refusedOften(func(c *Connection) func() nd2.Status {
				e := c.Active
				r, window := e.Side.Memory(4096, nd2.AllowRemoteRead), e.MemoryWindow()
				return func() nd2.Status { return e.Bind(9, r.MemoryRegion, window, r.Bytes[:64], nd2.AllowWrite) }
			})),
		Entry("as a Receive of too many entries", Covers("qp.receive.refused-posts-nothing"), Variant("often"),
			refusedOften(receive(tooManyToReceive))))

	DescribeTable("leaves every place even if it was refused before there was a connection,",
		func(ctx SpecContext, kind nd2.RequestType) {
			local := Local(ctx)
			c := &Connection{Ends: Ends{
				Active:  local.End(local.Attainable(Shape{InitiatorDepth: depth, ReceiveDepth: depth})),
				Passive: Peer(ctx).End(Shape{}),
			}}
			post := poster(ctx, c, kind)
			for range Often {
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

// mostOften limits the length of lists that are posted again and again.
const mostOften = 1024

// tooManyOften is tooMany. The spec is unobservable if it takes many entries.
func tooManyOften(e *End) []nd2.SGE {
	list := tooMany(e)
	if len(list) > mostOften {
		Unobservable("a list of too many entries is long")
	}
	return list
}

// nothing is a list without entries.
func nothing(*End) []nd2.SGE { return nil }

// tooManyToReceive is a list of more entries than any Receive of the adapter's has.
func tooManyToReceive(e *End) []nd2.SGE {
	if e.Info.MaxReceiveSGE > mostOften {
		Unobservable("a list of too many entries is long")
	}
	return repeat(e.Memory.Entry(0, 1), e.Info.MaxReceiveSGE+1)
}

// expectFilled shows that both queues of the active end take as many requests as were asked for, twice.
func expectFilled(ctx context.Context, c *Connection) {
	c.Settle(ctx)
	e := c.Active
	for range 2 {
		postEmpty(e, e.ReceiveDepth())
		for _, context := range Sequence(1, e.InitiatorDepth()) {
			Expect(e.Touch(context, c.Passive.Memory)).To(Return(nd2.Success))
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
