package qp

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// failures are requests of the active end, with the context 1, that end with an
// error.
var failures = []TableEntry{
	Entry("(a Write that the peer's memory does not allow)", nd2.RequestWrite),
	Entry("(a Read beyond the peer's memory)", Variant("read"), nd2.RequestRead),
	Entry("(a Send from memory that is not registered)", Variant("send"), nd2.RequestSend),
	Entry("(a Bind that is damaged on its way)", Covers("qp.error.ends-connection-by-windows"), Variant("bind"),
		nd2.RequestBind),
	Entry("(an Invalidate of a window that is not bound)", Covers("qp.error.ends-connection-by-windows"),
		Variant("invalidate"), nd2.RequestInvalidate),
}

// postFailing posts the one of a type. The spec is unobservable if the call finds the
// fault, since then nothing is posted.
func postFailing(c *Connection, kind nd2.RequestType) {
	if kind == nd2.RequestWrite {
		Expect(forbiddenWrite(c)).To(Return(nd2.Success))
		return
	}
	if returned := postFaulty(c, kind, 1, 0); returned != nd2.Success {
		Expect(returned).To(ReturnFailure())
		Unobservable("the provider finds the fault in the call")
	}
}

// expectFailed shows that the one of a type has failed, by itself if it has no part of the
// peer's. On iWARP a Write may be over before that is known; and the disconnection that
// follows the peer's refusal may come before it.
func expectFailed(kind nd2.RequestType, status nd2.Status) {
	if kind != nd2.RequestWrite {
		Expect(status).NotTo(Equal(nd2.Success), "the status of the request that fails")
	}
	if kind != nd2.RequestWrite && kind != nd2.RequestRead {
		Expect(status).NotTo(Equal(nd2.Canceled), "the status of the request that fails")
	}
}

// endByFailure has the one of a type fail, and returns when the connection has ended.
func endByFailure(ctx context.Context, c *Connection, kind nd2.RequestType) {
	postFailing(c, kind)
	status := Result(ctx, c.Active.Initiated).Status
	expectFailed(kind, status)
	if status == nd2.Success {
		AwaitEnd(ctx, c, c.Active)
	}
}

