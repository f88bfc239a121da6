package cq

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
)

var _ = Describe("IND2CompletionQueue::Notify, when the queue fails", func() {
	When("more results come than the queue holds", func() {
		It("ends with ND_BUFFER_OVERFLOW, and so do later requests", Covers("cq.notify.nd-buffer-overflow"), func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			overrun(ctx, local, queue)
			for _, kind := range everyType {
				Expect(notify(ctx, queue, kind)).To(CompleteWith(nd2.BufferOverflow))
			}
		})

		It("ends so whatever its type", Covers("cq.notify.overrun-of-every-type"), func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			requests := notifyEach(ctx, queue, nd2.NotifySolicited, nd2.NotifyErrors, nd2.NotifySolicited)
			overrun(ctx, local, queue)
			expectEach(requests, CompleteWith(nd2.BufferOverflow))
		})

		It("ends so for canceled Receives too", Covers("cq.notify.overrun-of-every-type"), Variant("flush"), func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			for flushed := uint64(0); flushed <= uint64(local.Info.MaxCompletionQueueDepth); flushed += 64 {
				flushReceives(local, queue, 64)
				status := notify(ctx, queue, nd2.NotifyAny).Wait()
				if status == nd2.BufferOverflow {
					break
				}
				Expect(status).To(Return(nd2.Success))
			}
			Expect(notify(ctx, queue, nd2.NotifyErrors)).To(CompleteWith(nd2.BufferOverflow))
		})

		It("leaves no queue pair of the queue usable", Covers("cq.notify.overrun-ends-queue-pairs"), func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			queue := local.CompletionQueue(1)
			bystander := ConnectEnds(ctx, peer.End(Shape{}), local.End(Shape{UseReceives: queue}))
			culprit := overrun(ctx, local, queue)
			expectUnusable(ctx, bystander)
			expectUnusable(ctx, culprit)
		})

		It("is the last that the queue tells of", Covers("cq.notify.overrun-ends-results"), func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			idle := local.End(Shape{UseReceives: queue})
			overrun(ctx, local, queue)
			Drain(queue)
			expectSilence(ctx, idle)
		})

		It("spares other queues and their queue pairs", Covers("cq.notify.overrun-spares-others"), func(ctx SpecContext) {
			other := Accepted(ctx, Shape{})
			errors := notify(ctx, other.Passive.Receives, nd2.NotifyErrors)
			local := Local(ctx)
			overrun(ctx, local, local.CompletionQueue(1))
			arrive(ctx, other, unsolicited, Sequence(1, 4)...)
			expectUnnotified(other.Passive.Receives, errors)
			Expect(Contexts(Drain(other.Passive.Receives))).To(Equal(Sequence(1, 4)))
		})
	})

	When("the queue fails catastrophically", func() {
		It("ends with ND_INTERNAL_ERROR, and so do later requests", Covers("cq.notify.nd-internal-error"), func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(8)
			requests := notifyEach(ctx, queue, everyType...)
			local.Inject(providers.Fault{Kind: providers.QueueFailure})
			expectEach(requests, CompleteWith(nd2.InternalError))
			for _, kind := range everyType {
				Expect(notify(ctx, queue, kind)).To(CompleteWith(nd2.InternalError))
			}
		})

		It("leaves no queue pair of the queue usable", Covers("cq.notify.failure-ends-queue-pairs"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			request := notify(ctx, c.Passive.Receives, nd2.NotifyErrors)
			undo := c.Passive.Inject(providers.Fault{Kind: providers.QueueFailure})
			Expect(request).To(CompleteWith(nd2.InternalError))
			undo() // for the queues to come: this one has failed for good
			expectUnusable(ctx, c)
		})

		It("is the last that the queue tells of", Covers("cq.notify.failure-ends-results"), func(ctx SpecContext) {
			end := Local(ctx).End(Shape{})
			end.PostReceives(1, 4, 8)
			request := notify(ctx, end.Receives, nd2.NotifyErrors)
			undo := end.Inject(providers.Fault{Kind: providers.QueueFailure})
			Expect(request).To(CompleteWith(nd2.InternalError))
			undo() // likewise
			expectSilence(ctx, end)
		})
	})
})

