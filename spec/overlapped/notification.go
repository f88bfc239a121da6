package overlapped

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("A request with an OVERLAPPED", func() {
	When("it has returned ND_PENDING", func() {
		DescribeTable("is notified once, when it completes",
			func(ctx SpecContext, prepare maker) {
				w := prepare(ctx)
				request := w.begin()
				Expect(request).To(BePending())
				pass(ctx, w.Side)
				expectNotified(request, w.Side, 0)
				w.cancel()
				Expect(request).To(CompleteWith(nd2.Canceled))
				UntilPacket(ctx, request, "the request's packet at the completion port", func() bool {
					return request.Posts(w.Port) >= request.Event.Due()
				})
				pass(ctx, w.Side)
				expectNotified(request, w.Side, request.Event.Due())
			}, eachWaiter("overlapped.notification.pending"))

		It("has reset the event", Covers("overlapped.notification.resets-event"), func(ctx SpecContext) {
			w := listening(ctx)
			l := w.Overlapping.(nd2.Listener)
			event := NewEvent()
			event.Set()
			o := &nd2.Overlapped{Event: event}
			for range 3 { // from the second on, the request before has set it
				Expect(l.GetConnectionRequest(w.Connector(), o)).To(Return(nd2.Pending))
				Expect(!event.IsSet()).To(BeSo("GetConnectionRequest to reset its event", "the event is set as before"))
				Expect(l.CancelOverlappedRequests()).To(Return(nd2.Success))
				AwaitEvent(ctx, event, "a request that has been canceled")
				Until(ctx, "the request to have ended", func() bool { return l.GetOverlappedResult(o, false) != nd2.Pending })
				Expect(l.GetOverlappedResult(o, false)).To(Return(nd2.Canceled))
			}
		})

		It("has reset an event that another object's request had set", Covers("overlapped.notification.resets-event"),
			Variant("another-object"), func(ctx SpecContext) {
				side := ownFile(Local(ctx))
				o := &nd2.Overlapped{Event: NewEvent()}
				for range 3 {
					queue := side.CompletionQueue(1)
					Expect(queue.Notify(nd2.NotifyAny, o)).To(Return(nd2.Pending))
					Expect(!o.Event.(*Event).IsSet()).To(BeSo("Notify to reset its event", "the event is set as before"))
					Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
					AwaitEvent(ctx, o.Event.(*Event), "a request that has been canceled")
					Until(ctx, "the request to have ended", func() bool { return queue.GetOverlappedResult(o, false) != nd2.Pending })
					Expect(queue.GetOverlappedResult(o, false)).To(Return(nd2.Canceled))
				}
			})

		It("has a separate packet even if it shares its event with another request",
			Covers("overlapped.notification.pending"), Variant("shared-event"), func(ctx SpecContext) {
				side := ownFile(Local(ctx))
				queue, event := side.CompletionQueue(1), NewEvent()
				requests := []*nd2.Overlapped{{Event: event}, {Event: event}, {Event: event}}
				for _, o := range requests {
					returned := queue.Notify(nd2.NotifyAny, o)
					SkipIfLacking("room for another request for a notification", returned)
					Expect(returned).To(Return(nd2.Pending))
				}
				Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
				for _, o := range requests {
					Until(ctx, "the request's packet at the completion port", func() bool {
						return slices.Contains(side.Port.Packets(), o)
					})
				}
			})

		It("needs no event", Covers("overlapped.notification.without-event"), func(ctx SpecContext) {
			w := listening(ctx)
			l, c := w.Overlapping.(nd2.Listener), w.Connector()
			var o nd2.Overlapped
			Expect(l.GetConnectionRequest(c, &o)).To(Return(nd2.Pending))
			Expect(l.CancelOverlappedRequests()).To(Return(nd2.Success))
			Until(ctx, "the request's packet at the completion port", func() bool {
				return slices.Contains(w.Port.Packets(), &o)
			})
			Until(ctx, "the request to have ended", func() bool { return l.GetOverlappedResult(&o, false) != nd2.Pending })
			Expect(l.GetOverlappedResult(&o, false)).To(Return(nd2.Canceled))
		})

		It("needs no event where its OVERLAPPED has served with one", Covers("overlapped.notification.without-event"),
			Variant("had-one"), func(ctx SpecContext) {
				w := listening(ctx)
				l, c := w.Overlapping.(nd2.Listener), w.Connector()
				o := nd2.Overlapped{Event: NewEvent()}
				for range 2 {
					before := len(w.Port.Packets())
					Expect(l.GetConnectionRequest(c, &o)).To(Return(nd2.Pending))
					Expect(l.CancelOverlappedRequests()).To(Return(nd2.Success))
					Until(ctx, "the request's packet at the completion port", func() bool {
						return slices.Contains(w.Port.Packets()[before:], &o)
					})
					Until(ctx, "the request to have ended", func() bool { return l.GetOverlappedResult(&o, false) != nd2.Pending })
					o.Event = nil
				}
			})

		DescribeTable("ends with the last Release of its object",
			func(ctx SpecContext, prepare maker) {
				w := prepare(ctx)
				request := w.begin()
				Expect(request).To(BePending())
				w.release()
				AwaitEvent(ctx, request.Event, "a request of an object that has been released")
				UntilPacket(ctx, request, "the request's packet at the completion port", func() bool {
					return request.Posts(w.Port) > 0
				})
				pass(ctx, w.Side)
				expectNotified(request, w.Side, 1)
			}, eachWaiter("overlapped.release.ends-requests"))
	})

	When("it fails at once", func() {
		DescribeTable("is not notified", noPacket(ReturnFailure()), eachFailure("overlapped.notification.inline-error"),
			eachLateFailure("overlapped.notification.inline-error"))

		DescribeTable("leaves the event alone", untouchedEvent, eachFailure("overlapped.notification.inline-event"),
			eachLateFailure("overlapped.notification.inline-event"))

		DescribeTable("leaves the OVERLAPPED alone", untouchedOverlapped,
			eachFailure("overlapped.notification.inline-overlapped"),
			eachLateFailure("overlapped.notification.inline-overlapped"))
	})

	When("it succeeds at once", func() {
		DescribeTable("is not notified", noPacket(Return(nd2.Success)),
			eachSuccess("overlapped.notification.inline-success"))

		DescribeTable("should leave the event alone", untouchedEvent, eachSuccess("overlapped.notification.inline-event"))

		DescribeTable("should leave the OVERLAPPED alone", untouchedOverlapped,
			eachSuccess("overlapped.notification.inline-overlapped"))
	})
})

