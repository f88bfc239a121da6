package overlapped

import (
	"context"
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Overlapped::CancelOverlappedRequests", func() {
	DescribeTable("ends a request with ND_CANCELED",
		func(ctx SpecContext, prepare maker) {
			w := prepare(ctx)
			request := w.begin()
			Expect(request).To(BePending())
			w.cancel()
			Expect(request).To(CompleteWith(nd2.Canceled))
		}, eachWaiter("overlapped.canceloverlappedrequests.nd-success"))

	DescribeTable("ends several requests with ND_CANCELED",
		func(ctx SpecContext, prepare maker) {
			w := prepare(ctx)
			requests := several(ctx, w)
			w.cancel()
			for _, r := range requests {
				Expect(r).To(CompleteWith(nd2.Canceled))
			}
		},
		Entry("(GetConnectionRequest)", Covers("overlapped.canceloverlappedrequests.nd-success"), Variant("several"),
			maker(listening)),
		Entry("(Notify)", Covers("overlapped.canceloverlappedrequests.nd-success"), Variant("several-notify"),
			maker(polling)),
		Entry("(Notify of a shared receive queue)", Covers("overlapped.canceloverlappedrequests.nd-success"),
			Variant("several-notify-shared"), maker(replenishing)),
	)

	DescribeTable("has given a request for a notification its status by the time that it returns",
		func(ctx SpecContext, prepare maker) {
			w := prepare(ctx)
			request := w.begin()
			Expect(request).To(BePending())
			w.cancel()
			Expect(request.Status()).To(Return(nd2.Canceled), "when CancelOverlappedRequests has returned")
		}, eachLoneWaiter("overlapped.canceloverlappedrequests.status-on-return"),
		Entry("(NotifyDisconnect)", Covers("overlapped.canceloverlappedrequests.status-on-return"),
			Variant("notify-disconnect"), maker(connected)))

	DescribeTable("(for the record): notifies of several requests in order",
		func(ctx SpecContext, prepare maker) {
			w := prepare(ctx)
			requests := several(ctx, w)
			w.cancel()
			for _, r := range requests {
				UntilPacket(ctx, r, "a packet of each request", func() bool { return r.Posts(w.Port) > 0 })
			}
			inOrder := slices.Equal(w.Port.Order(requests...), Sequence(0, len(requests)))
			Record(fmt.Sprintf("The packets of canceled requests are in the order of the requests: %t.", inOrder))
		}, eachLoneWaiter("overlapped.canceloverlappedrequests.in-order"))

	DescribeTable("(for the record): has notified of several requests by the time that it returns",
		func(ctx SpecContext, prepare maker) {
			w := prepare(ctx)
			requests := several(ctx, w)
			w.cancel()
			Record(fmt.Sprintf("%d of %d packets of canceled requests are at the port when the call returns.",
				len(w.Port.Order(requests...)), len(requests)))
		}, eachLoneWaiter("overlapped.canceloverlappedrequests.at-once"))

	DescribeTable("succeeds and notifies nobody when no request is in progress",
		func(ctx SpecContext, prepare maker) {
			w := prepare(ctx)
			w.cancel()
			barrier := pass(ctx, w.Side)
			expectNoneNotified(w.Side, append(w.made, barrier)...)
			for _, request := range w.made {
				Expect(request.Event.Sets()).To(BeNumerically("<=", request.Event.Due()),
					"how often the event of a request that had ended was set")
			}
		}, eachWaiter("overlapped.canceloverlappedrequests.nothing-pending"))

	It("leaves the status of a request that has completed alone, and what it has done",
		Covers("overlapped.canceloverlappedrequests.completed-stay"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			done := a.Get()
			connect := a.Connect(nil)
			Expect(done).To(CompleteWith(nd2.Success))
			waiting := a.Another().Get()
			Expect(a.Listener.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(waiting).To(CompleteWith(nd2.Canceled))
			Expect(done).To(CompleteWith(nd2.Success))

			accept := a.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			Expect(a.Active.Connector.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(connect).To(CompleteWith(nd2.Success))
			a.Finish(accept).Settle(ctx)
		})

	It("leaves the object able to take further requests", Covers("overlapped.canceloverlappedrequests.usable-again"),
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			for range 3 {
				canceled := a.Another().Get()
				Expect(a.Listener.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(canceled).To(CompleteWith(nd2.Canceled))
			}
			a.Establish().Settle(ctx)
		})

	It("leaves the object able to take further requests, however often it is called",
		Covers("overlapped.canceloverlappedrequests.usable-again"), Variant("often"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			half, end := HalfTimeout(ctx)
			defer end()
			for done := 0; done < oftener && half.Err() == nil; done++ {
				taker, release := a.Passive.Side.OwnConnector()
				canceled := Start(ctx, a.Listener, func(o *nd2.Overlapped) nd2.Status {
					return a.Listener.GetConnectionRequest(taker, o)
				})
				Expect(a.Listener.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(canceled).To(CompleteWith(nd2.Canceled))
				release()
			}
			c := a.Establish()
			queue, event := c.Passive.Receives, NewEvent()
			for done := 0; done < oftener && half.Err() == nil; done++ {
				notify := Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, o) })
				Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(notify).To(CompleteWith(nd2.Canceled))
				left := Start(ctx, c.Passive.Connector, c.Passive.Connector.NotifyDisconnect)
				Expect(c.Passive.Connector.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(left).To(CompleteWith(nd2.Canceled))
			}
			Expect(queue.Notify(nd2.NotifyAny, &nd2.Overlapped{Event: event})).To(Return(nd2.Pending))
			left := Start(ctx, c.Passive.Connector, c.Passive.Connector.NotifyDisconnect)
			c.Passive.PostReceives(1, 1, 8)
			Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
			AwaitEvent(ctx, event, "the Notify of a queue that has a result")
			Expect(Results(ctx, queue, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
			Start(ctx, c.Active.Connector, c.Active.Connector.Disconnect)
			Expect(left).To(CompleteAsRuled("connector.notifydisconnect.nd-success"))
		})

	It("returns ND_UNSUCCESSFUL when a request cannot be canceled, and the request goes on",
		Covers("overlapped.canceloverlappedrequests.nd-unsuccessful"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			request := a.Get()
			undo := a.Passive.Inject(providers.Fault{Kind: providers.CancelFails})
			Expect(a.Listener.CancelOverlappedRequests()).To(Return(nd2.Unsuccessful))
			Expect(request).To(BePending())
			undo()
			a.Connect(nil)
			Expect(request).To(CompleteWith(nd2.Success))
		})
})

// oftener is more than a byte can count.
const oftener = 300

// several begins requests of an object, more than a provider is likely to keep in an array.
func several(ctx context.Context, w waiter) (requests []*Operation) {
	for range max(17, Size(ctx, 17, 65)) {
		request := w.begin()
		if len(requests) > 0 {
			SkipIfLacking("room for another request", request.Returned)
		}
		requests = append(requests, request)
	}
	for _, r := range requests {
		Expect(r).To(BePending())
	}
	return requests
}
