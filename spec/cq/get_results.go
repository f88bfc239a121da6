package cq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2CompletionQueue::GetResults", func() {
	It("returns the oldest results when more are queued than the array has room for, and leaves the others queued",
		Covers("cq.getresults.count"), func(ctx SpecContext) {
			const many = 300 // more than a provider may like to give at a time
			queued := Size(ctx, many)
			queue := queueHolding(ctx, queued)
			results := make([]nd2.Result, max(3, queued+1))
			taken := 0
			for _, room := range []int{1, 3, 2, queued + 1, queued + 1} {
				due := min(room, queued-taken)
				n := queue.GetResults(results[:room])
				Expect(n).To(BeEquivalentTo(due), "results given to an array of %d", room)
				Expect(results[:n]).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(uintptr(1+taken), due), nd2.Success)...))
				taken += due
			}
		})

	It("returns all results, wherever they are in the queue, when others have been taken before",
		Covers("cq.getresults.count"), Variant("wrapped"), func(ctx SpecContext) {
			n := Size(ctx, 5)
			c := acceptedFor(ctx, n)
			results := make([]nd2.Result, n+1)
			for round := range uintptr(8) {
				first := 1 + round*uintptr(n)
				c.Deliver(ctx, c.Passive, Sequence(first, n)...)
				Expect(c.Passive.Receives.GetResults(results)).To(BeEquivalentTo(n), "results given to an array of %d", n+1)
				Expect(results[:n]).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(first, n), nd2.Success)...))
			}
		})

	It("returns 0 and takes nothing when the array has no elements", Covers("cq.getresults.empty-array"),
		func(ctx SpecContext) {
			queue := queueHolding(ctx, 1)
			Expect(queue.GetResults(nil)).To(BeZero(), "the number of results given")
			Expect(queue.GetResults([]nd2.Result{})).To(BeZero(), "the number of results given")
			expectReceived(ctx, queue, 1)
			Expect(queue.GetResults(nil)).To(BeZero(), "the number of results given")
		})

	DescribeTable("returns the contexts and the type of",
		func(ctx SpecContext, kind nd2.RequestType) {
			const ofQueuePair, ofRequest = uintptr(0xfedc_ba98_7654_3210), uintptr(0x8123_4567_89ab_cdef)
			x := exchangeFor(ctx, kind, Shape{Context: ofQueuePair})
			x.prepare(ctx, kind, 1)
			x.carryOut(kind, ofRequest, 0)
			result := Result(ctx, x.queueOf(kind))
			Expect(result).To(CompleteWith(nd2.Success))
			Expect(result.RequestType).To(Equal(kind), "RequestType")
			Expect(result.RequestContext).To(Equal(ofRequest), "RequestContext")
			Expect(result.QueuePairContext).To(Equal(ofQueuePair), "QueuePairContext")
		},
		Entry("a Send", Covers("cq.getresults.contexts", "cq.getresults.request-type", "cq.getresults.a-queue-for-each"),
			nd2.RequestSend),
		Entry("a Receive",
			Covers("cq.getresults.contexts", "cq.getresults.request-type", "cq.getresults.a-queue-for-each"),
			Variant("receive"), nd2.RequestReceive),
		Entry("a Bind",
			Covers("cq.getresults.contexts", "cq.getresults.request-type", "cq.getresults.a-queue-for-each",
				"adapter.createqueuepair.results-by-kind"),
			Variant("bind"), nd2.RequestBind),
		Entry("an Invalidate",
			Covers("cq.getresults.contexts", "cq.getresults.request-type", "cq.getresults.a-queue-for-each",
				"adapter.createqueuepair.results-by-kind"),
			Variant("invalidate"), nd2.RequestInvalidate),
		Entry("a Read",
			Covers("cq.getresults.contexts", "cq.getresults.request-type", "cq.getresults.a-queue-for-each",
				"adapter.createqueuepair.results-by-kind", "cq.getresults.read.nd-success"),
			Variant("read"), nd2.RequestRead),
		Entry("a Write", Covers("cq.getresults.contexts", "cq.getresults.request-type", "cq.getresults.a-queue-for-each"),
			Variant("write"), nd2.RequestWrite),
	)

	It("returns the contexts of a request that failed", Covers("cq.getresults.contexts", "cq.getresults.request-type"),
		Variant("failed"), func(ctx SpecContext) {
			x := exchangeFor(ctx, nd2.RequestWrite, Shape{Context: 9})
			failWrite(x)
			result := Result(ctx, x.Initiated)
			Expect(result).NotTo(CompleteWith(nd2.Success))
			Expect(result.RequestType).To(Equal(nd2.RequestWrite), "RequestType")
			Expect(result.RequestContext).To(BeEquivalentTo(1), "RequestContext")
			Expect(result.QueuePairContext).To(BeEquivalentTo(9), "QueuePairContext")
		})

	It("returns 0 as the BytesTransferred of an empty message, whatever came before",
		Covers("cq.getresults.bytes-transferred"), Variant("none-after-some"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			for i, size := range []int{min(4097, c.MaxTransfer()), 0, 1, 0, 0} {
				c.Passive.PostReceives(uintptr(i), 1, size)
				Expect(c.Active.Send(1, c.Active.Memory.List(0, size), 0)).To(Return(nd2.Success))
				result := Result(ctx, c.Passive.Receives)
				Expect(result).To(CompleteWith(nd2.Success))
				Expect(result.BytesTransferred).To(BeEquivalentTo(size), "BytesTransferred of message %d", i+1)
				Result(ctx, c.Active.Initiated)
			}
		})

	It("returns the length of the message as the BytesTransferred of a Receive", Covers("cq.getresults.bytes-transferred"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			room := min(20<<10, len(c.Active.Memory.Bytes)-1, len(c.Passive.Memory.Bytes)-1)
			room = int(min(uint32(room), c.Active.Info.MaxTransferLength, c.Passive.Info.MaxTransferLength))
			for _, size := range []int{0, 1, 2, 255, 1024, 4095, 4096, 4097, 8192, room - 1, room} {
				if size > room {
					continue
				}
				sent := c.Active.Memory.Fill(0, size, byte(size))
				Clear(c.Passive.Memory.Bytes)
				c.Passive.PostReceives(1, 1, room)
				Expect(c.Active.Send(1, c.Active.Memory.List(0, size), 0)).To(Return(nd2.Success))
				result := Result(ctx, c.Passive.Receives)
				Expect(result).To(CompleteWith(nd2.Success))
				Expect(result.BytesTransferred).To(BeEquivalentTo(size), "BytesTransferred for a message of %d bytes", size)
				Expect(c.Passive.Memory.Bytes[:size]).To(HoldBytes(sent))
				Expect(c.Passive.Memory.Bytes[size : room+1]).To(HoldBytes(make([]byte, room+1-size)))
				Result(ctx, c.Active.Initiated)
			}
		})
})
