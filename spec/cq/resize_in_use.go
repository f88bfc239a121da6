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
})
