package overlapped

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
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
				Expect(w.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(request).To(CompleteWith(nd2.Canceled))
				Until(ctx, "the request's packet at the completion port", func() bool { return request.Posts(w.Port) > 0 })
				pass(ctx, w.Side)
				expectNotified(request, w.Side, 1)
			}, eachWaiter("overlapped.notification.pending"))

		It("has reset the event", Covers("overlapped.notification.resets-event"), func(ctx SpecContext) {
			w := listening(ctx)
			l, c := w.Overlapping.(nd2.Listener), w.Connector()
			event := NewEvent()
			event.Set()
			o := &nd2.Overlapped{Event: event}
			Expect(l.GetConnectionRequest(c, o)).To(Return(nd2.Pending))
			Expect(event.Signaled()).NotTo(BeClosed(), "the event is not set")
			Expect(l.CancelOverlappedRequests()).To(Return(nd2.Success))
			Eventually(ctx, event.Signaled).Should(BeClosed(), "the event is set")
		})

		It("needs no event", Covers("overlapped.notification.without-event"), func(ctx SpecContext) {
			w := listening(ctx)
			l, c := w.Overlapping.(nd2.Listener), w.Connector()
			var o nd2.Overlapped
			Expect(l.GetConnectionRequest(c, &o)).To(Return(nd2.Pending))
			Expect(l.CancelOverlappedRequests()).To(Return(nd2.Success))
			Until(ctx, "the request's packet at the completion port", func() bool {
				packets := w.Port.Packets()
				return len(packets) > 0 && packets[len(packets)-1] == &o
			})
			Expect(l.GetOverlappedResult(&o, false)).To(Return(nd2.Canceled))
		})

		DescribeTable("ends with the last Release of its object",
			func(ctx SpecContext, prepare maker) {
				w := prepare(ctx)
				request := w.begin()
				Expect(request).To(BePending())
				w.release()
				Eventually(ctx, request.Event.Signaled()).Should(BeClosed(), "the event is set")
				Until(ctx, "the request's packet at the completion port", func() bool { return request.Posts(w.Port) > 0 })
				pass(ctx, w.Side)
				expectNotified(request, w.Side, 1)
			}, eachWaiter("overlapped.release.ends-requests"))
	})

	When("it fails at once", func() {
		DescribeTable("is not notified",
			func(ctx SpecContext, call inline) {
				side, request := call(ctx)
				expectInline(request)
				Expect(request.Returned).To(ReturnFailure())
				pass(ctx, side)
				expectNotified(request, side, 0)
			}, eachFailure("overlapped.notification.inline-error"))

		DescribeTable("leaves the OVERLAPPED alone",
			func(ctx SpecContext, call inline) {
				_, request := call(ctx)
				expectInline(request)
				expectUntouched(request)
			}, eachFailure("overlapped.notification.inline-overlapped"))
	})

	When("it succeeds at once", func() {
		DescribeTable("is not notified",
			func(ctx SpecContext, call inline) {
				side, request := call(ctx)
				expectInline(request)
				Expect(request.Returned).To(Return(nd2.Success))
				pass(ctx, side)
				expectNotified(request, side, 0)
			}, eachSuccess("overlapped.notification.inline-success"))

		DescribeTable("leaves the OVERLAPPED alone as it should",
			func(ctx SpecContext, call inline) {
				_, request := call(ctx)
				expectInline(request)
				expectUntouched(request)
			}, eachSuccess("overlapped.notification.inline-overlapped"))
	})

	When("there is none", func() {
		It("is not notified of what goes on", Covers("overlapped.notification.requested-only"), func(ctx SpecContext) {
			c := Attempting(ctx).Establish()
			pass(ctx, c.Active.Side)
			before := len(c.Active.Side.Port.Packets())
			for range 8 {
				c.Settle(ctx)
			}
			Expect(Start(ctx, c.Passive.Connector, c.Passive.Connector.Disconnect)).To(CompleteWith(nd2.Success))
			pass(ctx, c.Active.Side)
			Expect(c.Active.Side.Port.Packets()).To(HaveLen(before+1), "packets at the port, with the barrier's")
		})
	})
})
