package overlapped

import (
	"context"
	"runtime"
	"sync"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Overlapped::GetOverlappedResult", func() {
	It("returns ND_SUCCESS when the request has succeeded", Covers("overlapped.getoverlappedresult.nd-success"),
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			request := a.Get()
			a.Connect(nil)
			expectPending(request)
			AwaitEvent(ctx, request.Event, "a request that has completed")
			Expect(request).To(CompleteWith(nd2.Success))
			Expect(a.Listener.GetOverlappedResult(request.Overlapped, false)).To(Return(nd2.Success))
		})

	DescribeTable("returns ND_PENDING for a request in progress",
		func(ctx SpecContext, prepare maker) {
			w := prepare(ctx)
			request := w.begin()
			Expect(request.Returned).To(Return(nd2.Pending))
			for range 2 {
				Expect(w.GetOverlappedResult(request.Overlapped, false)).To(Return(nd2.Pending))
			}
			Expect(request.Event.Sets()).To(BeZero(), "how often the event was set")
		}, eachWaiter("overlapped.getoverlappedresult.nd-pending"))

	DescribeTable("returns ND_CANCELED for a request that was canceled",
		func(ctx SpecContext, prepare maker) {
			w := prepare(ctx)
			request := w.begin()
			w.cancel()
			Expect(final(w, request.Overlapped, request.Event)).To(Return(nd2.Canceled))
		}, eachWaiter("overlapped.getoverlappedresult.nd-canceled"))

	DescribeTable("returns ND_DEVICE_REMOVED for a request whose adapter was removed",
		func(ctx SpecContext, prepare maker) {
			w := prepare(ctx)
			request := w.begin()
			Expect(request).To(BePending())
			w.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(request).To(CompleteAsRuled("overlapped.getoverlappedresult.nd-device-removed"))
		}, eachUnconnectedWaiter("overlapped.getoverlappedresult.nd-device-removed"))

	It("returns how a NotifyDisconnect has ended whose adapter was removed, by which its connection may have ended",
		Covers("overlapped.getoverlappedresult.nd-device-removed"), Variant("notify-disconnect"), func(ctx SpecContext) {
			w := connected(ctx)
			request := w.begin()
			Expect(request).To(BePending())
			w.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(request).To(CompleteWith(nd2.DeviceRemoved, nd2.Canceled, nd2.Success, nd2.ConnectionDisconnected))
		})

	It("returns once the request has completed when it is told to wait", Covers("overlapped.getoverlappedresult.waits"),
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			request := a.Get()
			ended := waitFor(ctx, a.Listener, request)
			Expect(ended).To(BeEmpty(), "the status of a request in progress")
			a.Connect(nil)
			Expect(Take(ctx, ended, "GetOverlappedResult to return after the request has completed")).To(Return(nd2.Success))
			Until(ctx, "the event of a request that has completed to be set", request.Event.IsSet)
		})

	It("returns once the request has been canceled when it is told to wait",
		Covers("overlapped.getoverlappedresult.waits"), Variant("canceled"), func(ctx SpecContext) {
			const requests = 4
			w := polling(ctx)
			var ended []<-chan nd2.Status
			for range requests {
				ended = append(ended, waitFor(ctx, w, w.begin()))
			}
			w.cancel()
			for _, one := range ended {
				Expect(Take(ctx, one, "GetOverlappedResult to return after the request has been canceled")).To(Return(nd2.Canceled))
			}
		})

	DescribeTable("returns the same status every time once it is final,",
		func(ctx SpecContext, end func(a *Attempt) (object nd2.Overlapping, request *Operation), status nd2.Status) {
			object, request := end(Attempting(ctx))
			expectPending(request)
			Expect(request).To(CompleteWith(status))
			for _, wait := range []bool{false, true, false} {
				Expect(object.GetOverlappedResult(request.Overlapped, wait)).To(Return(status))
			}
		},
		Entry("be it a success", Covers("overlapped.getoverlappedresult.status-stays"),
			func(a *Attempt) (nd2.Overlapping, *Operation) {
				connect := a.Request(nil)
				a.Accept(nil)
				return a.Active.Connector, connect
			}, nd2.Success),
		Entry("be it an error", Covers("overlapped.getoverlappedresult.status-stays"), Variant("error"),
			func(a *Attempt) (nd2.Overlapping, *Operation) {
				connect := a.Request(nil)
				Expect(a.Passive.Connector.Reject(nil)).To(Return(nd2.Success, nd2.Pending))
				return a.Active.Connector, connect
			}, nd2.ConnectionRefused),
		Entry("be it a cancellation", Covers("overlapped.getoverlappedresult.status-stays"), Variant("canceled"),
			func(a *Attempt) (nd2.Overlapping, *Operation) {
				connect := a.Request(nil)
				Cancel(a.Active.Connector)
				return a.Active.Connector, connect
			}, nd2.Canceled),
	)

	It("returns to each of several calls that wait at once the status of its request",
		Covers("overlapped.getoverlappedresult.concurrent"), func(ctx SpecContext) {
			const n, taken = 8, 3
			a := Awaiting(ctx)
			var requests []*Operation
			var statuses [n]nd2.Status
			var about, waiting sync.WaitGroup
			ended := make(chan nd2.Connector, n)
			about.Add(n)
			for i := range n {
				connector := a.Passive.Side.Connector()
				a.Passive.Connector = connector
				request := a.Get()
				requests = append(requests, request)
				waiting.Go(func() {
					about.Done()
					statuses[i] = final(a.Listener, request.Overlapped, request.Event)
					ended <- connector
				})
			}
			about.Wait() // so that they wait at the same time
			for range taken {
				a.Another().Connect(nil)
				Take(ctx, ended, "a GetConnectionRequest to complete").Reject(nil)
			}
			Expect(a.Listener.CancelOverlappedRequests()).To(Return(nd2.Success))
			waiting.Wait()
			succeeded := 0
			for i, r := range requests {
				Expect(r).To(CompleteWith(statuses[i]), "request %d", i)
				if statuses[i] == nd2.Success {
					succeeded++
				}
			}
			Expect(succeeded).To(Equal(taken), "requests that succeeded")
		})

	It("returns the status of the later request when an OVERLAPPED is used again",
		Covers("overlapped.getoverlappedresult.used-again"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			first := a.Get()
			Expect(a.Listener.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(first).To(CompleteWith(nd2.Canceled))
			before := first.Event.Due()
			UntilPacket(ctx, first, "the packet of the first request", func() bool {
				return first.Posts(a.Passive.Port) == before
			})

			o := first.Overlapped
			second := NewEvent()
			o.Event = second
			Expect(a.Listener.GetConnectionRequest(a.Passive.Connector, o)).To(Return(nd2.Pending))
			Expect(a.Listener.GetOverlappedResult(o, false)).To(Return(nd2.Pending))
			a.Connect(nil)
			Expect(final(a.Listener, o, second)).To(Return(nd2.Success))
			AwaitEvent(ctx, second, "the second request")
			UntilPacket(ctx, first, "the packet of the second request", func() bool {
				return first.Posts(a.Passive.Port) > before
			})
		})
})

