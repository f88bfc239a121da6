package cq

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

var _ = Describe("A request of IND2CompletionQueue::Notify", func() {
	When("it was pending", func() {
		It("is notified once, by its event and by the port", Covers("cq.notify.notified-once"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			queue, port := c.Passive.Receives, c.Passive.Port
			requests := notifyEach(ctx, queue, nd2.NotifyAny, nd2.NotifyAny, nd2.NotifySolicited)
			arrive(ctx, c, unsolicited, 1)
			arrive(ctx, c, solicited, 2)
			expectEach(requests, CompleteWith(nd2.Success))
			Drain(queue)
			requests = append(requests, notify(ctx, queue, nd2.NotifyErrors))
			Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
			expectEach(requests[3:], CompleteWith(nd2.Canceled))
			for _, request := range requests {
				Until(ctx, "a packet for each request", func() bool { return request.Posts(port) > 0 })
			}
			for i, request := range requests {
				Expect(request.Event.Sets()).To(Equal(1), "how often the event of request %d was set", i+1)
				Expect(request.Posts(port)).To(Equal(1), "packets for request %d", i+1)
			}
		})
	})

	When("it ends inline", func() {
		It("is not notified and leaves its OVERLAPPED alone", Covers("cq.notify.inline-not-notified"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			queue, port := c.Passive.Receives, c.Passive.Port
			arrive(ctx, c, unsolicited, 1)
			event := NewEvent()
			before := nd2.Overlapped{Internal: 0x5a5a, InternalHigh: 0xa5a5, Event: event}
			o := before
			if returned := queue.Notify(nd2.NotifyAny, &o); returned == nd2.Pending {
				Unobservable("the provider does not complete the request inline")
			} else {
				Expect(returned).To(Return(nd2.Success))
			}
			Expect(o.Internal).To(Equal(before.Internal), "OVERLAPPED.Internal")
			Expect(o.InternalHigh).To(Equal(before.InternalHigh), "OVERLAPPED.InternalHigh")

			// A later request is notified of; what the inline one caused would have come
			// before. It has the same OVERLAPPED but another event.
			o.Event = NewEvent()
			later := Start(ctx, queue, func(*nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, &o) })
			later.Overlapped, later.Event = &o, o.Event.(*Event)
			arrive(ctx, c, unsolicited, 2)
			Expect(later).To(CompleteWith(nd2.Success))
			Until(ctx, "a packet for the later request", func() bool { return later.Posts(port) > 0 })
			Expect(event.Sets()).To(BeZero(), "how often the inline request's event was set")
			Expect(later.Posts(port)).To(Equal(1), "packets for both requests")
		})
	})

	When("it is canceled", func() {
		It("ends with ND_CANCELED, and the queue can be armed again", Covers("cq.notify.nd-canceled"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			queue := c.Passive.Receives
			expectUnnotified(queue, notify(ctx, queue, nd2.NotifyAny))
			again := notify(ctx, queue, nd2.NotifyAny)
			Expect(again).To(BePending())
			arrive(ctx, c, unsolicited, 1)
			Expect(again).To(CompleteWith(nd2.Success))
		})

		It("leaves no type of request armed", Covers("cq.notify.nd-canceled", "cq.notify.solicited-ignores-unsolicited"), Variant("unarmed"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			queue := c.Passive.Receives
			expectUnnotified(queue, notify(ctx, queue, nd2.NotifyAny))
			request := notify(ctx, queue, nd2.NotifySolicited)
			arrive(ctx, c, unsolicited, Sequence(1, 2)...)
			expectUnnotified(queue, request)
		})

		It("takes every request of the queue along", Covers("cq.notify.cancel-ends-all"), func(ctx SpecContext) {
			queue := Local(ctx).CompletionQueue(8)
			requests := notifyEach(ctx, queue, slices.Repeat(everyType, 2)...)
			Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
			expectEach(requests, CompleteWith(nd2.Canceled))
		})

		It("is delivered in the order requested when the call returns", Covers("cq.notify.cancel-in-order"), func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(8)
			for range 8 {
				before := len(local.Port.Packets())
				requests := notifyEach(ctx, queue, nd2.NotifyAny, nd2.NotifyAny, nd2.NotifyAny)
				Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(local.Port.Packets()[before:]).To(Equal(overlappeds(requests...)))
				expectEach(requests, CompleteWith(nd2.Canceled))
			}
		})

		DescribeTable("is delivered in the order of the calls for two queues,",
			func(ctx SpecContext, reverse bool) {
				local := Local(ctx)
				queues := []nd2.CompletionQueue{local.CompletionQueue(8), local.CompletionQueue(8)}
				for range 8 {
					before := len(local.Port.Packets())
					requests := []*Operation{notify(ctx, queues[0], nd2.NotifyAny), notify(ctx, queues[1], nd2.NotifyAny)}
					first, second := 0, 1
					if reverse {
						first, second = 1, 0
					}
					Expect(queues[first].CancelOverlappedRequests()).To(Return(nd2.Success))
					Expect(requests[second]).To(BePending())
					Expect(queues[second].CancelOverlappedRequests()).To(Return(nd2.Success))
					Expect(local.Port.Packets()[before:]).To(Equal(overlappeds(requests[first], requests[second])))
					expectEach(requests, CompleteWith(nd2.Canceled))
				}
			},
			Entry("the one asked first being canceled first", Covers("cq.notify.cancel-by-queue"), false),
			Entry("the one asked last being canceled first", Covers("cq.notify.cancel-by-queue"), Variant("reverse"), true),
		)
	})

	When("the queue is released", func() {
		It("ends", Covers("cq.notify.ends-on-release"), func(ctx SpecContext) {
			local := Local(ctx)
			queue, release := local.OwnCompletionQueue(8)
			requests := notifyEach(ctx, queue, everyType...)
			release()
			for _, request := range requests {
				Until(ctx, "the event of each request set", func() bool { return request.Event.Sets() == 1 })
				Until(ctx, "a packet for each request", func() bool { return request.Posts(local.Port) == 1 })
			}
		})
	})

	DescribeTable("ends when the queue and the queue pairs that used it have been released,",
		func(ctx SpecContext, queueFirst bool) {
			local := Local(ctx)
			queue, release := local.OwnCompletionQueue(8)
			queuePairs := []nd2.QueuePair{ownQueuePair(local, queue), ownQueuePair(local, queue)}
			request := notify(ctx, queue, nd2.NotifyAny)
			Expect(request).To(BePending())
			if queueFirst {
				release()
			}
			for _, queuePair := range queuePairs {
				queuePair.Release()
			}
			if !queueFirst {
				Expect(request).To(BePending())
				release()
			}
			Until(ctx, "the event of the request set", func() bool { return request.Event.Sets() == 1 })
		},
		Entry("the queue last", Covers("cq.let-go-by-queue-pairs"), false),
		Entry("the queue first", Covers("cq.let-go-by-queue-pairs"), Variant("queue-first"), true),
	)
})

// overlappeds lists what requests were issued with.
func overlappeds(requests ...*Operation) []*nd2.Overlapped {
	var list []*nd2.Overlapped
	for _, request := range requests {
		list = append(list, request.Overlapped)
	}
	return list
}

// ownQueuePair creates a queue pair that reports to one queue, whose only
// reference is the spec's to release.
func ownQueuePair(side *Side, queue nd2.CompletionQueue) nd2.QueuePair {
	GinkgoHelper()
	var object nd2.Unknown
	Expect(side.Adapter.CreateQueuePair(nd2.IIDQueuePair, queue, queue, 0, 1, 1, 1, 1, 0, &object)).To(Return(nd2.Success))
	return object.(nd2.QueuePair)
}
