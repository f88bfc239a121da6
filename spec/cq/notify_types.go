package cq

import (
	"context"
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2CompletionQueue::Notify", func() {
	Context("with ND_CQ_NOTIFY_ANY", func() {
		DescribeTable("is satisfied by a successful",
			func(ctx SpecContext, kind nd2.RequestType) {
				x := exchangeFor(ctx, kind, Shape{})
				x.prepare(ctx, kind, 1)
				queue := x.queueOf(kind)
				request := notify(ctx, queue, nd2.NotifyAny)
				x.carryOut(kind, 7, 0)
				Expect(request).To(CompleteWith(nd2.Success))
				Expect(Results(ctx, queue, 1)).To(HaveOutcomes(Outcome(kind, 7, nd2.Success)))
			},
			Entry("Send", Covers("cq.notify.any-by-each-request-type"), Variant("send"), nd2.RequestSend),
			Entry("Receive", Covers("cq.notify.any-by-each-request-type"), nd2.RequestReceive),
			Entry("Bind", Covers("cq.notify.any-by-each-request-type"), Variant("bind"), nd2.RequestBind),
			Entry("Invalidate", Covers("cq.notify.any-by-each-request-type"), Variant("invalidate"), nd2.RequestInvalidate),
			Entry("Read", Covers("cq.notify.any-by-each-request-type", "cq.getresults.read.nd-success"), Variant("read"),
				nd2.RequestRead),
			Entry("Write", Covers("cq.notify.any-by-each-request-type"), Variant("write"), nd2.RequestWrite),
		)
	})

	Context("with ND_CQ_NOTIFY_SOLICITED", func() {
		It("is satisfied by a solicited message", Covers("cq.notify.solicited-by-flag"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			request := notify(ctx, c.Passive.Receives, nd2.NotifySolicited)
			Expect(request).To(BePending())
			arrive(ctx, c, solicited, 1)
			Expect(request).To(CompleteWith(nd2.Success))
		})

		It("is satisfied by a solicited message that came before the request", Covers("cq.notify.solicited-by-flag"),
			Variant("before"), func(ctx SpecContext) {
				c := Accepted(ctx, Shape{})
				arrive(ctx, c, solicited, 1)
				Expect(notify(ctx, c.Passive.Receives, nd2.NotifySolicited)).To(CompleteWith(nd2.Success))
			})

		It("is satisfied by a solicited message that came before an unsolicited one and before the request",
			Covers("cq.notify.solicited-by-flag"), Variant("before-another"), func(ctx SpecContext) {
				local, peer := Local(ctx), Peer(ctx)
				local.NeedResults(2)
				n := Size(ctx, 1, local.MaxResults()-1)
				queue := local.CompletionQueue(uint32(n) + 1)
				connect := func(n int) *Connection {
					return ConnectEnds(ctx, peer.End(peer.Attainable(Shape{InitiatorDepth: uint32(n)})),
						local.End(local.Attainable(Shape{ReceiveDepth: uint32(n), UseReceives: queue})))
				}
				c, other := connect(n), connect(1)
				arrive(ctx, c, solicited, 1)
				arrive(ctx, c, unsolicited, Sequence(2, n-1)...)
				arrive(ctx, other, unsolicited, uintptr(n)+1) // of another queue pair
				Expect(notify(ctx, queue, nd2.NotifySolicited)).To(CompleteWith(nd2.Success))
				for _, r := range Results(ctx, queue, n+1) { // between queue pairs there is no order
					Expect(r).To(CompleteWith(nd2.Success))
				}
			})

		DescribeTable("is satisfied by a solicited message and not by any other,",
			func(ctx SpecContext, size int) {
				c := Accepted(ctx, Shape{MemorySize: size})
				c.NeedTransfer(size)
				request := notify(ctx, c.Passive.Receives, nd2.NotifySolicited)
				for context, flags := range []nd2.OpFlags{unsolicited, solicited} {
					Expect(request).To(BePending())
					c.Passive.PostReceives(uintptr(context), 1, size)
					Expect(c.Active.Send(1, c.Active.Memory.List(0, size), flags)).To(Return(nd2.Success))
					if flags == solicited {
						Expect(request).To(CompleteWith(nd2.Success))
					}
					expectReceived(ctx, c.Passive.Receives, uintptr(context))
					Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
				}
			},
			Entry("of no bytes", Covers("cq.notify.solicited-by-flag", "cq.notify.solicited-ignores-unsolicited"),
				Variant("empty"), 0),
			Entry("of one byte", Covers("cq.notify.solicited-by-flag", "cq.notify.solicited-ignores-unsolicited"),
				Variant("byte"), 1),
			Entry("of a packet", Covers("cq.notify.solicited-by-flag", "cq.notify.solicited-ignores-unsolicited"),
				Variant("packet"), 4096),
			Entry("of several packets", Covers("cq.notify.solicited-by-flag", "cq.notify.solicited-ignores-unsolicited"),
				Variant("packets"), 20001),
		)

		It("is satisfied by a solicited message that had to wait for its Receive", Covers("cq.notify.solicited-by-flag"),
			Variant("waited"), func(ctx SpecContext) {
				local := Local(ctx)
				if local.Info.MaxSharedReceiveQueueDepth == 0 {
					Unobservable("the adapter has no shared receive queue to hold Sends up with")
				}
				c := ConnectEnds(ctx, Peer(ctx).End(Shape{}), local.End(Shape{SharedReceives: true}))
				request := notify(ctx, c.Passive.Receives, nd2.NotifySolicited)
				Expect(c.Active.Send(1, nil, solicited)).To(Return(nd2.Success))
				Expect(request).To(BePending())
				Expect(c.Passive.Receive(1, nil)).To(Return(nd2.Success))
				Expect(request).To(CompleteWith(nd2.Success))
				expectReceived(ctx, c.Passive.Receives, 1)
				Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			})

		It("keeps waiting while unsolicited messages come",
			Covers("cq.notify.solicited-ignores-unsolicited", "cq.notify.solicited-by-flag"), func(ctx SpecContext) {
				c := Accepted(ctx, Shape{})
				queue := c.Passive.Receives
				for range c.Active.InitiatorDepth() { // each place of the sender's queue solicits
					arrive(ctx, c, solicited, 1)
					expectReceived(ctx, queue, 1)
				}
				arrive(ctx, c, solicited, 1)
				Expect(notify(ctx, queue, nd2.NotifySolicited)).To(CompleteWith(nd2.Success))
				expectReceived(ctx, queue, 1)
				request := notify(ctx, queue, nd2.NotifySolicited)
				for _, context := range Sequence(1, 4) {
					arrive(ctx, c, unsolicited, context)
					expectReceived(ctx, queue, context)
					Expect(request).To(BePending())
				}
				arrive(ctx, c, solicited, 5)
				Expect(request).To(CompleteWith(nd2.Success))
				expectReceived(ctx, queue, 5)
			})

		It("does not use up unsolicited messages: the next request is completed by them",
			Covers("cq.notify.since-last-notification", "cq.notify.solicited-ignores-unsolicited"), Variant("solicited"),
			func(ctx SpecContext) {
				n := Size(ctx, 1)
				c := acceptedFor(ctx, n)
				queue := c.Passive.Receives
				request := notify(ctx, queue, nd2.NotifySolicited)
				arrive(ctx, c, unsolicited, Sequence(1, n)...)
				Expect(request).To(BePending())
				Expect(notify(ctx, queue, nd2.NotifyAny)).To(CompleteWith(nd2.Success))
				expectReceived(ctx, queue, Sequence(1, n)...)
				queue.CancelOverlappedRequests()
				request.Wait()
			})

		It("keeps waiting although unsolicited messages are queued", Covers("cq.notify.solicited-ignores-queued"),
			func(ctx SpecContext) {
				expectIgnored(ctx, nd2.NotifySolicited)
			})

		It("is not satisfied by what this end has sent", Covers("cq.notify.solicited-ignores-unsolicited"),
			Variant("own-sends"), func(ctx SpecContext) {
				c := Connect(ctx, Shape{})
				queue := c.Active.Initiated
				request := notify(ctx, queue, nd2.NotifySolicited)
				c.Passive.PostReceives(1, 1, 8)
				Expect(c.Active.Send(1, nil, nd2.SendAndSolicitEvent)).To(Return(nd2.Success))
				Expect(Result(ctx, queue)).To(CompleteWith(nd2.Success))
				expectUnnotified(queue, request)
			})
	})

	DescribeTable(
		"with ND_CQ_NOTIFY_ANY takes precedence over ND_CQ_NOTIFY_SOLICITED: one unsolicited message completes both, "+
			"every time,",
		func(ctx SpecContext, kinds ...nd2.NotifyType) {
			c := Accepted(ctx, Shape{})
			for _, context := range Sequence(1, 3) {
				requests := notifyEach(ctx, c.Passive.Receives, kinds...)
				arrive(ctx, c, unsolicited, context)
				expectEach(requests, CompleteWith(nd2.Success))
				expectReceived(ctx, c.Passive.Receives, context)
			}
		},
		Entry("when it is asked for last", Covers("cq.notify.any-overrides-solicited"),
			nd2.NotifySolicited, nd2.NotifyAny),
		Entry("when it is asked for first", Covers("cq.notify.any-overrides-solicited"), Variant("any-first"),
			nd2.NotifyAny, nd2.NotifySolicited),
		Entry("when it is asked for in between",
			Covers("cq.notify.any-overrides-solicited", "cq.notify.releases-every-request"), Variant("in-between"),
			nd2.NotifySolicited, nd2.NotifyAny, nd2.NotifySolicited),
		Entry("when it is asked for after several others", Covers("cq.notify.any-overrides-solicited"),
			Variant("after-several"),
			nd2.NotifySolicited, nd2.NotifySolicited, nd2.NotifySolicited, nd2.NotifyAny),
	)

	It("gives no precedence once requests for any and for solicited results have both been completed",
		Covers("cq.notify.any-overrides-solicited", "cq.notify.solicited-ignores-unsolicited"), Variant("over"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			queue := c.Passive.Receives
			requests := notifyEach(ctx, queue, nd2.NotifySolicited, nd2.NotifyAny)
			arrive(ctx, c, unsolicited, 1)
			expectEach(requests, CompleteWith(nd2.Success))
			expectReceived(ctx, queue, 1)
			request := notify(ctx, queue, nd2.NotifySolicited)
			for _, context := range Sequence(2, 2) {
				arrive(ctx, c, unsolicited, context)
				expectReceived(ctx, queue, context)
			}
			expectUnnotified(queue, request)
		})

	Context("with ND_CQ_NOTIFY_ERRORS", func() {
		It("is not satisfied by messages that arrive, solicited or not", Covers("cq.notify.errors-ignores-success"),
			func(ctx SpecContext) {
				c := Accepted(ctx, Shape{})
				request := notify(ctx, c.Passive.Receives, nd2.NotifyErrors)
				for _, context := range Sequence(1, 8) {
					arrive(ctx, c, nd2.OpFlags(context%2)*solicited, context)
					expectReceived(ctx, c.Passive.Receives, context)
				}
				expectUnnotified(c.Passive.Receives, request)
			})

		It("does not use up messages: the next request is completed by them",
			Covers("cq.notify.since-last-notification", "cq.notify.errors-ignores-success"), Variant("errors"),
			func(ctx SpecContext) {
				c := acceptedFor(ctx, 2)
				request := notify(ctx, c.Passive.Receives, nd2.NotifyErrors)
				arrive(ctx, c, solicited, 1)
				Expect(notify(ctx, c.Passive.Receives, nd2.NotifySolicited)).To(CompleteWith(nd2.Success))
				arrive(ctx, c, unsolicited, 2)
				Expect(notify(ctx, c.Passive.Receives, nd2.NotifyAny)).To(CompleteWith(nd2.Success))
				c.Passive.Receives.CancelOverlappedRequests()
				request.Wait()
			})

		It("keeps waiting although messages are queued", Covers("cq.notify.errors-ignores-queued"), func(ctx SpecContext) {
			expectIgnored(ctx, nd2.NotifyErrors)
		})

		DescribeTable("keeps no other request from being completed:",
			func(ctx SpecContext, other nd2.NotifyType, errorsFirst bool) {
				c := Accepted(ctx, Shape{})
				queue := c.Passive.Receives
				kinds := []nd2.NotifyType{other, nd2.NotifyErrors}
				at := 0
				if errorsFirst {
					kinds, at = []nd2.NotifyType{nd2.NotifyErrors, other}, 1
				}
				requests := notifyEach(ctx, queue, kinds...)
				arrive(ctx, c, solicited, 1)
				Expect(requests[at]).To(CompleteWith(nd2.Success))
				queue.CancelOverlappedRequests()
				requests[1-at].Wait()
			},
			Entry("one for any result, made before it", Covers("cq.notify.releases-every-request"), Variant("before-errors"),
				nd2.NotifyAny, false),
			Entry("one for any result, made after it", Covers("cq.notify.releases-every-request"), Variant("after-errors"),
				nd2.NotifyAny, true),
			Entry("one for solicited results, made before it", Covers("cq.notify.releases-every-request"),
				Variant("solicited-before-errors"), nd2.NotifySolicited, false),
			Entry("one for solicited results, made after it", Covers("cq.notify.releases-every-request"),
				Variant("solicited-after-errors"), nd2.NotifySolicited, true),
		)

		It("may be completed by whatever completes another request", Covers("cq.notify.errors-beside-any"),
			func(ctx SpecContext) {
				c := Accepted(ctx, Shape{})
				queue := c.Passive.Receives
				errors, other := notify(ctx, queue, nd2.NotifyErrors), notify(ctx, queue, nd2.NotifyAny)
				arrive(ctx, c, unsolicited, 1)
				Expect(other).To(CompleteWith(nd2.Success))
				queue.CancelOverlappedRequests()
				Record(fmt.Sprintf("a trigger for ND_CQ_NOTIFY_ANY ended a request for ND_CQ_NOTIFY_ERRORS with %v", errors.Wait()))
			})
	})

	DescribeTable("is satisfied by a result with an error status,",
		func(ctx SpecContext, kind nd2.NotifyType, request nd2.RequestType, fail func(*exchange)) {
			x := exchangeFor(ctx, request, Shape{})
			queue := x.queueOf(request)
			waiting := notify(ctx, queue, kind)
			Expect(waiting).To(BePending())
			fail(x)
			Expect(waiting).To(CompleteWith(nd2.Success))
			Expect(Result(ctx, queue).Status).NotTo(Equal(nd2.Success), "the status of what notified")
		},
		Entry("if any result is asked for and a Write has failed", Covers("cq.notify.error-satisfies-any"),
			nd2.NotifyAny, nd2.RequestWrite, failWrite),
		Entry("if any result is asked for and a silent Write has failed", Covers("cq.notify.error-satisfies-any"),
			Variant("silent"),
			nd2.NotifyAny, nd2.RequestWrite, failSilentWrite),
		Entry("if any result is asked for and a Receive was too short", Covers("cq.notify.error-satisfies-any"),
			Variant("receive"),
			nd2.NotifyAny, nd2.RequestReceive, overfillReceive),
		Entry("if any result is asked for and a Receive was canceled", Covers("cq.notify.error-satisfies-any"), ownReceives,
			Variant("canceled"),
			nd2.NotifyAny, nd2.RequestReceive, cancelReceive),
		Entry("if solicited results are asked for and a Write has failed", Covers("cq.notify.error-satisfies-solicited"),
			Variant("write"),
			nd2.NotifySolicited, nd2.RequestWrite, failWrite),
		Entry("if solicited results are asked for and a silent Write has failed",
			Covers("cq.notify.error-satisfies-solicited"), Variant("silent"),
			nd2.NotifySolicited, nd2.RequestWrite, failSilentWrite),
		Entry("if solicited results are asked for and a Receive was too short", Covers("cq.notify.error-satisfies-solicited"),
			nd2.NotifySolicited, nd2.RequestReceive, overfillReceive),
		Entry("if solicited results are asked for and a Receive was canceled", Covers("cq.notify.error-satisfies-solicited"),
			ownReceives,
			Variant("canceled"),
			nd2.NotifySolicited, nd2.RequestReceive, cancelReceive),
	)

	It("with ND_CQ_NOTIFY_ERRORS may be completed by a result with an error status",
		Covers("cq.notify.error-satisfies-errors"), func(ctx SpecContext) {
			x := exchangeFor(ctx, nd2.RequestReceive, Shape{})
			request := notify(ctx, x.Receives, nd2.NotifyErrors)
			overfillReceive(x)
			Result(ctx, x.Receives)
			x.Receives.CancelOverlappedRequests()
			Record(fmt.Sprintf("a failed Receive ended a request for ND_CQ_NOTIFY_ERRORS with %v", request.Wait()))
		})
})

