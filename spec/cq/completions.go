package cq

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("The status of a result", func() {
	DescribeTable("is ND_SUCCESS for",
		func(ctx SpecContext, kind nd2.RequestType) {
			x := exchangeFor(ctx, kind, Shape{})
			from, to := x.moved(kind)
			moved := from.Fill(source, x.length, 1)
			x.prepare(ctx, kind, 1)
			x.carryOut(kind, 2, 0)
			Expect(Results(ctx, x.queueOf(kind), 1)).To(HaveOutcomes(Outcome(kind, 2, nd2.Success)))
			switch kind {
			case nd2.RequestBind, nd2.RequestInvalidate:
				return
			case nd2.RequestWrite: // is at the peer when a later message is
				Expect(x.other.Receive(3, nil)).To(Return(nd2.Success))
				Expect(x.Send(3, nil, 0)).To(Return(nd2.Success))
				Expect(Result(ctx, x.other.Receives)).To(CompleteWith(nd2.Success))
			case nd2.RequestSend:
				Expect(Result(ctx, x.other.Receives)).To(CompleteWith(nd2.Success))
			}
			Expect(to.Bytes[x.sink : x.sink+x.length]).To(HoldBytes(moved))
			Expect(to.Bytes[x.sink+x.length:][:1]).To(HoldBytes([]byte{0}), "the byte behind")
		},
		Entry("a Send whose Receive is posted", Covers("cq.getresults.send.nd-success"), nd2.RequestSend),
		Entry("a Receive that a message filled", Covers("cq.getresults.receive.nd-success"), nd2.RequestReceive),
		Entry("a Bind of a free window", Covers("cq.getresults.bind.nd-success"), nd2.RequestBind),
		Entry("an Invalidate of a bound window", Covers("cq.getresults.invalidate.nd-success"), nd2.RequestInvalidate),
		Entry("a Read of memory that the peer opened", Covers("cq.getresults.read.nd-success"), nd2.RequestRead),
		Entry("a Write to memory that the peer opened", Covers("cq.getresults.write.nd-success"), nd2.RequestWrite),
	)

	DescribeTable("is ND_CANCELED for what is outstanding when the queue pair is flushed:",
		func(ctx SpecContext, kind nd2.RequestType) {
			if kind == nd2.RequestReceive {
				end := Connect(ctx, Shape{}).Active
				end.PostReceives(2, 1, 8)
				Expect(end.Flush()).To(Return(nd2.Success))
				Expect(Results(ctx, end.Receives, 1)).To(HaveOutcomes(Outcome(kind, 2, nd2.Canceled)))
				return
			}
			x := heldUp(ctx, Shape{InitiatorDepth: 2})
			x.prepare(ctx, kind, 1)
			b := backlog{exchange: x}
			b.issue(nd2.RequestSend, 1, 0)
			b.issue(kind, 2, 0)
			b.flush(ctx)
		},
		Entry("a Send", Covers("cq.getresults.send.nd-canceled", "cq.getresults.every-request-ends"),
			nd2.RequestSend),
		Entry("a Receive", Covers("cq.getresults.receive.nd-canceled", "cq.getresults.every-request-ends"), ownReceives,
			nd2.RequestReceive),
		Entry("a Bind", Covers("cq.getresults.bind.nd-canceled", "cq.getresults.every-request-ends"),
			nd2.RequestBind),
		Entry("an Invalidate", Covers("cq.getresults.invalidate.nd-canceled", "cq.getresults.every-request-ends"),
			nd2.RequestInvalidate),
		Entry("a Read", Covers("cq.getresults.read.nd-canceled", "cq.getresults.every-request-ends"),
			nd2.RequestRead),
		Entry("a Write", Covers("cq.getresults.write.nd-canceled", "cq.getresults.every-request-ends"),
			nd2.RequestWrite),
	)

	It("tells both ends of a message that is longer than the Receive", Covers("cq.getresults.receive.nd-buffer-overflow"),
		func(ctx SpecContext) {
			x := exchangeFor(ctx, nd2.RequestReceive, Shape{})
			overfillReceive(x)
			Expect(Result(ctx, x.Receives)).To(CompleteAsRuled("cq.getresults.receive.nd-buffer-overflow"))
		})

	It("tells the sender of a message that is longer than the Receive, and the connection ends",
		Covers("cq.getresults.send.nd-remote-error"), func(ctx SpecContext) {
			x := exchangeFor(ctx, nd2.RequestSend, Shape{})
			Expect(x.other.Receive(1, x.other.Memory.List(x.sink, x.length-1))).To(Return(nd2.Success))
			Expect(x.post(nd2.RequestSend, 1, 0)).To(Return(nd2.Success))
			Expect(Result(ctx, x.Initiated)).To(CompleteAsRuled("cq.getresults.send.nd-remote-error"))
			x.expectDisconnected(ctx)
		})

	It("tells the sender, after a while, that the peer posts no Receive", Covers("cq.getresults.send.nd-io-timeout"),
		Pin(ReceiveQueue, "a peer waits longer for those of a shared queue"),
		func(ctx SpecContext) {
			x := exchangeFor(ctx, nd2.RequestSend, Shape{})
			Expect(x.post(nd2.RequestSend, 1, 0)).To(Return(nd2.Success))
			result, ended := resultInTime(ctx, x.Initiated)
			Expect(ended).To(BeSo("a result of the Send that no Receive takes", "none in time"))
			Expect(result).To(CompleteAsRuled("cq.getresults.send.nd-io-timeout"))
		})

	It("is ND_INVALID_DEVICE_REQUEST, unless the call returns that, when a window that is not bound is invalidated",
		Covers("cq.getresults.invalidate.nd-invalid-device-request"), func(ctx SpecContext) {
			x := exchangeFor(ctx, nd2.RequestInvalidate, Shape{})
			returned := x.Invalidate(1, x.MemoryWindow(), 0)
			Expect(EndOf(ctx, x.Initiated, returned)).To(Return(nd2.InvalidDeviceRequest))
		})

	It("is ND_INVALID_DEVICE_REQUEST, unless the call returns that, when a window is invalidated again",
		Covers("cq.getresults.invalidate.nd-invalid-device-request"), Variant("again"), func(ctx SpecContext) {
			x := exchangeFor(ctx, nd2.RequestInvalidate, Shape{})
			x.prepare(ctx, nd2.RequestInvalidate, 1)
			window := x.bound[0]
			x.carryOut(nd2.RequestInvalidate, 1, 0)
			Expect(Result(ctx, x.Initiated)).To(CompleteWith(nd2.Success))
			returned := x.Invalidate(2, window, 0)
			Expect(EndOf(ctx, x.Initiated, returned)).To(Return(nd2.InvalidDeviceRequest))
		})

	DescribeTable("is ND_INVALID_DEVICE_REQUEST for what the hardware finds malformed:",
		func(ctx SpecContext, kind nd2.RequestType) {
			expectFault(ctx, kind, providers.RequestDamaged, nd2.InvalidDeviceRequest)
		},
		Entry("a Send", Covers("cq.getresults.send.nd-invalid-device-request"), nd2.RequestSend),
		Entry("a Receive", Covers("cq.getresults.receive.nd-invalid-device-request"), nd2.RequestReceive),
		Entry("a Bind", Covers("cq.getresults.bind.nd-invalid-device-request"), nd2.RequestBind),
		Entry("a Read", Covers("cq.getresults.read.nd-invalid-device-request"), nd2.RequestRead),
		Entry("a Write", Covers("cq.getresults.write.nd-invalid-device-request"), nd2.RequestWrite),
	)

	DescribeTable("is ND_INTERNAL_ERROR for what the hardware fails to process:",
		func(ctx SpecContext, kind nd2.RequestType) {
			expectFault(ctx, kind, providers.RequestInternal, nd2.InternalError)
		},
		Entry("a Send", Covers("cq.getresults.send.nd-internal-error"), nd2.RequestSend),
		Entry("a Receive", Covers("cq.getresults.receive.nd-internal-error"), nd2.RequestReceive),
		Entry("a Bind", Covers("cq.getresults.bind.nd-internal-error"), nd2.RequestBind),
		Entry("an Invalidate", Covers("cq.getresults.invalidate.nd-internal-error"), nd2.RequestInvalidate),
		Entry("a Read", Covers("cq.getresults.read.nd-internal-error"), nd2.RequestRead),
		Entry("a Write", Covers("cq.getresults.write.nd-internal-error"), nd2.RequestWrite),
	)

	DescribeTable("is ND_REMOTE_ERROR for what the peer's hardware fails to carry out:",
		func(ctx SpecContext, kind nd2.RequestType, id string) {
			x := exchangeFor(ctx, kind, Shape{})
			x.other.InjectIfPossible(providers.Fault{Kind: providers.ResponderInternal, Request: kind.String()})
			x.carryOut(kind, 1, 0)
			x.expectFailure(ctx, kind, id)
		},
		Entry("a Send", Covers("cq.getresults.responder-failure"), nd2.RequestSend, "cq.getresults.responder-failure"),
		Entry("a Read", Covers("cq.getresults.read.nd-remote-error"), nd2.RequestRead, "cq.getresults.read.nd-remote-error"),
		Entry("a Write", Covers("cq.getresults.write.nd-remote-error"), nd2.RequestWrite,
			"cq.getresults.write.nd-remote-error"),
	)

	DescribeTable("is ND_IO_TIMEOUT when the peer cannot be reached, for",
		func(ctx SpecContext, kind nd2.RequestType, id string) {
			x := exchangeFor(ctx, kind, Shape{})
			x.Inject(providers.Fault{Kind: providers.Partition})
			x.carryOut(kind, 1, 0)
			x.expectFailure(ctx, kind, id)
		},
		Entry("a Send", Covers("cq.getresults.send.io-timeout-unreachable"), nd2.RequestSend,
			"cq.getresults.send.io-timeout-unreachable"),
		Entry("a Read", Covers("cq.getresults.read.nd-io-timeout"), nd2.RequestRead, "cq.getresults.read.nd-io-timeout"),
		Entry("a Write", Covers("cq.getresults.write.nd-io-timeout"), nd2.RequestWrite, "cq.getresults.write.nd-io-timeout"),
	)

	DescribeTable("is ND_IO_TIMEOUT when the peer cannot be reached, whose long Read is being answered, for",
		func(ctx SpecContext, kind nd2.RequestType, id string) {
			x := answering(ctx)
			if x.post(kind, 1, 0) != nd2.Success {
				Unobservable("the connection has ended by the answer")
			}
			result := Result(ctx, x.Initiated)
			Expect([]nd2.Result{result}).To(HaveOutcomes(Outcome(kind, 1, result.Status)))
			if result.Status == nd2.Canceled {
				Unobservable("the connection has ended by the answer")
			}
			Expect(result).To(CompleteAsRuled(id))
		},
		Entry("a Send", Covers("cq.getresults.send.io-timeout-unreachable"), Variant("answering"), nd2.RequestSend,
			"cq.getresults.send.io-timeout-unreachable"),
		Entry("a Read", Covers("cq.getresults.read.nd-io-timeout"), Variant("answering"), nd2.RequestRead,
			"cq.getresults.read.nd-io-timeout"),
		Entry("a Write", Covers("cq.getresults.write.nd-io-timeout"), Variant("answering"), nd2.RequestWrite,
			"cq.getresults.write.nd-io-timeout"),
	)
})

