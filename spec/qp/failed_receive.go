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

// faultyReceives are lists of Receives that end with an error when a message of 8 bytes comes.
var faultyReceives = []TableEntry{
	Entry("(because it was too short for its message)", Variant("receive"), func(e *End) []nd2.SGE {
		return e.Memory.List(0, 7)
	}),
	Entry("(because its memory is not registered)", Variant("receive-denied"), func(e *End) []nd2.SGE {
		return []nd2.SGE{{Buffer: e.Buffer(8), MemoryRegionToken: e.Memory.GetLocalToken()}}
	}),
}

var _ = Describe("An IND2QueuePair with a Receive that has failed", func() {
	DescribeTable("cancels the Receives behind it, and the initiator requests", Covers("qp.error.cancels-posted"),
		twoQueues,
		ownReceives,
		func(ctx SpecContext, list func(e *End) []nd2.SGE) {
			c := Stalled(ctx, Shape{ReceiveDepth: 2, InitiatorDepth: 2})
			e := c.Active
			greet(ctx, c)
			postFaultyReceive(e, list(e))
			Expect(e.Receive(2, nil)).To(Return(nd2.Success))
			Expect(e.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(e.Send(2, nil, 0)).To(Return(nd2.Success))
			failReceive(ctx, c)
			Expect(Results(ctx, e.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 2, nd2.Canceled)))
			expectCanceledLast(endings(ctx, e.Initiated, sends(1, 2)))
			expectNothingMore(ctx, c, e)
		}, faultyReceives)

	DescribeTable("carries out no request that is posted later, here or at the peer", Covers("qp.error.cancels-later"),
		ownReceives,
		func(ctx SpecContext, list func(e *End) []nd2.SGE) {
			c := Connect(ctx, Shape{})
			e := c.Active
			greet(ctx, c)
			postFaultyReceive(e, list(e))
			failReceive(ctx, c)
			expectTurnedDown(ctx, e.Receives, e.Receive(2, nil), nd2.RequestReceive, 2)
			expectTurnedDown(ctx, e.Initiated, e.Send(3, nil, 0), nd2.RequestSend, 3)
			expectTurnedDown(ctx, e.Initiated, e.Send(4, nil, nd2.SilentSuccess), nd2.RequestSend, 4)
			Result(ctx, c.Passive.Initiated)
			AwaitEnd(ctx, c, c.Passive)
		}, faultyReceives)
})

// greet has the first message be the active end's, as iWARP demands.
func greet(ctx context.Context, c *Connection) {
	postEmpty(c.Passive, 1)
	Expect(c.Active.Send(0, nil, 0)).To(Return(nd2.Success))
	Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
	Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
}

// postFaultyReceive posts a Receive that is to fail, with the context 1. The spec is
// unobservable if the call finds the fault.
func postFaultyReceive(e *End, list []nd2.SGE) {
	if returned := e.Receive(1, list); returned != nd2.Success {
		Expect(returned).To(ReturnFailure())
		Unobservable("the provider finds the fault in the call")
	}
}

// failReceive makes a message come for it from the passive end.
func failReceive(ctx context.Context, c *Connection) {
	Expect(c.Passive.Send(1, c.Passive.Memory.List(0, 8), 0)).To(Return(nd2.Success))
	failed := Result(ctx, c.Active.Receives)
	Expect([]nd2.Result{failed}).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, failed.Status)))
	Expect(failed.Status).NotTo(BeElementOf(nd2.Success, nd2.Canceled), "the status of the Receive")
}
