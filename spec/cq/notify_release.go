package cq

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

var _ = Describe("IND2CompletionQueue::Notify", func() {
	When("the queue is released", func() {
		It("(for the record): how it ends", Covers("cq.notify.release-status"), func(ctx SpecContext) {
			queue, release := Local(ctx).OwnCompletionQueue(1)
			request := notify(ctx, queue, nd2.NotifyAny)
			release()
			if request.Returned == nd2.Pending {
				AwaitEvent(ctx, request.Event, "a request of a queue that has been released")
			}
			Record(fmt.Sprintf("The end of a Notify by Release is %v.", nd2.Status(request.Overlapped.Internal)))
		})
	})
})
