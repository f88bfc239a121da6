package cq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What a queue holds that has been resized.
var _ = Describe("IND2CompletionQueue::Resize", func() {
	It("leaves the queue able to hold as many results as the new depth when it has been made deeper", Covers("cq.resize.holds-new-depth"), func(ctx SpecContext) {
		n := most(ctx, 13)
		c := acceptedAs(ctx, Shape{ReceiveDepth: uint32(n), QueueDepth: uint32(min(2, n))})
		queue := c.Passive.Receives
		Expect(queue.Resize(uint32(n))).To(Return(nd2.Success))
		arrive(ctx, c, unsolicited, Sequence(1, n)...)
		expectReceived(ctx, queue, Sequence(1, n)...)
		expectUnnotified(queue, notify(ctx, queue, nd2.NotifyErrors))
	})

	It("leaves the queue able to hold as many results as the new depth, every time, when it has been made shallower with results in it", Covers("cq.resize.holds-new-depth"), Variant("down"), func(ctx SpecContext) {
		n := most(ctx, 9)
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
})
