package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// A call that fails leaves the queue pair not only to later requests but to those that it has.
var _ = Describe("A request of an IND2QueuePair that is refused while others wait", func() {
	DescribeTable("does not disturb them, nor those that come after it,",
		func(ctx SpecContext, refused func(c *Connection) nd2.Status) {
			local := Local(ctx)
			c := ConnectStalled(ctx, local.End(local.Attainable(Shape{InitiatorDepth: 3, InitiatorSGE: 1})))
			e := c.Active
			greet(ctx, c)
			e.Memory.Fill(0, 24, 0x42)
			send := func(context uintptr) nd2.Status { return e.Send(context, e.Memory.List(8*int(context-1), 8), 0) }
			Expect(send(1)).To(Return(nd2.Success))
			Expect(send(2)).To(Return(nd2.Success))
			expectRefused(refused(c))
			Expect(send(3)).To(Return(nd2.Success))
			c.Passive.PostReceives(1, 3, 8)
			Expect(Results(ctx, e.Initiated, 3)).To(HaveOutcomes(Outcomes(nd2.RequestSend, Sequence(1, 3), nd2.Success)...))
			Expect(Results(ctx, c.Passive.Receives, 3)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, 3),
				nd2.Success)...))
			Expect(c.Passive.Memory.Bytes[:24]).To(HoldBytes(Contents(e.Memory.Bytes[:24])))
			expectNothingMore(ctx, c, e)
		},
		Entry("as a Send", Covers("qp.send.refused-posts-nothing"), Variant("others-wait"), func(c *Connection) nd2.Status {
			return c.Active.Send(9, tooMany(c.Active), 0)
		}),
		Entry("as a Write", Covers("qp.write.refused-posts-nothing"), Variant("others-wait"), func(c *Connection) nd2.Status {
			to := c.Passive.Memory
			return c.Active.Write(9, tooMany(c.Active), to.Address(0), to.GetRemoteToken(), 0)
		}),
		Entry("as a Read", Covers("qp.read.refused-posts-nothing"), Variant("others-wait"), func(c *Connection) nd2.Status {
			from := c.Passive.Memory
			return c.Active.Read(9, tooMany(c.Active), from.Address(0), from.GetRemoteToken(), 0)
		}),
		Entry("as a Bind", Covers("qp.bind.refused-posts-nothing"), Variant("others-wait"), func(c *Connection) nd2.Status {
			r := c.Active.Side.Memory(4096, nd2.AllowRemoteRead)
			return c.Active.Bind(9, r.MemoryRegion, c.Active.MemoryWindow(), r.Bytes[:64], nd2.AllowWrite)
		}))

	It("does not disturb Receives, if it is one itself", Covers("qp.receive.refused-posts-nothing"),
		Variant("others-wait"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{ReceiveDepth: 3})
			e := c.Passive
			e.PostReceives(1, 2, 8)
			returned := e.Receive(9, repeat(e.Memory.Entry(0, 1), affordably("MaxReceiveSge", e.Info.MaxReceiveSGE)+1))
			expectRefused(returned)
			Expect(e.Receive(3, e.Memory.List(16, 8))).To(Return(nd2.Success))
			sent := c.Active.Memory.Fill(0, 24, 0x42)
			for i := range 3 {
				Expect(c.Active.Send(1, c.Active.Memory.List(8*i, 8), 0)).To(Return(nd2.Success))
				Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			}
			Expect(Results(ctx, e.Receives, 3)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, 3), nd2.Success)...))
			Expect(e.Memory.Bytes[:24]).To(HoldBytes(sent))
			expectNothingMore(ctx, c, e)
		})
})

// tooMany is a list of more entries than any request of the adapter's has.
func tooMany(e *End) []nd2.SGE {
	most := affordably("MaxInitiatorSge", max(e.Info.MaxInitiatorSGE, e.Info.MaxReadSGE))
	return repeat(e.Memory.Entry(0, 1), most+1)
}

// expectRefused shows that a call was refused. The spec is unobservable if the provider finds
// the fault later, as a result.
func expectRefused(returned nd2.Status) {
	if returned == nd2.Success {
		Unobservable("the provider finds the fault later")
	}
	Expect(returned).To(ReturnFailure())
}
