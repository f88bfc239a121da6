package cq

import (
	"context"
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("A request of IND2CompletionQueue::Notify", func() {
	It("is notified once, by its event and through the port, when it was pending", Covers("cq.notify.notified-once"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			queue, port := c.Passive.Receives, c.Passive.Port
			requests := notifyEach(ctx, queue, nd2.NotifyAny, nd2.NotifyAny, nd2.NotifySolicited)
			arrive(ctx, c, unsolicited, 1)
			expectEach(requests, CompleteWith(nd2.Success))
			expectReceived(ctx, queue, 1)
			arrive(ctx, c, solicited, 2)
			expectReceived(ctx, queue, 2)
			canceled := notify(ctx, c.Passive.Initiated, nd2.NotifyErrors)
			expectUnnotified(c.Passive.Initiated, canceled)
			expectNotified(ctx, port, append(requests, canceled)...)
		})

	DescribeTable("posts no packet when it ends inline, and its OVERLAPPED can be used again,",
		func(ctx SpecContext, outstanding ...nd2.NotifyType) {
			c := Accepted(ctx, Shape{})
			queue := c.Passive.Receives
			notifyEach(ctx, queue, outstanding...)
			o := new(nd2.Overlapped)
			request := func(event *Event) *Operation {
				o.Event = event
				op := Start(ctx, queue, func(*nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, o) })
				op.Overlapped, op.Event = o, event
				return op
			}
			arrive(ctx, c, unsolicited, 1)
			inline := request(NewEvent())
			if inline.Returned == nd2.Pending {
				inline.Wait()
				Unobservable("the provider does not complete the request inline")
			}
			Expect(inline).To(CompleteWith(nd2.Success))
			expectReceived(ctx, queue, 1)

			// A later request has its own event, which is set.
			later := request(NewEvent())
			arrive(ctx, c, unsolicited, 2)
			expectNotified(ctx, c.Passive.Port, later)
		},
		Entry("alone", Covers("cq.notify.inline-not-notified")),
		Entry("while another is pending", Covers("cq.notify.inline-not-notified"), Variant("beside-another"),
			nd2.NotifyErrors),
	)

	DescribeTable("ends with ND_CANCELED when it is canceled, and the queue can be armed again,",
		func(ctx SpecContext, kind nd2.NotifyType) {
			c := Accepted(ctx, Shape{})
			queue := c.Passive.Receives
			expectUnnotified(queue, notify(ctx, queue, kind))
			again := notify(ctx, queue, nd2.NotifyAny)
			Expect(again).To(BePending())
			arrive(ctx, c, unsolicited, 1)
			Expect(again).To(CompleteWith(nd2.Success))
		},
		Entry("if it asked for any result", Covers("cq.notify.nd-canceled"), nd2.NotifyAny),
		Entry("if it asked for solicited results", Covers("cq.notify.nd-canceled"), Variant("solicited"),
			nd2.NotifySolicited),
		Entry("if it asked for errors", Covers("cq.notify.nd-canceled"), Variant("errors"), nd2.NotifyErrors))

	It("is canceled together with every other request of the queue", Covers("cq.notify.cancel-ends-all"),
		func(ctx SpecContext) {
			queue := Local(ctx).CompletionQueue(1)
			requests := notifyEach(ctx, queue, slices.Repeat(everyType, 2)...)
			Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
			expectEach(requests, CompleteWith(nd2.Canceled))
		})

	It("leaves the queue armed for no type of request when it is canceled", Covers("cq.notify.cancel-disarms"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			queue := c.Passive.Receives
			expectUnnotified(queue, notify(ctx, queue, nd2.NotifyAny))
			request := notify(ctx, queue, nd2.NotifySolicited)
			arrive(ctx, c, unsolicited, 1)
			expectReceived(ctx, queue, 1)
			expectUnnotified(queue, request)
		})

	When("it is canceled", func() {
		const times = 8
		It("(for the record): has been notified in the order of the requests by the time that the call returns",
			Covers("cq.notify.cancel-in-order"), func(ctx SpecContext) {
				local := Local(ctx)
				queue := local.CompletionQueue(1)
				inOrder := 0
				for range times {
					requests := notifyEach(ctx, queue, nd2.NotifyAny, nd2.NotifyAny, nd2.NotifyAny)
					Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
					if slices.Equal(local.Port.Order(requests...), Sequence(0, len(requests))) {
						inOrder++
					}
					expectEach(requests, CompleteWith(nd2.Canceled))
				}
				Record(fmt.Sprintf("The packets of canceled requests came at once and in order %d of %d times.", inOrder, times))
			})

		DescribeTable("(for the record): is notified in the order of the cancellations if two queues are canceled,",
			func(ctx SpecContext, reverse bool) {
				local := Local(ctx)
				queues := []nd2.CompletionQueue{local.CompletionQueue(1), local.CompletionQueue(1)}
				inOrder := 0
				for range times {
					requests := []*Operation{notify(ctx, queues[0], nd2.NotifyAny), notify(ctx, queues[1], nd2.NotifyAny)}
					first, second := 0, 1
					if reverse {
						first, second = 1, 0
					}
					Expect(queues[first].CancelOverlappedRequests()).To(Return(nd2.Success))
					Expect(requests[second]).To(BePending())
					Expect(queues[second].CancelOverlappedRequests()).To(Return(nd2.Success))
					if slices.Equal(local.Port.Order(requests[first], requests[second]), Sequence(0, 2)) {
						inOrder++
					}
					expectEach(requests, CompleteWith(nd2.Canceled))
				}
				Record(fmt.Sprintf("The packets of two queues came in the order of the cancellations %d of %d times.", inOrder,
					times))
			},
			Entry("the one with the earlier request first", Covers("cq.notify.cancel-by-queue"), false),
			Entry("the one with the later request first", Covers("cq.notify.cancel-by-queue"), Variant("reverse"), true),
		)
	})

	It("ends when the queue is released", Covers("cq.notify.ends-on-release"), func(ctx SpecContext) {
		local := Local(ctx)
		queue, release := local.OwnCompletionQueue(2)
		requests := notifyEach(ctx, queue, everyType...)
		release()
		for _, request := range requests {
			AwaitEvent(ctx, request.Event, "each request of a queue that has been released")
			UntilPacket(ctx, request, "a packet for each request", func() bool { return request.Posts(local.Port) > 0 })
		}
	})

	DescribeTable("ends when the queue and the queue pairs that use it have been released,",
		func(ctx SpecContext, queueFirst bool) {
			local := Local(ctx)
			queue, release := local.OwnCompletionQueue(2)
			releases := []func(){ownQueuePair(ctx, local, queue), ownQueuePair(ctx, local, queue)}
			request := notify(ctx, queue, nd2.NotifyAny)
			Expect(request).To(BePending())
			if queueFirst {
				release()
			}
			for _, releasePair := range releases {
				releasePair()
			}
			if !queueFirst {
				Expect(request).To(BePending())
				release()
			}
			AwaitEvent(ctx, request.Event, "a request of a queue that has been released")
		},
		Entry("the queue last", Covers("cq.let-go-by-queue-pairs"), false),
		Entry("the queue first", Covers("cq.let-go-by-queue-pairs"), Variant("queue-first"), true),
	)

	It("ends when the queue has been released after queue pairs that had requests outstanding",
		Covers("cq.let-go-by-queue-pairs"), Variant("outstanding"), func(ctx SpecContext) {
			local := Local(ctx)
			queue, release := local.OwnCompletionQueue(min(4, local.MaxResults()))
			for range 2 {
				pair, releasePair := local.OwnQueuePair(queue)
				Expect(pair.Receive(1, nil)).To(Return(nd2.Success))
				releasePair()
			}
			Drain(queue)
			request := notify(ctx, queue, nd2.NotifyErrors)
			release()
			if request.Returned == nd2.Pending {
				AwaitEvent(ctx, request.Event, "a request of a queue that has been released")
			}
		})
})

// ownQueuePair creates a queue pair that reports to one queue, whose only
// reference is the spec's to release.
func ownQueuePair(ctx context.Context, side *Side, queue nd2.CompletionQueue) (release func()) {
	var object nd2.Unknown
	Expect(side.Adapter.CreateQueuePair(nd2.IIDQueuePair, queue, queue, 0, 1, 1, 1, 1, 0, &object)).To(Return(nd2.Success))
	return Own(ctx, object)
}
