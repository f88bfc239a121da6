package cq

import (
	"context"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
)

// patience is for a queue that has far more room than was asked for, at the end of a
// long line.
var patience = SpecTimeout(30 * time.Second)

var _ = Describe("IND2CompletionQueue::Notify, when the queue fails", func() {
	When("more results come than the queue holds", func() {
		It("ends with ND_BUFFER_OVERFLOW, and so do later requests", Covers("cq.notify.nd-buffer-overflow"), patience, func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			overrun(ctx, local, queue)
			for _, kind := range everyType {
				Expect(notify(ctx, queue, kind)).To(CompleteWith(nd2.BufferOverflow))
			}
		})

		It("ends so whatever its type", Covers("cq.notify.overrun-of-every-type"), patience, func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			requests := notifyEach(ctx, queue, nd2.NotifySolicited, nd2.NotifyErrors, nd2.NotifySolicited)
			overrun(ctx, local, queue)
			expectEach(requests, CompleteWith(nd2.BufferOverflow))
		})

		It("ends so for canceled Receives too", Covers("cq.notify.overrun-of-every-type"), Variant("flush"), patience, func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			flushed := uint32(0)
			for burst := range bursts(local) {
				flushReceives(local, queue, burst)
				flushed += burst
				if notify(ctx, queue, nd2.NotifyAny).Wait() != nd2.Success {
					break
				}
				if flushed > enough(local) {
					Results(ctx, queue, int(flushed)) // unless some are lost
					roomy(flushed)
				}
			}
			Expect(notify(ctx, queue, nd2.NotifyErrors)).To(CompleteWith(nd2.BufferOverflow))
		})

		It("leaves no queue pair of the queue usable", Covers("cq.notify.overrun-ends-queue-pairs"), patience, func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			queue := local.CompletionQueue(1)
			bystander := ConnectEnds(ctx, peer.End(Shape{}), local.End(Shape{UseReceives: queue}))
			bystander.Settle(ctx)
			culprit := overrun(ctx, local, queue)
			expectUnusable(ctx, bystander)
			expectUnusable(ctx, culprit)
		})

		It("is the last that the queue tells of", Covers("cq.notify.overrun-ends-results"), patience, func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			idle := local.End(Shape{UseReceives: queue})
			overrun(ctx, local, queue)
			Drain(queue)
			expectSilence(ctx, idle)
		})

		It("spares other queues and their queue pairs", Covers("cq.notify.overrun-spares-others"), patience, func(ctx SpecContext) {
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
	})

	When("the queue fails catastrophically", func() {
		It("ends with ND_INTERNAL_ERROR, and so do later requests", Covers("cq.notify.nd-internal-error"), func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
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
			end.PostReceives(untold, 1, 8)
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
// is returned. Messages are sent in bursts, so that a long line costs little.
func overrun(ctx context.Context, local *Side, queue nd2.CompletionQueue) *Connection {
	GinkgoHelper()
	peer := Peer(ctx)
	errors := notify(ctx, queue, nd2.NotifyErrors)
	sent := uint32(0)
	for burst := range bursts(local, peer) {
		c := ConnectEnds(ctx, peer.End(Shape{InitiatorDepth: burst, MemorySize: 4096}),
			local.End(Shape{UseReceives: queue, ReceiveDepth: burst, MemorySize: 4096}))
		fails := fill(ctx, c, int(burst), errors)
		if sent += burst; !fails && sent > enough(local) {
			fails = !allQueued(ctx, queue, int(sent), errors)
		}
		if fails {
			Expect(errors).To(CompleteWith(nd2.BufferOverflow))
			return c
		}
	}
	return nil
}

// bursts gives how many results to add to a queue at a time: few at first, since most
// queues are no deeper than asked for, but no more than the sides can.
func bursts(sides ...*Side) func(yield func(uint32) bool) {
	most := uint32(1024)
	for _, side := range sides {
		most = min(most, side.Info.MaxReceiveQueueDepth, side.Info.MaxInitiatorQueueDepth, side.Info.MaxCompletionQueueDepth)
	}
	return func(yield func(uint32) bool) {
		for n := uint32(64); yield(min(n, most)); n = min(2*n, most) {
		}
	}
}

// enough is how many results a queue of depth 1 must have taken for the spec to ask
// whether it has room for them all.
func enough(side *Side) uint32 { return min(side.Info.MaxCompletionQueueDepth, 128<<10) }

// allQueued ends the spec as unobservable if so many results can be taken from a queue.
// It returns when the queue has reported a failure.
func allQueued(ctx context.Context, queue nd2.CompletionQueue, n int, errors *Operation) bool {
	GinkgoHelper()
	taken := 0
	Until(ctx, fmt.Sprintf("each of %d results, or that the queue is overrun", n), func() bool {
		taken += len(Drain(queue))
		return taken == n || errors.Done()
	})
	if taken == n {
		roomy(uint32(n))
	}
	return false
}

// roomy ends the spec as unobservable.
func roomy(n uint32) {
	GinkgoHelper()
	Unobservable(fmt.Sprintf("a queue of depth 1 has taken %d results, and holds them all", n))
}

// fill has n messages arrive at the passive end. It tells whether that made a Notify
// end or the connection fail.
func fill(ctx context.Context, c *Connection, n int, errors *Operation) (fails bool) {
	GinkgoHelper()
	for range n {
		if c.Passive.Receive(1, nil) != nd2.Success {
			return true
		}
	}
	for range n {
		if c.Active.Send(1, nil, 0) != nd2.Success {
			return true
		}
	}
	Until(ctx, "the messages to be sent, or the queue to be overrun", func() bool {
		for _, sent := range Drain(c.Active.Initiated) {
			n--
			fails = fails || sent.Status != nd2.Success
		}
		fails = fails || errors.Done()
		return fails || n == 0
	})
	return fails
}

// flushReceives has n Receives canceled, of a queue pair that reports to queue and
// is not connected.
func flushReceives(side *Side, queue nd2.CompletionQueue, n uint32) {
	GinkgoHelper()
	end := side.End(Shape{UseReceives: queue, ReceiveDepth: n, MemorySize: 4096})
	for range n {
		Expect(end.Receive(1, nil)).To(Return(nd2.Success))
	}
	Expect(end.Flush()).To(Return(nd2.Success))
}

// untold is the first of contexts that nothing else uses: of requests that a queue
// which has failed does not tell of.
const untold = 1000

// expectSilence shows that the queue of an end's Receives, which has failed, tells
// nothing of Receives any more, whether they are refused or not.
func expectSilence(ctx context.Context, end *End) {
	GinkgoHelper()
	end.PostReceive(untold+1, nil)
	end.Flush()
	Accepted(ctx, Shape{}).Settle(ctx)
	for _, result := range Drain(end.Receives) { // older ones may have come late
		Expect(uint64(result.RequestContext)).To(BeNumerically("<", untold), "the context of a result")
	}
}

// expectUnusable shows that no message gets through between the ends of a
// connection any more, the passive one of which reports its Receives to a queue
// that has failed. A request may be refused or end with an error; what counts is
// that none succeeds while another connection carries messages. Of the active end's
// Send that says nothing: on iWARP it is over before the peer has answered.
func expectUnusable(ctx context.Context, c *Connection) {
	GinkgoHelper()
	c.Active.Receive(untold, nil)
	c.Passive.Receive(untold, nil)
	c.Passive.Send(untold, nil, 0)
	c.Active.Send(1, nil, 0)
	Accepted(ctx, Shape{}).Settle(ctx)
	for _, queue := range []nd2.CompletionQueue{c.Active.Receives, c.Passive.Initiated, c.Passive.Receives} {
		for _, result := range Drain(queue) {
			if result.RequestContext == untold {
				Expect(result.Status).NotTo(Equal(nd2.Success), "the status of a request")
			}
		}
	}
}
