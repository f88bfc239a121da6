package cq

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2CompletionQueue::Notify", func() {
	DescribeTable("is pending on a new queue when it asks for",
		func(ctx SpecContext, kind nd2.NotifyType) {
			Expect(notify(ctx, Local(ctx).CompletionQueue(1), kind)).To(BePending())
		},
		Entry("errors", Covers("cq.notify.nd-pending"), Variant("errors"), nd2.NotifyErrors),
		Entry("any result", Covers("cq.notify.nd-pending"), nd2.NotifyAny),
		Entry("solicited results", Covers("cq.notify.nd-pending"), Variant("solicited"), nd2.NotifySolicited),
	)

	It("ends with ND_SUCCESS when a result is queued that no notification has announced", Covers("cq.notify.nd-success"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			arrive(ctx, c, unsolicited, 1)
			Expect(notify(ctx, c.Passive.Receives, nd2.NotifyAny)).To(CompleteWith(nd2.Success))
			expectReceived(ctx, c.Passive.Receives, 1)
		})

	It("ends with ND_SUCCESS when a result is queued while it waits", Covers("cq.notify.nd-success"), Variant("waiting"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			request := notify(ctx, c.Passive.Receives, nd2.NotifyAny)
			Expect(request).To(BePending())
			arrive(ctx, c, unsolicited, 1)
			Expect(request).To(CompleteWith(nd2.Success))
		})

	It("must be called before results notify anybody", Covers("cq.notify.unarmed-at-creation"), func(ctx SpecContext) {
		local := Local(ctx)
		own := local.WithFile()
		Expect(own.File.BindCompletionPort(own.Port, 1)).To(Return(nd2.Success))
		n := Size(ctx, 1)
		c := ConnectEnds(ctx, Peer(ctx).End(Shape{InitiatorDepth: uint32(n)}),
			local.End(Shape{ReceiveDepth: uint32(n), UseReceives: own.CompletionQueue(uint32(n))}))
		arrive(ctx, c, solicited, Sequence(1, n)...)
		Expect(own.Port.Packets()).To(BeEmpty(), "the packets of the completion port")
		Expect(notify(ctx, c.Passive.Receives, nd2.NotifyAny)).To(CompleteWith(nd2.Success))
	})

	It("completes at once when a result was queued after the last notification, although older results are queued too",
		Covers("cq.notify.since-last-notification"), func(ctx SpecContext) {
			c := acceptedFor(ctx, 2)
			queue := c.Passive.Receives
			first := notify(ctx, queue, nd2.NotifyAny)
			arrive(ctx, c, unsolicited, 1)
			Expect(first).To(CompleteWith(nd2.Success))
			arrive(ctx, c, unsolicited, 2)
			Expect(notify(ctx, queue, nd2.NotifyAny)).To(CompleteWith(nd2.Success))
			expectReceived(ctx, queue, 1, 2)
		})

	DescribeTable("is not completed by a result that has triggered a notification and", twoQueues,
		func(ctx SpecContext, taken bool) {
			c := Accepted(ctx, Shape{})
			queue := c.Passive.Receives
			first := notify(ctx, queue, nd2.NotifyAny)
			arrive(ctx, c, solicited, 1)
			Expect(first).To(CompleteWith(nd2.Success))
			if taken {
				expectReceived(ctx, queue, 1)
			}
			for _, kind := range everyType {
				later := notify(ctx, queue, kind)
				c.AwaitArrival(ctx) // which takes as long as a wrong notification does
				expectUnnotified(queue, later)
			}
		},
		Entry("has been taken", Covers("cq.notify.triggers-once"), true),
		Entry("is still queued", Covers("cq.notify.triggers-once-queued"), false),
	)

	It("notifies of no further results once its notification has come", Covers("cq.notify.arms-once"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			queue := c.Passive.Receives
			request := notify(ctx, queue, nd2.NotifyAny)
			arrive(ctx, c, unsolicited, 1)
			expectReceived(ctx, queue, 1)
			expectNotified(ctx, c.Passive.Port, request)
			for _, context := range Sequence(2, 4) {
				arrive(ctx, c, solicited, context)
				expectReceived(ctx, queue, context)
			}
			expectNotified(ctx, c.Passive.Port, request)
		})

	It("is completed by one result together with all others that are outstanding",
		Covers("cq.notify.releases-every-request"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			queue := c.Passive.Receives
			requests := notifyEach(ctx, queue, slices.Repeat([]nd2.NotifyType{nd2.NotifyAny}, max(4, Size(ctx, 4)))...)
			arrive(ctx, c, unsolicited, 1)
			expectEach(requests, CompleteWith(nd2.Success))
			expectReceived(ctx, queue, 1)
		})

	DescribeTable("is not completed by results that come to the queue pair's other queue,", twoQueues,
		func(ctx SpecContext, kind nd2.NotifyType) {
			c := Accepted(ctx, Shape{})
			initiated := notify(ctx, c.Passive.Initiated, kind)
			received := notify(ctx, c.Passive.Receives, nd2.NotifyAny)
			// No message goes back, since that would have a result in the other queue.
			c.Passive.PostReceives(1, 1, 8)
			Expect(c.Active.Send(1, nil, nd2.SendAndSolicitEvent)).To(Return(nd2.Success))
			Expect(received).To(CompleteWith(nd2.Success))
			expectUnnotified(c.Passive.Initiated, initiated)
		},
		Entry("if it asks for any result", Covers("cq.notify.queues-independent"), nd2.NotifyAny),
		Entry("if it asks for solicited results", Covers("cq.notify.queues-independent"), Variant("solicited"),
			nd2.NotifySolicited),
		Entry("if it asks for errors", Covers("cq.notify.queues-independent"), Variant("errors"), nd2.NotifyErrors))

	It("returns ND_INSUFFICIENT_RESOURCES and notifies of nothing when the adapter is out of resources",
		Covers("cq.notify.nd-insufficient-resources"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			queue := c.Passive.Receives
			undo := c.Passive.Inject(providers.Fault{Kind: providers.OutOfResources, Call: "IND2CompletionQueue::Notify"})
			refused := notify(ctx, queue, nd2.NotifyAny)
			Expect(refused.Returned).To(Return(nd2.InsufficientResources))
			undo()
			accepted := notify(ctx, queue, nd2.NotifyAny)
			arrive(ctx, c, unsolicited, 1)
			Expect(accepted).To(CompleteWith(nd2.Success))
			UntilPacket(ctx, accepted, "a packet for the later request", func() bool {
				return accepted.Posts(c.Passive.Port) > 0
			})
			Expect(refused.Event.Sets()).To(BeZero(), "how often the refused request's event was set")
			Expect(refused.Posts(c.Passive.Port)).To(BeZero(), "packets for the refused request")
		})

	It("fails with ND_DEVICE_REMOVED when the adapter has been removed", Covers("cq.notify.nd-device-removed"),
		func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			local.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(notify(ctx, queue, nd2.NotifyAny)).To(CompleteWith(nd2.DeviceRemoved))
		})

	It("ends its outstanding requests when the adapter is removed", Covers("cq.notify.ends-on-removal"),
		func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			requests := notifyEach(ctx, queue, everyType...)
			local.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			expectEach(requests, CompleteAsRuled("cq.notify.ends-on-removal"))
		})
})
