package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What becomes of silent successes when something comes behind them.
var _ = Describe("IND2QueuePair's initiator requests with ND_OP_FLAG_SILENT_SUCCESS", func() {
	DescribeTable("yield no result when they have succeeded and a later one fails,",
		func(ctx SpecContext, request nd2.RequestType) {
			const silent, last = 7, 1
			c := Connect(ctx, Shape{})
			c.Active.NeedRequests(2)
			post := poster(ctx, c, request)
			if request == nd2.RequestSend {
				postEmpty(c.Passive, 1)
			}
			Expect(post(silent, nd2.SilentSuccess)).To(Return(nd2.Success))
			postFailing(c, nd2.RequestWrite)
			for context := uintptr(silent); context != last; {
				r := Result(ctx, c.Active.Initiated)
				context = r.RequestContext
				if context == silent { // on iWARP what is in progress may be canceled
					Expect(r).NotTo(CompleteWith(nd2.Success))
				}
			}
			Expect(Drain(c.Active.Initiated)).To(HaveOutcomes())
			expectNothingMore(ctx, c, c.Active)
		},
		Entry("for a Send", Covers("qp.send.silent-success"), Variant("failure-behind"), nd2.RequestSend),
		Entry("for a Bind", Covers("qp.bind.silent-success"), Variant("failure-behind"), nd2.RequestBind),
		Entry("for an Invalidate", Covers("qp.invalidate.silent-success"), Variant("failure-behind"), nd2.RequestInvalidate),
		Entry("for a Read", Covers("qp.read.silent-success"), Variant("failure-behind"), nd2.RequestRead),
		Entry("for a Write", Covers("qp.write.silent-success"), Variant("failure-behind"), nd2.RequestWrite))

	DescribeTable("take no room in the completion queue,",
		func(ctx SpecContext, request nd2.RequestType) {
			const room, rounds = 4, 4
			local, peer := Local(ctx), Peer(ctx)
			silent := max(5, Size(ctx, 17, local.Info.MaxInitiatorQueueDepth-1))
			c := ConnectEnds(ctx, local.End(local.Attainable(Shape{InitiatorDepth: uint32(silent + 1), QueueDepth: room})),
				peer.End(Shape{ReceiveDepth: uint32(silent)}))
			e := c.Active
			post := poster(ctx, c, request)
			for round := range uintptr(rounds) {
				if request == nd2.RequestSend {
					postEmpty(c.Passive, silent)
				}
				for range silent {
					Expect(post(0, nd2.SilentSuccess)).To(Return(nd2.Success))
				}
				Expect(e.Touch(round, c.Passive.Memory)).To(Return(nd2.Success))
				Expect(Results(ctx, e.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestWrite, round, nd2.Success)))
				if request == nd2.RequestSend {
					Results(ctx, c.Passive.Receives, silent)
				}
			}
			overrun := Start(ctx, e.Initiated, func(o *nd2.Overlapped) nd2.Status {
				return e.Initiated.Notify(nd2.NotifyErrors, o)
			})
			Expect(e.Initiated.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(overrun).To(CompleteWith(nd2.Canceled))
			c.Settle(ctx)
		},
		Entry("as Sends", Covers("qp.send.silent-success"), Variant("no-room"), nd2.RequestSend),
		Entry("as Reads", Covers("qp.read.silent-success"), Variant("no-room"), nd2.RequestRead),
		Entry("as Writes", Covers("qp.write.silent-success"), Variant("no-room"), nd2.RequestWrite))

	DescribeTable("give up their places when a later one has a result,",
		func(ctx SpecContext, request nd2.RequestType) {
			depth := max(2, Size(ctx, 2, 65))
			c := Connect(ctx, Shape{InitiatorDepth: uint32(depth), ReceiveDepth: uint32(depth)})
			e := c.Active
			for turn := range uintptr(3 * depth) {
				post := poster(ctx, c, request)
				if request == nd2.RequestSend {
					postEmpty(c.Passive, 1)
				}
				Expect(post(0, nd2.SilentSuccess)).To(Return(nd2.Success))
				Expect(e.Touch(turn, c.Passive.Memory)).To(Return(nd2.Success))
				Expect(Results(ctx, e.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestWrite, turn, nd2.Success)))
				if request == nd2.RequestSend {
					Result(ctx, c.Passive.Receives)
				}
			}
		},
		Entry("for a Send", Covers("qp.initiator.place-after-result", "qp.send.silent-success"), Variant("silent-send"),
			nd2.RequestSend),
		Entry("for a Bind", Covers("qp.initiator.place-after-result", "qp.bind.silent-success"), Variant("silent-bind"),
			nd2.RequestBind),
		Entry("for an Invalidate", Covers("qp.initiator.place-after-result", "qp.invalidate.silent-success"),
			Variant("silent-invalidate"), nd2.RequestInvalidate),
		Entry("for a Read", Covers("qp.initiator.place-after-result", "qp.read.silent-success"), Variant("silent-read"),
			nd2.RequestRead),
		Entry("for a Write", Covers("qp.initiator.place-after-result", "qp.write.silent-success"), Variant("silent-write"),
			nd2.RequestWrite))
})
