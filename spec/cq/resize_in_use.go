package cq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2CompletionQueue::Resize, of a queue in use,", func() {
	It("leaves an outstanding Notify to be completed by the next result when it is refused",
		Covers("cq.resize.unchanged-on-failure"), Variant("requests"), func(ctx SpecContext) {
			n := Size(ctx, 3)
			if n < 3 {
				Unobservable("no queue holds three results")
			}
			c := acceptedFor(ctx, n)
			queue := c.Passive.Receives
			c.Deliver(ctx, c.Passive, Sequence(1, n-1)...)
			request := notify(ctx, queue, nd2.NotifyAny) // a provider that peeks completes it now
			Expect(queue.Resize(1)).To(Return(nd2.BufferOverflow))
			arrive(ctx, c, unsolicited, uintptr(n))
			Expect(request).To(CompleteWith(nd2.Success))
			expectReceived(ctx, queue, Sequence(1, n)...)
		})

	It("leaves an outstanding Notify, and the depth, as they were when it is refused as too deep",
		Covers("cq.resize.unchanged-on-failure"), Variant("too-deep"), func(ctx SpecContext) {
			n := Size(ctx, 1)
			c := acceptedAs(ctx, Shape{ReceiveDepth: uint32(n), QueueDepth: uint32(n)})
			queue := c.Passive.Receives
			beyond := c.Passive.Info.MaxCompletionQueueDepth + 1
			if beyond == 0 {
				Unobservable("MaxCompletionQueueDepth can't be exceeded")
			}
			request := notify(ctx, queue, nd2.NotifyAny)
			if queue.Resize(beyond) == nd2.Success {
				Unobservable("a depth above MaxCompletionQueueDepth is set")
			}
			Expect(request).To(BePending())
			arrive(ctx, c, unsolicited, Sequence(1, n)...)
			Expect(request).To(CompleteWith(nd2.Success))
			expectReceived(ctx, queue, Sequence(1, n)...)
			expectUnnotified(queue, notify(ctx, queue, nd2.NotifyErrors))
		})

	It(
		"leaves the queue able to hold as many results as the new depth when it has been made deeper while results "+
			"were queued", Covers("cq.resize.holds-new-depth"), Variant("in-use"), func(ctx SpecContext) {
			n := Size(ctx, 13)
			queued := min(2, n)
			c := acceptedAs(ctx, Shape{ReceiveDepth: uint32(n), QueueDepth: uint32(queued)})
			queue := c.Passive.Receives
			c.Deliver(ctx, c.Passive, Sequence(1, queued)...)
			Expect(queue.Resize(uint32(n))).To(Return(nd2.Success))
			arrive(ctx, c, unsolicited, Sequence(uintptr(1+queued), n-queued)...)
			expectReceived(ctx, queue, Sequence(1, n)...)
			expectUnnotified(queue, notify(ctx, queue, nd2.NotifyErrors))
		})
})
