package overlapped

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// CancelOverlappedRequests must not harm an idle object.
var _ = Describe("IND2Overlapped::CancelOverlappedRequests without a request in progress", func() {
	DescribeTable("leaves as it was",
		func(ctx SpecContext, check func(ctx SpecContext)) { check(ctx) },
		Entry("a connector that connects later", Covers("overlapped.canceloverlappedrequests.usable-again"),
			Variant("idle-bound"), func(ctx SpecContext) {
				a := Attempting(ctx)
				cancelIdle(a.Active.Connector)
				a.Establish().Settle(ctx)
			}),
		Entry("a connector that takes a request later", Covers("overlapped.canceloverlappedrequests.usable-again"),
			Variant("idle-new"), func(ctx SpecContext) {
				a := Awaiting(ctx)
				cancelIdle(a.Passive.Connector)
				a.Establish().Settle(ctx)
			}),
		Entry("a connector that holds a request", Covers("overlapped.canceloverlappedrequests.usable-again"),
			Variant("idle-requested"), func(ctx SpecContext) {
				a := Awaiting(ctx)
				connect := a.Request(nil)
				cancelIdle(a.Passive.Connector)
				accept := a.Accept(nil)
				Expect(connect).To(CompleteWith(nd2.Success))
				a.Finish(accept).Settle(ctx)
			}),
		Entry("a connector that is connected", Covers("overlapped.canceloverlappedrequests.usable-again"),
			Variant("idle-connected"), func(ctx SpecContext) {
				goesOn(ctx, Attempting(ctx))
			}),
		Entry("a connector that is connected, on the passive side",
			Covers("overlapped.canceloverlappedrequests.usable-again"), Variant("idle-connected-passive"),
			func(ctx SpecContext) {
				goesOn(ctx, Awaiting(ctx))
			}),
		Entry("a listener where a request waits", Covers("overlapped.canceloverlappedrequests.usable-again"),
			Variant("idle-waiting"), func(ctx SpecContext) {
				idle, _ := Local(ctx).Listener()
				waitsElsewhere := func() bool { return waits(ctx, Awaiting(ctx), idle) }
				if !waitsElsewhere() {
					BacklogTooShort(1)
				}
				a := Awaiting(ctx)
				if !waits(ctx, a, a.Listener) {
					if !waitsElsewhere() {
						BacklogTooShort(1)
					}
					Unmet("the request still to wait after the call, as others do when another listener's is made",
						"the Connect ended")
				}
			}),
		Entry("a completion queue with a result that no Notify has told of",
			Covers("overlapped.canceloverlappedrequests.usable-again"), Variant("idle-result"),
			Pin(CompletionQueues, "a message back has a result, too"), func(ctx SpecContext) {
				c := Accepted(ctx, Shape{})
				c.Settle(ctx)
				c.Passive.PostReceives(1, 1, 8)
				Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
				c.AwaitArrival(ctx)
				queue := c.Passive.Receives
				cancelIdle(queue)
				Expect(Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status {
					return queue.Notify(nd2.NotifyAny, o)
				})).To(CompleteWith(nd2.Success))
				Expect(Results(ctx, queue, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
			}),
		Entry("a memory region that is registered", Covers("overlapped.canceloverlappedrequests.usable-again"),
			Variant("idle-region"), func(ctx SpecContext) {
				c := Accepted(ctx, Shape{})
				own := c.Passive.Memory
				cancelIdle(own.MemoryRegion)
				sent := c.Active.Memory.Fill(0, 64, 1)
				Expect(c.Active.Store(ctx, own.Remote(), len(sent))).To(Return(nd2.Success))
				c.Settle(ctx)
				Expect(own.Bytes[:len(sent)]).To(HoldBytes(sent))
			}))
})

// cancelIdle cancels the requests of an object without requests.
func cancelIdle(object nd2.Overlapping) {
	Expect(object.CancelOverlappedRequests()).To(Return(nd2.Success))
}

// goesOn shows that a connection goes on, and reports its end, after its connector's idle call.
func goesOn(ctx SpecContext, a *Attempt) {
	c := a.Establish()
	c.Settle(ctx)
	own, peer := a.Subject().Connector, a.Peer().Connector
	cancelIdle(own)
	c.Settle(ctx)
	left := Start(ctx, own, own.NotifyDisconnect)
	Expect(left).To(BePending())
	Start(ctx, peer, peer.Disconnect)
	Expect(left).To(CompleteAsRuled("connector.notifydisconnect.nd-success"))
}

// waits reports whether a request still waits at an attempt's listener after the requests of an idle listener
// were canceled, this one or another. The request is then accepted.
func waits(ctx SpecContext, a *Attempt, idle nd2.Listener) bool {
	connect := a.Connect(nil)
	if connect.EndsBriefly() {
		BacklogTooShort(1)
	}
	cancelIdle(idle)
	get := a.Get()
	UntilEnd(ctx, get, "the Connect to fail", connect.Done)
	if !get.Done() {
		return false
	}
	Expect(get).To(CompleteWith(nd2.Success))
	accept := a.Accept(nil)
	Expect(connect).To(CompleteWith(nd2.Success))
	a.Finish(accept)
	return true
}