var _ = Describe("An IND2QueuePair with a request that has failed", func() {
	DescribeTable("cancels the requests behind it, and the Receives",
		twoQueues, Covers("qp.error.cancels-posted"), ownReceives,
		func(ctx SpecContext, kind nd2.RequestType) {
			c := Connect(ctx, Shape{ReceiveDepth: 3, InitiatorDepth: 3})
			c.Active.PostReceives(1, 3, 8)
			expectCanceledBehind(ctx, c, kind, postBehind(c, kind))
		}, failures)

	It("cancels the requests behind it even if they have all waited in the initiator queue",
		Covers("qp.error.cancels-posted"), Variant("held-up"), twoQueues, ownReceives, func(ctx SpecContext) {
			c := Stalled(ctx, Shape{ReceiveDepth: 3, InitiatorDepth: 4})
			c.Active.PostReceives(1, 3, 8)
			Expect(c.Active.Send(0, nil, 0)).To(Return(nd2.Success))
			list := postBehind(c, nd2.RequestWrite)
			postEmpty(c.Passive, 1)
			Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 0, nd2.Success)))
			expectCanceledBehind(ctx, c, nd2.RequestWrite, list)
		})

	DescribeTable("cancels every type of request behind it that has waited with it", Covers("qp.error.cancels-posted"),
		func(ctx SpecContext, kind nd2.RequestType) {
			c := Stalled(ctx, Shape{InitiatorDepth: 3})
			post := poster(ctx, c, kind)
			Expect(c.Active.Send(0, nil, 0)).To(Return(nd2.Success))
			postFailing(c, nd2.RequestWrite)
			if returned := post(2, 0); returned != nd2.Success {
				Expect(returned).To(Return(nd2.ConnectionInvalid))
				Unobservable("the connection has ended before a request can wait")
			}
			postEmpty(c.Passive, 1)
			list := append(sends(0, 1), request{nd2.RequestWrite, 1, false}, request{kind, 2, false})
			statuses := endings(ctx, c.Active.Initiated, list)
			if statuses[1] == nd2.Success {
				Unobservable("the Write is over once it has been sent")
			}
			Expect(statuses[2]).To(Equal(nd2.Canceled), "the status of the request behind the failed one")
		}, eachBehind())

	DescribeTable("carries out no request that is posted later", Covers("qp.error.cancels-later"), ownReceives,
		func(ctx SpecContext, kind nd2.RequestType) {
			c := Connect(ctx, Shape{})
			e := c.Active
			endByFailure(ctx, c, kind)
			expectTurnedDown(ctx, e.Initiated, e.Send(2, nil, 0), nd2.RequestSend, 2)
			expectTurnedDown(ctx, e.Initiated, e.Send(3, nil, nd2.SilentSuccess), nd2.RequestSend, 3)
			expectTurnedDown(ctx, e.Receives, e.Receive(4, nil), nd2.RequestReceive, 4)
		}, failures)

	It("carries out no later request, however many are posted", Covers("qp.error.cancels-later"), Variant("repeated"),
		ownReceives,
		func(ctx SpecContext) {
			const depth = 2
			c := Connect(ctx, Shape{ReceiveDepth: depth, InitiatorDepth: depth})
			e := c.Active
			endByFailure(ctx, c, nd2.RequestWrite)
			for _, context := range Sequence(2, 2*depth+1) {
				expectTurnedDown(ctx, e.Initiated, e.Send(context, nil, 0), nd2.RequestSend, context)
				expectTurnedDown(ctx, e.Receives, e.Receive(context, nil), nd2.RequestReceive, context)
			}
		})

	It("leaves alone another queue pair that shares its completion queues and memory", Covers("qp.error.spares-others"),
		func(ctx SpecContext) {
			one, two := twoEnds(ctx, 1)
			peer := Peer(ctx)
			failing, other := ConnectEnds(ctx, one, peer.End(Shape{})), ConnectEnds(ctx, two, peer.End(Shape{}))
			two.Memory = one.Memory
			two.PostReceives(1, 1, 8)
			endByFailure(ctx, failing, nd2.RequestWrite)

			data := two.Memory.Fill(64, 8, 0x42)
			target := other.Passive.Memory
			Expect(two.Write(2, two.Memory.List(64, 8), target.Address(0), target.GetRemoteToken(), 0)).To(Return(nd2.Success))
			expectOf(2, Results(ctx, two.Initiated, 1), Outcomes(nd2.RequestWrite, Sequence(2, 1), nd2.Success))
			// Behind a message the Write has arrived, and on iWARP the other end may send.
			postEmpty(other.Passive, 1)
			Expect(two.Send(3, nil, 0)).To(Return(nd2.Success))
			expectOf(2, Results(ctx, two.Initiated, 1), Outcomes(nd2.RequestSend, Sequence(3, 1), nd2.Success))
			Result(ctx, other.Passive.Receives)
			Expect(other.Passive.Send(1, target.List(0, 8), 0)).To(Return(nd2.Success))
			expectOf(2, Results(ctx, two.Receives, 1), Outcomes(nd2.RequestReceive, Sequence(1, 1), nd2.Success))
			Expect(two.Memory.Bytes[:8]).To(HoldBytes(data))
		})

	DescribeTable("cancels the Receives of its target, too,", ownReceives,
		func(ctx SpecContext, kind nd2.RequestType) {
			c := Accepted(ctx, Shape{ReceiveDepth: 2})
			c.Passive.PostReceives(1, 2, 8)
			postFailing(c, kind)
			Expect(Results(ctx, c.Passive.Receives, 2)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, 2),
				nd2.Canceled)...))
		},
		Entry("if the request is a Write", Covers("qp.error.cancels-target-of-write"), nd2.RequestWrite),
		Entry("if the request is a Read", Covers("qp.error.cancels-target-of-read"), nd2.RequestRead))
})

// postBehind posts a request that fails, and two behind it. It returns those that were
// taken, which the two may not be any more.
func postBehind(c *Connection, kind nd2.RequestType) []request {
	e, remote := c.Active, c.Passive.Memory
	postFailing(c, kind)
	list := []request{{kind, 1, false}}
	silent := e.Write(2, e.Memory.List(0, 8), remote.Address(0), remote.GetRemoteToken(), nd2.SilentSuccess)
	last := e.Send(3, nil, 0)
	if last != nd2.Success {
		Expect(last).To(Return(nd2.ConnectionInvalid))
		return list // of a silent one alone nobody can say whether it will have a result
	}
	if silent == nd2.Success {
		list = append(list, request{nd2.RequestWrite, 2, true})
	}
	return append(list, request{nd2.RequestSend, 3, false})
}

// expectCanceledBehind shows that the first of these has failed, and the others
// and three Receives are canceled.
func expectCanceledBehind(ctx SpecContext, c *Connection, kind nd2.RequestType, list []request) {
	statuses := endings(ctx, c.Active.Initiated, list)
	expectFailed(kind, statuses[0])
	if statuses[0] != nd2.Success {
		Expect(statuses[1:]).To(Or(BeEmpty(), HaveEach(nd2.Canceled)), "the statuses of the requests behind")
	} else {
		expectCanceledLast(statuses)
	}
	Expect(Results(ctx, c.Active.Receives, 3)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, 3),
		nd2.Canceled)...))
	if len(list) == 3 {
		expectNothingMore(ctx, c, c.Active)
	}
}
