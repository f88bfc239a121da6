package qp

import (
	"context"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// A Send waits until the peer posts a Receive, whatever becomes of other connections meanwhile.
var _ = Describe("IND2QueuePair::Send, when the peer's shared receive queue is empty,", func() {
	const rule = "adapter.createqueuepairwithsrq.empty-queue-keeps-connection"

	DescribeTable("arrives once there is a Receive, although the adapter has accepted connections meanwhile,",
		func(ctx SpecContext, reverse bool) {
			const several = 8
			c := Stalled(ctx, Shape{})
			Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
			var finish []func()
			for range several {
				a := Awaiting(ctx)
				accept := a.Answer(nil)
				finish = append(finish, func() { a.Finish(accept) })
			}
			if reverse {
				slices.Reverse(finish)
			}
			for _, f := range finish {
				f()
			}
			expectArrives(ctx, c)
		},
		Entry("in the order of the requests", Covers(rule), Variant("beside-accepted"), LongTimeout, false),
		Entry("in reverse", Covers(rule), Variant("beside-accepted-in-reverse"), LongTimeout, true))

	It("arrives once there is a Receive, although a queue pair of the same completion queues was flushed while the peer "+
		"read from it", Covers("qp.flush.own-requests-only"), Variant("read-from"), func(ctx SpecContext) {
		size := LongRequest(ctx)
		local, peer := Local(ctx), Peer(ctx)
		local.NeedReads()
		peer.NeedReads()
		waiting := local.End(Shape{Context: 1, QueueDepth: 8})
		c := ConnectStalled(ctx, waiting)
		own := local.End(Shape{
			Context: 2, UseReceives: waiting.Receives, UseInitiated: waiting.Initiated, MemorySize: size,
		})
		reader := ConnectEnds(ctx, peer.End(Shape{MemorySize: size}), own).Active
		Expect(waiting.Send(1, nil, 0)).To(Return(nd2.Success))
		from := own.Memory.Remote()
		Expect(reader.Read(1, reader.Memory.List(0, size), from.Address, from.Token, 0)).To(Return(nd2.Success))
		Expect(own.Flush()).To(Return(nd2.Success))
		own.Send(2, nil, 0) // whatever becomes of it
		expectArrives(ctx, c)
	})
})

// expectArrives posts the Receive that the active end's only Send, of context 1, waits for.
func expectArrives(ctx context.Context, c *Connection) {
	c.Passive.PostReceives(1, 1, 8)
	Expect(Results(ctx, c.Passive.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
	var sent []nd2.Result
	Until(ctx, "the Send to end", func() bool {
		sent = slices.DeleteFunc(Drain(c.Active.Initiated), func(r nd2.Result) bool { return r.RequestContext != 1 })
		return len(sent) > 0
	})
	Expect(sent).To(HaveOutcomes(Outcome(nd2.RequestSend, 1, nd2.Success)))
}