// expectIgnored shows that messages which nobody solicited, queued before a request or
// while it waits, do not satisfy it.
func expectIgnored(ctx context.Context, kind nd2.NotifyType) {
	n := Size(ctx, 1)
	c := acceptedFor(ctx, n)
	arrive(ctx, c, unsolicited, Sequence(1, n)...)
	request := notify(ctx, c.Passive.Receives, kind)
	expectReceived(ctx, c.Passive.Receives, Sequence(1, n)...)
	expectUnnotified(c.Passive.Receives, request)
}

// failWrite has a Write fail, whose memory is not registered.
func failWrite(x *exchange) {
	returned := writeInvalidMemory(x)
	SkipIfFoundInCall(returned)
	Expect(returned).To(Return(nd2.Success))
}

// failSilentWrite has one fail that is not to be told of if it succeeds.
func failSilentWrite(x *exchange) {
	theirs := x.other.Memory
	returned := x.Write(1, unregistered(x), theirs.Address(x.sink), theirs.GetRemoteToken(), nd2.SilentSuccess)
	SkipIfFoundInCall(returned)
	Expect(returned).To(Return(nd2.Success))
}

// overfillReceive has a Receive fail, which a message is too long for.
func overfillReceive(x *exchange) {
	Expect(x.Receive(1, x.Memory.List(x.sink, x.length-1))).To(Return(nd2.Success))
	Expect(x.other.Send(1, x.other.Memory.List(source, x.length), 0)).To(Return(nd2.Success))
}

// cancelReceive has a Receive canceled.
func cancelReceive(x *exchange) {
	Expect(x.Receive(1, nil)).To(Return(nd2.Success))
	Expect(x.Flush()).To(Return(nd2.Success))
}