// An OVERLAPPED keeps nothing of its former request.
var _ = Describe("IND2Overlapped::GetOverlappedResult, when an OVERLAPPED is used again,", func() {
	It("returns ND_PENDING for the later request although the first has succeeded",
		Covers("overlapped.getoverlappedresult.used-again"), Variant("after-success"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			queue := c.Passive.Receives
			first := notifyAny(ctx, queue)
			expectPending(first)
			c.Passive.PostReceives(1, 1, 8)
			Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(first).To(CompleteWith(nd2.Success))
			Result(ctx, queue)
			expectServesNext(ctx, first, c.Passive.Port, queue, func(o *nd2.Overlapped) nd2.Status {
				return queue.Notify(nd2.NotifyAny, o)
			})
		})

	It("returns ND_PENDING for the later request, of another object, although the first was canceled",
		Covers("overlapped.getoverlappedresult.used-again"), Variant("other-object"), func(ctx SpecContext) {
			local := Local(ctx)
			one, other := local.CompletionQueue(1), local.CompletionQueue(1)
			first := notifyAny(ctx, one)
			expectPending(first)
			Expect(one.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(first).To(CompleteWith(nd2.Canceled))
			expectServesNext(ctx, first, local.Port, other, func(o *nd2.Overlapped) nd2.Status {
				return other.Notify(nd2.NotifyAny, o)
			})
		})
})

// notifyAny issues a Notify for any result.
func notifyAny(ctx context.Context, queue nd2.CompletionQueue) *Operation {
	return Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, o) })
}

// expectServesNext uses the OVERLAPPED of an ended request for another, which waits until it is canceled.
func expectServesNext(ctx context.Context, first *Operation, port *Port, object nd2.Overlapping,
	call func(o *nd2.Overlapped) nd2.Status,
) {
	before := first.Event.Due()
	UntilPacket(ctx, first, "the packet of the first request", func() bool {
		return first.Posts(port) == before
	})
	o, event := first.Overlapped, NewEvent()
	o.Event = event
	Expect(call(o)).To(Return(nd2.Pending))
	Expect(object.GetOverlappedResult(o, false)).To(Return(nd2.Pending))
	Expect(object.CancelOverlappedRequests()).To(Return(nd2.Success))
	Expect(final(object, o, event)).To(Return(nd2.Canceled))
}

// waitFor waits for a request in the background and sends its status. When it returns, the wait has begun, and
// has had time to end if it is none.
func waitFor(ctx context.Context, object nd2.Overlapping, request *Operation) <-chan nd2.Status {
	ended := make(chan nd2.Status, 1)
	begun, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		close(begun)
		ended <- final(object, request.Overlapped, request.Event)
	}()
	AtEnd(ctx, func(context.Context) {
		object.CancelOverlappedRequests()
		<-done
	})
	<-begun
	for n := 0; n < 200 && len(ended) == 0; n++ {
		runtime.Gosched()
	}
	return ended
}
