package qp

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

// failures are requests of the active end, with the context 1, that end with an
// error.
var failures = []TableEntry{
	Entry("such as a Write that the peer's memory does not allow", forbiddenWrite),
	Entry("such as a Read beyond the peer's memory", Variant("read"), readBeyond),
	Entry("such as a Send from memory that is not registered", Variant("send"), func(c *Connection) nd2.Status {
		list := c.Active.Memory.List(0, 8)
		list[0].Buffer = c.Active.Buffer(8)
		return c.Active.Send(1, list, 0)
	}),
}

func readBeyond(c *Connection) nd2.Status {
	source := c.Passive.Memory
	return c.Active.Read(1, c.Active.Memory.List(0, 8), source.Address(len(source.Bytes)), source.GetRemoteToken(), 0)
}

var _ = Describe("An IND2QueuePair with a request that has failed", func() {
	DescribeTable("cancels the requests behind it, and the Receives", Covers("qp.error.cancels-posted"),
		func(ctx SpecContext, fail func(c *Connection) nd2.Status) {
			c := Connect(ctx, Shape{})
			c.Active.PostReceives(1, 3, 8)
			postBehind(c, fail)
			expectCanceledBehind(ctx, c)
		}, failures)

	It("cancels them when they have waited in the initiator queue together", Covers("qp.error.cancels-posted"), Variant("held-up"), func(ctx SpecContext) {
		c := Stalled(ctx, Shape{})
		c.Active.PostReceives(1, 3, 8)
		Expect(c.Active.Send(0, nil, 0)).To(Return(nd2.Success))
		postBehind(c, forbiddenWrite)
		postEmpty(c.Passive, 3)
		Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 0, nd2.Success)))
		expectCanceledBehind(ctx, c)
	})

	DescribeTable("cancels the requests that are posted later", Covers("qp.error.cancels-later"),
		func(ctx SpecContext, fail func(c *Connection) nd2.Status) {
			c := Connect(ctx, Shape{})
			e := c.Active
			Expect(fail(c)).To(Return(nd2.Success))
			Expect(Result(ctx, e.Initiated)).NotTo(CompleteWith(nd2.Success))
			Expect(e.Send(2, nil, 0)).To(Return(nd2.Success))
			Expect(e.Send(3, nil, nd2.SilentSuccess)).To(Return(nd2.Success))
			Expect(Results(ctx, e.Initiated, 2)).To(HaveOutcomes(Outcomes(nd2.RequestSend, Sequence(2, 2), nd2.Canceled)...))
			Expect(e.Receive(4, nil)).To(Return(nd2.Success))
			Expect(Results(ctx, e.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 4, nd2.Canceled)))
		}, failures)

	When("another shares its completion queues and memory", func() {
		It("leaves that one alone", Covers("qp.error.spares-others"), func(ctx SpecContext) {
			one, two := twoEnds(ctx)
			peer := Peer(ctx)
			failing, other := ConnectEnds(ctx, one, peer.End(Shape{})), ConnectEnds(ctx, two, peer.End(Shape{}))
			two.Memory = one.Memory
			two.PostReceives(1, 2, 8)
			Expect(forbiddenWrite(failing)).To(Return(nd2.Success))
			Expect(Result(ctx, one.Initiated)).NotTo(CompleteWith(nd2.Success))

			data := two.Memory.Fill(64, 8, 0x42)
			target := other.Passive.Memory
			Expect(two.Write(2, two.Memory.List(64, 8), target.Address(0), target.GetRemoteToken(), 0)).To(Return(nd2.Success))
			expectOf(2, Results(ctx, two.Initiated, 1), Outcomes(nd2.RequestWrite, Sequence(2, 1), nd2.Success))
			for range 2 {
				Expect(other.Passive.Send(1, target.List(0, 8), 0)).To(Return(nd2.Success))
			}
			expectOf(2, Results(ctx, two.Receives, 2), Outcomes(nd2.RequestReceive, Sequence(1, 2), nd2.Success))
			Expect(two.Memory.Bytes[:8]).To(HoldBytes(data))
		})
	})

	DescribeTable("cancels the Receives of the target too",
		func(ctx SpecContext, fail func(c *Connection) nd2.Status) {
			c := Accepted(ctx, Shape{})
			c.Passive.PostReceives(1, 2, 8)
			Expect(fail(c)).To(Return(nd2.Success))
			Expect(Results(ctx, c.Passive.Receives, 2)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, 2), nd2.Canceled)...))
		},
		Entry("if it is a Write", Covers("qp.error.cancels-target-of-write"), forbiddenWrite),
		Entry("if it is a Read", Covers("qp.error.cancels-target-of-read"), readBeyond))
})

// postBehind posts a request that fails, and three behind it.
func postBehind(c *Connection, fail func(c *Connection) nd2.Status) {
	GinkgoHelper()
	e, remote := c.Active, c.Passive.Memory
	Expect(fail(c)).To(Return(nd2.Success))
	Expect(e.Send(2, nil, 0)).To(Return(nd2.Success))
	Expect(e.Write(3, e.Memory.List(0, 8), remote.Address(0), remote.GetRemoteToken(), nd2.SilentSuccess)).To(Return(nd2.Success))
	Expect(e.Send(4, nil, nd2.SilentSuccess)).To(Return(nd2.Success))
}

// expectCanceledBehind shows that the first of these has failed, and the others
// and three Receives are canceled.
func expectCanceledBehind(ctx SpecContext, c *Connection) {
	GinkgoHelper()
	results := Results(ctx, c.Active.Initiated, 4)
	Expect(results[0].RequestContext).To(Equal(uintptr(1)), "RequestContext")
	Expect(results[0]).NotTo(CompleteWith(nd2.Success, nd2.Canceled))
	Expect(results[1:]).To(HaveOutcomes(
		Outcome(nd2.RequestSend, 2, nd2.Canceled),
		Outcome(nd2.RequestWrite, 3, nd2.Canceled),
		Outcome(nd2.RequestSend, 4, nd2.Canceled)))
	Expect(Results(ctx, c.Active.Receives, 3)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, 3), nd2.Canceled)...))
	expectNothingMore(ctx, c.Active)
}
