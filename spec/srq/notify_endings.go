package srq

import (
	"context"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// How requests that the count of Receives does not complete end.
var _ = Describe("IND2SharedReceiveQueue::Notify", func() {
	It("ends all requests with ND_CANCELED when they are canceled, and can be armed again",
		Covers("srq.notify.nd-canceled"), func(ctx SpecContext) {
			p, c := connectedPool(ctx)
			p.Post(1, p.Threshold)
			for range 2 {
				requests := []*Operation{p.Arm(ctx), p.Arm(ctx)}
				Expect(p.CancelOverlappedRequests()).To(Return(nd2.Success))
				for _, notify := range requests {
					Expect(notify).To(CompleteWith(nd2.Canceled))
				}
			}
			again := p.Arm(ctx)
			expectAwaits(ctx, again, p, c, 1)
		})

	It("leaves the requests of another queue outstanding when its own are canceled",
		Covers("srq.notify.cancels-own-requests"), func(ctx SpecContext) {
			p, other := drawnPool(ctx), drawnPool(ctx)
			c := p.Connect(ctx, 1)[0]
			p.Post(1, p.Threshold)
			notify := p.Arm(ctx)
			Expect(other.CancelOverlappedRequests()).To(Return(nd2.Success))
			expectAwaits(ctx, notify, p, c, 1)
		})

	It("ends each request once, whether the fall or the cancellation comes first", Covers("srq.notify.ends-once"),
		func(ctx SpecContext) {
			p, c := connectedPool(ctx)
			p.Post(1, p.Threshold)
			var requests []*Operation
			for delay := range delays(12) {
				notify := p.Arm(ctx)
				taken := InBackground(ctx, func() { p.Take(ctx, c, 1) })
				delay()
				Expect(p.CancelOverlappedRequests()).To(Return(nd2.Success))
				<-taken
				Expect(notify.Wait()).To(Return(nd2.Success, nd2.Canceled))
				if notify.Returned == nd2.Pending { // the fall before may have come too late for its own request
					requests = append(requests, notify)
				}
				p.Post(1, 1)
			}
			expectNotifiedOnce(ctx, p, requests)
		})

	It("notifies of each request that was pending once, by its event and through the port",
		Covers("srq.notify.notified-once"), func(ctx SpecContext) {
			p, c := connectedPool(ctx)
			p.Post(1, p.Threshold)
			requests := []*Operation{p.Arm(ctx), p.Arm(ctx)}
			p.Take(ctx, c, 1)
			p.Post(1, 1)
			requests = append(requests, p.Arm(ctx))
			Expect(p.CancelOverlappedRequests()).To(Return(nd2.Success))
			expectNotifiedOnce(ctx, p, requests)
		})

	It("posts no packet for a request that ends inline", Covers("srq.notify.inline-not-notified"), func(ctx SpecContext) {
		p := drawnPool(ctx)
		inline := p.Arm(ctx)
		if inline.Returned == nd2.Pending {
			Unobservable("the provider does not complete the request inline")
		}
		Expect(inline).To(CompleteWith(nd2.Success))

		// A later request is notified of.
		p.Post(1, p.Threshold)
		later := p.Arm(ctx)
		Expect(p.CancelOverlappedRequests()).To(Return(nd2.Success))
		expectNotifiedOnce(ctx, p, []*Operation{later})
		Expect(inline.Posts(p.Local.Port)).To(BeZero(), "packets at the port")
	})

	It("ends the outstanding requests when the last reference to the queue is released",
		Covers("srq.notify.ends-on-release"), func(ctx SpecContext) {
			queue, release := ownQueue(ctx, Local(ctx), 1, 1)
			Expect(queue.Receive(1, nil)).To(Return(nd2.Success))
			notify := Start(ctx, queue, queue.Notify)
			Expect(notify.Returned).To(Return(nd2.Pending))
			release()
			AwaitEvent(ctx, notify.Event, "a request of a queue that has been released")
		})

	It("returns ND_INSUFFICIENT_RESOURCES when the request cannot be queued",
		Covers("srq.notify.nd-insufficient-resources"), func(ctx SpecContext) {
			p := drawnPool(ctx)
			p.Local.Inject(providers.Fault{Kind: providers.OutOfResources, Call: "IND2SharedReceiveQueue::Notify"})
			Expect(p.Arm(ctx).Returned).To(Return(nd2.InsufficientResources))
		})

	It("fails with ND_DEVICE_REMOVED when the adapter has been removed", Covers("srq.notify.nd-device-removed"),
		func(ctx SpecContext) {
			p := drawnPool(ctx)
			p.Local.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(p.Arm(ctx)).To(CompleteWith(nd2.DeviceRemoved))
		})

	It("ends the outstanding requests when the adapter is removed", Covers("srq.notify.ends-on-removal"),
		func(ctx SpecContext) {
			p := drawnPool(ctx)
			p.Post(1, p.Threshold)
			notify := p.Arm(ctx)
			p.Local.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(notify).To(CompleteAsRuled("srq.notify.ends-on-removal"))
		})

	It("ends with ND_INTERNAL_ERROR when the queue has failed catastrophically, whether it was called before or after",
		Covers("srq.notify.nd-failure"), func(ctx SpecContext) {
			p := drawnPool(ctx)
			p.Post(1, p.Threshold)
			requests := []*Operation{p.Arm(ctx), p.Arm(ctx)}
			p.Local.Inject(providers.Fault{Kind: providers.SharedReceiveQueueFailure})
			for _, notify := range append(requests, p.Arm(ctx)) {
				Expect(notify).To(CompleteAsRuled("srq.notify.nd-failure"))
			}
		})

	It("ends with ND_INTERNAL_ERROR when the queue has failed catastrophically, even if the threshold is 0",
		Covers("srq.notify.failure-despite-no-threshold"), func(ctx SpecContext) {
			p := NewPool(ctx, 3, 0)
			notify := p.Arm(ctx)
			Expect(notify).To(BePending())
			p.Local.Inject(providers.Fault{Kind: providers.SharedReceiveQueueFailure})
			Expect(notify).To(CompleteAsRuled("srq.notify.failure-despite-no-threshold"))
		})

	It("makes all its queue pairs unusable when it has failed catastrophically",
		Covers("srq.notify.failure-ends-queue-pairs"), func(ctx SpecContext) {
			p, c := connectedPool(ctx)
			p.Post(1, p.Threshold+1)
			p.Take(ctx, c, 1)
			notify := p.Arm(ctx)
			p.Local.Inject(providers.Fault{Kind: providers.SharedReceiveQueueFailure})
			Expect(notify).To(CompleteAsRuled("srq.notify.nd-failure"))
			expectUnusable(ctx, c)
		})
})

var _ = Describe("IND2SharedReceiveQueue::Notify", func() {
	It("leaves unusable each of several queue pairs when the queue has failed catastrophically",
		Covers("srq.notify.failure-ends-queue-pairs"), Variant("each"), func(ctx SpecContext) {
			p := drawnPool(ctx)
			connections := p.Connect(ctx, 3)
			p.Post(1, p.Threshold)
			notify := p.Arm(ctx)
			p.Local.Inject(providers.Fault{Kind: providers.SharedReceiveQueueFailure})
			Expect(notify).To(CompleteAsRuled("srq.notify.nd-failure"))
			for _, c := range connections {
				expectUnusable(ctx, c)
			}
		})
})

// expectUnusable shows that sooner or later nothing of the passive end's, whose shared receive
// queue has failed, succeeds any more. What is posted may be refused, canceled or not told of.
func expectUnusable(ctx context.Context, c *Connection) {
	const late = 1000 // a context that nothing before has
	other := Accepted(ctx, Shape{})
	Until(ctx, "the queue pair to be unusable", func() bool {
		c.Active.Receive(late, nil)
		c.Passive.Send(late, nil, 0)
		c.Active.Send(late, nil, 0)
		other.Settle(ctx)
		succeeded := func(r nd2.Result) bool { return r.RequestContext == late && r.Status == nd2.Success }
		results := slices.Concat(Drain(c.Active.Receives), Drain(c.Passive.Initiated), Drain(c.Passive.Receives))
		Drain(c.Active.Initiated)
		return !slices.ContainsFunc(results, succeeded)
	})
}
