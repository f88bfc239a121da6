package cq

import (
	"context"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2CompletionQueue::Notify", func() {
	It("ends with ND_BUFFER_OVERFLOW when more results come than the queue holds, and so do later requests",
		Covers("cq.notify.nd-buffer-overflow"), LongTimeout, func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			overrun(ctx, local, queue)
			for _, kind := range everyType {
				Expect(notify(ctx, queue, kind)).To(CompleteWith(nd2.BufferOverflow))
			}
		})

	It("ends with ND_BUFFER_OVERFLOW, whatever its type, when more results come than the queue holds",
		Covers("cq.notify.overrun-of-every-type"), LongTimeout, func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			requests := notifyEach(ctx, queue, nd2.NotifySolicited, nd2.NotifyErrors, nd2.NotifySolicited)
			overrun(ctx, local, queue)
			expectEach(requests, CompleteWith(nd2.BufferOverflow))
		})

	It("ends with ND_BUFFER_OVERFLOW when more results of canceled Receives come than the queue holds",
		Covers("cq.notify.overrun-of-every-type"), Variant("flush"), LongTimeout, func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			half, cancel := HalfLongTimeout(ctx)
			defer cancel()
			flushed := uint32(0)
			for burst := range bursts(local) {
				flushReceives(local, queue, burst, flushed == 0)
				flushed += burst
				if notify(ctx, queue, nd2.NotifyAny).Wait() != nd2.Success {
					break
				}
				if flushed > enough(local) {
					awaitOverrun(ctx, queue, int(flushed), notify(ctx, queue, nd2.NotifyErrors))
					break
				}
				giveUpIfEndless(half, flushed, burst)
			}
			Expect(notify(ctx, queue, nd2.NotifyErrors)).To(CompleteWith(nd2.BufferOverflow))
		})

	DescribeTable("makes all its queue pairs unusable when more results come than it holds:",
		Covers("cq.notify.overrun-ends-queue-pairs"), func(ctx SpecContext, n int) {
			local, peer := Local(ctx), Peer(ctx)
			queue := local.CompletionQueue(1)
			var connections []*Connection
			for range n {
				c := ConnectEnds(ctx, peer.End(Shape{}), local.End(Shape{UseReceives: queue}))
				c.Settle(ctx)
				connections = append(connections, c)
			}
			for _, c := range append(connections, overrun(ctx, local, queue)) {
				expectUnusable(ctx, c)
			}
		},
		Entry("two", LongTimeout, 1),
		Entry("41", Variant("many"), LongTimeout, 40))

	It("makes a queue pair that uses it for initiator requests alone unusable when more results come than it holds",
		Covers("cq.notify.overrun-ends-queue-pairs"), Variant("initiator"), LongTimeout,
		func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			queue := local.CompletionQueue(1)
			bystander := ConnectEnds(ctx, peer.End(Shape{}), local.End(Shape{UseInitiated: queue}))
			bystander.Settle(ctx)
			overrun(ctx, local, queue)
			expectUnusable(ctx, bystander)
		})

	It("makes a queue pair that has a shared receive queue unusable when more results come than it holds",
		Covers("cq.notify.overrun-ends-queue-pairs"), Variant("shared-receives"), LongTimeout,
		func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			if local.Info.MaxSharedReceiveQueueDepth == 0 {
				Unobservable("the adapter has no shared receive queues")
			}
			queue := local.CompletionQueue(1)
			bystander := ConnectEnds(ctx, peer.End(Shape{}), local.End(Shape{UseReceives: queue, SharedReceives: true}))
			bystander.Settle(ctx)
			overrun(ctx, local, queue)
			expectUnusable(ctx, bystander)
		})

	It("is the last thing that the queue reports when more results come than the queue holds",
		Covers("cq.notify.overrun-ends-results"), LongTimeout, func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			idle := local.End(Shape{UseReceives: queue})
			overrun(ctx, local, queue)
			Drain(queue)
			expectSilence(ctx, idle)
		})

	It("spares other queues and their queue pairs when more results come than the queue holds",
		Covers("cq.notify.overrun-spares-others"), LongTimeout, func(ctx SpecContext) {
			other := Accepted(ctx, Shape{})
			errors := notify(ctx, other.Passive.Receives, nd2.NotifyErrors)
			local := Local(ctx)
			overrun(ctx, local, local.CompletionQueue(1))
			for _, context := range Sequence(1, 4) {
				arrive(ctx, other, unsolicited, context)
				expectReceived(ctx, other.Passive.Receives, context)
			}
			expectUnnotified(other.Passive.Receives, errors)
		})

	It("ends with ND_INTERNAL_ERROR when the queue fails catastrophically, and so do later requests",
		Covers("cq.notify.nd-internal-error"), func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			requests := notifyEach(ctx, queue, everyType...)
			local.Inject(providers.Fault{Kind: providers.CompletionQueueFailure})
			expectEach(requests, CompleteWith(nd2.InternalError))
			for _, kind := range everyType {
				Expect(notify(ctx, queue, kind)).To(CompleteWith(nd2.InternalError))
			}
		})

	It("makes all its queue pairs unusable when it fails catastrophically",
		Covers("cq.notify.failure-ends-queue-pairs"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			request := notify(ctx, c.Passive.Receives, nd2.NotifyErrors)
			undo := c.Passive.Inject(providers.Fault{Kind: providers.CompletionQueueFailure})
			Expect(request).To(CompleteWith(nd2.InternalError))
			undo() // for the queues to come: this one has failed for good
			expectUnusable(ctx, c)
		})

	It("is the last thing that the queue reports when the queue fails catastrophically",
		Covers("cq.notify.failure-ends-results"), func(ctx SpecContext) {
			end := Local(ctx).End(Shape{})
			end.PostReceives(untold, 1, 8)
			request := notify(ctx, end.Receives, nd2.NotifyErrors)
			undo := end.Inject(providers.Fault{Kind: providers.CompletionQueueFailure})
			Expect(request).To(CompleteWith(nd2.InternalError))
			undo() // likewise
			expectSilence(ctx, end)
		})
})

