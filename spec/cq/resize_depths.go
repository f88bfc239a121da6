package cq

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What a queue holds that has been resized.
var _ = Describe("IND2CompletionQueue::Resize", func() {
	DescribeTable("leaves the queue able to hold as many results as the new depth when it has been made deeper",
		func(ctx SpecContext, most int) {
			n := Size(ctx, 13)
			queued := min(most, n)
			c := acceptedAs(ctx, Shape{ReceiveDepth: uint32(n), QueueDepth: uint32(min(2, n))})
			queue := c.Passive.Receives
			if queued > 0 {
				c.Deliver(ctx, c.Passive, Sequence(1, queued)...)
			}
			Expect(queue.Resize(uint32(n))).To(Return(nd2.Success))
			arrive(ctx, c, unsolicited, Sequence(uintptr(1+queued), n-queued)...)
			expectReceived(ctx, queue, Sequence(1, n)...)
			expectUnnotified(queue, notify(ctx, queue, nd2.NotifyErrors))
		},
		Entry("while it was empty", Covers("cq.resize.holds-new-depth"), 0),
		Entry("while results were queued", Covers("cq.resize.holds-new-depth"), Variant("in-use"), 2))

	It(
		"leaves the queue able to hold as many results as the new depth, every time, when it has been made shallower with "+
			"results in it", Covers("cq.resize.holds-new-depth"), Variant("down"), func(ctx SpecContext) {
			n := Size(ctx, 9)
			c := acceptedAs(ctx, Shape{ReceiveDepth: uint32(n), QueueDepth: min(uint32(n)+4, Local(ctx).MaxResults())})
			queue := c.Passive.Receives
			queued := n / 2
			if queued > 0 {
				c.Deliver(ctx, c.Passive, Sequence(1, queued)...)
			}
			Expect(queue.Resize(uint32(n))).To(Return(nd2.Success))
			arrive(ctx, c, unsolicited, Sequence(uintptr(1+queued), n-queued)...)
			expectReceived(ctx, queue, Sequence(1, n)...)
			arrive(ctx, c, unsolicited, Sequence(1, n)...)
			expectReceived(ctx, queue, Sequence(1, n)...)
			expectUnnotified(queue, notify(ctx, queue, nd2.NotifyErrors))
		})

	It("leaves the queue able to hold as many results as the new depth, even if that is large or odd",
		Covers("cq.resize.holds-new-depth"), Variant("values"), LongTimeout, func(ctx SpecContext) {
			local := Local(ctx)
			queue := local.CompletionQueue(1)
			for _, depth := range depths(local) {
				returned := queue.Resize(depth)
				SkipIfLacking("so deep a completion queue", returned)
				Expect(returned).To(Return(nd2.Success), "to %d", depth)
				holds(ctx, local, queue, depth)
			}
		})
})

// depths are those at which rings wrap, and their neighbors, as far as a queue pair's Receives can fill a queue.
func depths(side *Side) (list []uint32) {
	for _, n := range []uint32{
		2, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 511, 1000, 1024, 1025, 4095,
		4096, 4097,
	} {
		if n <= min(side.Info.MaxReceiveQueueDepth, side.MaxResults()) {
			list = append(list, n)
		}
	}
	return list
}

// holds shows that a queue, which is empty, holds n results: each is there, once, and in its order.
func holds(ctx context.Context, side *Side, queue nd2.CompletionQueue, n uint32) {
	end := side.End(side.Attainable(Shape{
		UseReceives: queue, ReceiveDepth: n, QueueDepth: 1, MemorySize: 4096, OwnReceives: "Flush ends no others",
	}))
	for _, context := range Sequence(1, int(n)) {
		Expect(end.Receive(context, nil)).To(Return(nd2.Success))
	}
	Expect(end.Flush()).To(Return(nd2.Success))
	Expect(Results(ctx, queue, int(n))).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, int(n)),
		nd2.Canceled)...), "of a queue of %d", n)
}