// expectFault shows that a request which the hardware fails to carry out ends with
// status: the first of its type after the fault.
func expectFault(ctx context.Context, kind nd2.RequestType, fault providers.FaultKind, status nd2.Status) {
	x := exchangeFor(ctx, kind, Shape{})
	x.prepare(ctx, kind, 1)
	x.Inject(providers.Fault{Kind: fault, Request: kind.String()})
	x.carryOut(kind, 1, 0)
	Expect(Results(ctx, x.queueOf(kind), 1)).To(HaveOutcomes(Outcome(kind, 1, status)))
}

// answering connects the local end, passively, to a peer that is cut off while its long Read is being answered. The
// local end has posted nothing itself.
func answering(ctx context.Context) *exchange {
	local, peer := Local(ctx), Peer(ctx)
	size := max(LongRequest(ctx), layoutFor(local, peer).size)
	c := Accepted(ctx, Shape{MemorySize: size})
	x := &exchange{End: c.Passive, other: c.Active, Connection: c, layout: layoutFor(local, peer)}
	x.NeedReads()
	x.other.NeedReads()
	x.carryOut(nd2.RequestReceive, 1, 0) // after which the passive end may send
	Expect(Result(ctx, x.Receives)).To(CompleteWith(nd2.Success))
	Expect(Result(ctx, x.other.Initiated)).To(CompleteWith(nd2.Success))
	theirs, from := x.other.Memory, x.Memory.Remote()
	LoseAnswers(c, func() {
		Expect(x.other.Read(2, theirs.List(0, LongRequest(ctx)), from.Address, from.Token, 0)).To(Return(nd2.Success))
	})
	return x
}

// expectFailure shows that a request which its peer has not carried out, of context 1,
// ends as the entry id has it. A request that is over once it was sent may have succeeded:
// the connection ends all the same.
func (x *exchange) expectFailure(ctx context.Context, kind nd2.RequestType, id string) {
	result := Result(ctx, x.Initiated)
	Expect([]nd2.Result{result}).To(HaveOutcomes(Outcome(kind, 1, result.Status)))
	Expect(result).To(CompleteAsRuled(id))
	x.expectDisconnected(ctx)
}