// untold is the first of contexts that nothing else uses: of requests that a queue
// which has failed does not tell of.
const untold = 1000

// expectSilence shows that the queue of an end's Receives, which has failed, tells
// nothing of Receives any more, whether they are refused or not.
func expectSilence(ctx context.Context, end *End) {
	end.Receive(untold+1, nil)
	end.Flush()
	Accepted(ctx, Shape{}).Settle(ctx)
	for _, result := range Drain(end.Receives) {
		Expect(result.Status).To(Equal(nd2.Success), "the status of a result: only older results, of messages, may come late")
	}
}

// expectUnusable expects that sooner or later no message gets through on a connection
// whose passive end reports its Receives to a failed queue. A request may be refused or
// end with an error; what counts is that none succeeds while another connection carries
// messages. The active end's Send says nothing: on iWARP it ends before the peer answers.
func expectUnusable(ctx context.Context, c *Connection) {
	other := Accepted(ctx, Shape{})
	Until(ctx, "the queue pair to be unusable", func() bool {
		c.Active.Receive(untold, nil)
		c.Passive.Receive(untold, nil)
		c.Passive.Send(untold, nil, 0)
		c.Active.Send(1, nil, 0)
		other.Settle(ctx)
		Drain(c.Active.Initiated)
		some := false
		for _, queue := range []nd2.CompletionQueue{c.Active.Receives, c.Passive.Initiated, c.Passive.Receives} {
			some = carriedOut(queue) || some // each is emptied: a full queue ends the queue pair as well
		}
		return !some
	})
}

// carriedOut takes the results of a queue, and tells whether one of them is of a request
// with the context untold that has succeeded.
func carriedOut(queue nd2.CompletionQueue) bool {
	return slices.ContainsFunc(Drain(queue), func(r nd2.Result) bool {
		return r.RequestContext == untold && r.Status == nd2.Success
	})
}