// overrun has a queue of a side take in messages, which nobody
// solicited, until it reports that it has been overrun. Since a queue may have more
// room than was asked for, and a queue pair's Receives may stay occupied until
// their results are polled, it takes as many connections as it needs; the last one
// is returned.
func overrun(ctx context.Context, local *Side, queue nd2.CompletionQueue) *Connection {
	GinkgoHelper()
	peer := Peer(ctx)
	burst := min(64, local.Info.MaxReceiveQueueDepth)
	errors := notify(ctx, queue, nd2.NotifyErrors)
	for sent := uint64(0); ; sent += uint64(burst) {
		c := ConnectEnds(ctx, peer.End(Shape{MemorySize: 4096}), local.End(Shape{UseReceives: queue, ReceiveDepth: burst, MemorySize: 4096}))
		fails := fill(ctx, c, int(burst), errors)
		if fails || sent > uint64(local.Info.MaxCompletionQueueDepth) {
			Expect(errors).To(CompleteWith(nd2.BufferOverflow))
			return c
		}
	}
}

// fill has up to n messages arrive at the passive end. It tells whether that made
// a Notify end or the connection fail.
func fill(ctx context.Context, c *Connection, n int, errors *Operation) (fails bool) {
	GinkgoHelper()
	sent := make([]nd2.Result, 1)
	for range n {
		if c.Passive.Receive(1, nil) != nd2.Success || c.Active.Send(1, nil, 0) != nd2.Success {
			return true
		}
		Until(ctx, "the message to be sent, or the queue to be overrun", func() bool {
			return errors.Done() || c.Active.Initiated.GetResults(sent) == 1
		})
		if errors.Done() || sent[0].Status != nd2.Success {
			return true
		}
	}
	return false
}

// flushReceives has n Receives canceled, of a queue pair that reports to queue and
// is not connected.
func flushReceives(side *Side, queue nd2.CompletionQueue, n uint32) {
	GinkgoHelper()
	end := side.End(Shape{UseReceives: queue, ReceiveDepth: min(n, side.Info.MaxReceiveQueueDepth), MemorySize: 4096})
	for range n {
		if end.Receive(1, nil) != nd2.Success {
			break
		}
	}
	Expect(end.Flush()).To(Return(nd2.Success))
}

// expectSilence shows that the queue of an end's Receives, which has failed, tells
// nothing of Receives any more, whether they are refused or not.
func expectSilence(ctx context.Context, end *End) {
	GinkgoHelper()
	for context := range uintptr(4) {
		end.Receive(context, nil)
	}
	end.Flush()
	Accepted(ctx, Shape{}).Settle(ctx)
	Expect(Drain(end.Receives)).To(HaveOutcomes())
}

// expectUnusable shows that no message gets through between the ends of a
// connection any more, the passive one of which reports its Receives to a queue
// that has failed. A request may be refused or end with an error; what counts is
// that none succeeds while another connection carries messages.
func expectUnusable(ctx context.Context, c *Connection) {
	GinkgoHelper()
	const first, n = 1000, 4 // contexts that nothing else uses
	c.Active.Receive(first, nil)
	c.Passive.Receive(first+1, nil)
	c.Passive.Send(first+2, nil, 0)
	c.Active.Send(first+3, nil, 0)
	Accepted(ctx, Shape{}).Settle(ctx)
	for _, queue := range []nd2.CompletionQueue{c.Active.Initiated, c.Active.Receives, c.Passive.Initiated, c.Passive.Receives} {
		for _, result := range Drain(queue) {
			if result.RequestContext >= first && result.RequestContext < first+n {
				Expect(result).NotTo(CompleteWith(nd2.Success))
			}
		}
	}
}
