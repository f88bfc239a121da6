package cq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A queue may have room for one result more than it was created for. If it has not, it must say so: the result
// too many takes the place of no other.
var _ = Describe("IND2CompletionQueue::Notify", func() {
	DescribeTable("ends with ND_BUFFER_OVERFLOW when one result too many comes, unless every result can be taken,",
		func(ctx SpecContext, depth uint32) {
			local, peer, n := Local(ctx), Peer(ctx), depth+1
			local.NeedResults(depth)
			peer.NeedResults(n)
			queue := local.CompletionQueue(depth)
			errors := notify(ctx, queue, nd2.NotifyErrors)
			near := local.End(local.Attainable(Shape{UseReceives: queue, ReceiveDepth: n, QueueDepth: 1}))
			far := peer.End(peer.Attainable(Shape{InitiatorDepth: n, QueueDepth: n}))
			ConnectEnds(ctx, far, near)
			carryOut(ctx, near, far, int(n), nd2.RequestReceive, errors)
			var taken []nd2.Result
			UntilResult(ctx, "every result, or the failure of a queue that is overrun", func() bool {
				taken = append(taken, Drain(queue)...)
				return len(taken) >= int(n) || errors.Done()
			})
			if errors.Done() {
				Expect(errors).To(CompleteWith(nd2.BufferOverflow))
				return
			}
			Expect(Contexts(taken)).To(Equal(Sequence(1, int(n))), "the request contexts of the results")
		},
		Entry("in a queue of 1", Covers("cq.notify.nd-buffer-overflow"), Variant("by-one"), uint32(1)),
		Entry("in a queue of 4", Covers("cq.notify.nd-buffer-overflow"), Variant("by-one-of-4"), uint32(4)),
		Entry("in a queue of 64", Covers("cq.notify.nd-buffer-overflow"), Variant("by-one-of-64"), uint32(64)))
})
