package cq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2CompletionQueue::Notify", func() {
	When("the queue is released", func() {
		It("ends with a failure", Covers("cq.notify.release-status"), func(ctx SpecContext) {
			queue, release := Local(ctx).OwnCompletionQueue(1)
			canceled := notify(ctx, queue, nd2.NotifyAny)
			Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
			canceled.Wait()
			request := notify(ctx, queue, nd2.NotifyAny)
			release()
			ExpectFailedByRelease(ctx, canceled, request)
		})
	})
})