var _ = Describe("An overlapped file", func() {
	When("its objects have no requests in progress", func() {
		It("receives no notification", Covers("overlapped.notification.requested-only"), func(ctx SpecContext) {
			side := Local(ctx)
			own := ownFile(side) // for the queues and the connector only
			a := NewAttempt(ctx, side.End(Shape{UseReceives: own.CompletionQueue(1), UseInitiated: own.CompletionQueue(1)}),
				Peer(ctx).End(Shape{}))
			a.Active.Connector = own.Connector()
			Expect(a.Active.Connector.Bind(side.Sockaddr(0))).To(Return(nd2.Success))
			connect := a.Request(nil)
			accept := a.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			complete := a.Complete()
			Expect(complete).To(CompleteWith(nd2.Success))
			Expect(accept).To(CompleteWith(nd2.Success))
			c := Connection{Ends: a.Ends}
			for range 8 {
				c.Settle(ctx)
			}
			left := Start(ctx, c.Passive.Connector, c.Passive.Connector.Disconnect)
			follow := Start(ctx, c.Active.Connector, c.Active.Connector.Disconnect) // it may wait for that
			follow.Wait()
			Expect(left).To(CompleteWith(nd2.Success))
			expectNoneNotified(own, connect, complete, follow, pass(ctx, own))
		})
	})
})

// untouchedEvent shows that a request which ends at once does not set its event.
func untouchedEvent(ctx SpecContext, call inline) {
	side, request := call(ctx)
	expectInline(request)
	pass(ctx, side)
	Expect(request.Event.Sets()).To(BeZero(), "how often the event was set")
}

// untouchedOverlapped shows that a request which ends at once leaves its OVERLAPPED alone.
func untouchedOverlapped(ctx SpecContext, call inline) {
	_, request := call(ctx)
	expectInline(request)
	expectUntouched(request)
}

// noPacket shows that a request which ends at once, as it should, posts no packet.
func noPacket(end types.GomegaMatcher) func(ctx SpecContext, call inline) {
	return func(ctx SpecContext, call inline) {
		side, request := call(ctx)
		expectInline(request)
		Expect(request.Returned).To(end)
		pass(ctx, side)
		Expect(request.Posts(side.Port)).To(BeZero(), "packets at the completion port")
	}
}
