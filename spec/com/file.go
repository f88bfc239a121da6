package com

import (
	"context"
	"errors"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("An overlapped file", func() {
	It("can skip its completion port and its own signal", Covers("com.file.notification-modes"), func(ctx SpecContext) {
		modes, err := COM(ctx).NotificationModes(Local(ctx).File)
		if errors.Is(err, errors.ErrUnsupported) {
			Unobservable("the system does not say which modes a file has: " + err.Error())
		}
		Expect(err).NotTo(HaveOccurred(), "the error")
		const both = providers.SkipPortOnSuccess | providers.SkipEventOnHandle
		Expect(hex(modes&both)).To(Equal(hex(both)),
			"FILE_SKIP_COMPLETION_PORT_ON_SUCCESS and FILE_SKIP_SET_EVENT_ON_HANDLE of the file")
	})

	DescribeTable("notifies once of each request that ends",
		func(ctx SpecContext, way providers.PacketWay) {
			local := Local(ctx).WithFile()
			Expect(COM(ctx).BindAs(way, local.File, local.Port, 1)).To(Return(nd2.Success))
			var requests []*Operation
			for range 3 {
				requests = append(requests, endThree(ctx, local)...)
			}
			for _, request := range requests {
				Expect(request.Posts(local.Port)).To(Equal(request.Event.Due()), "packets of one request")
			}
		},
		Entry("(by GetQueuedCompletionStatusEx)", Covers("com.file.many-at-once"), providers.ManyAtOnce),
		Entry("(by BindIoCompletionCallback)", Covers("com.file.thread-pool"), providers.ThreadPool),
	)
})

// endThree ends three requests, each on a different object, and waits for their
// packets.
func endThree(ctx context.Context, local *Side) (requests []*Operation) {
	var queues []nd2.CompletionQueue
	for range 3 {
		queue := local.CompletionQueue(1)
		queues = append(queues, queue)
		requests = append(requests, Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status {
			return queue.Notify(nd2.NotifyAny, o)
		}))
	}
	for _, queue := range queues {
		Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
	}
	for _, request := range requests {
		Expect(request.Wait()).To(Return(nd2.Canceled))
		Until(ctx, "the packet of a request that has ended", func() bool { return request.Posts(local.Port) > 0 })
	}
	return requests
}
