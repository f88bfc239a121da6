package cq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// Where notifications are processed is told at any time, and telling it changes nothing.
var _ = Describe("IND2CompletionQueue::GetNotifyAffinity, in whatever state the queue is,", func() {
	It("returns the same status, and leaves results and requests alone", Covers("cq.getnotifyaffinity.nd-success"),
		Variant("states"), func(ctx SpecContext) {
			n := Size(ctx, 1)
			c := acceptedFor(ctx, n)
			queue := c.Passive.Receives
			var group uint16
			var affinity uint64
			first := queue.GetNotifyAffinity(&group, &affinity)
			Expect(first).To(ReturnAsRuled("cq.getnotifyaffinity.nd-success"))
			again := func(when string) {
				Expect(queue.GetNotifyAffinity(&group, &affinity)).To(Return(first), when)
			}
			waiting := notify(ctx, queue, nd2.NotifyErrors)
			again("while a Notify waits")
			Expect(waiting).To(BePending())
			expectUnnotified(queue, waiting)
			again("when the Notify has been canceled")
			c.Deliver(ctx, c.Passive, Sequence(1, n)...)
			again("while results are queued")
			expectReceived(ctx, queue, Sequence(1, n)...)
			again("when they have been taken")
			c.Part(ctx, c.Passive).Wait()
			again("when the connection has ended")
		})
})
