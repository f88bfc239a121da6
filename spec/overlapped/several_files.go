package overlapped

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// One event may end requests on several files; each is notified separately.
var _ = Describe("Requests of objects on several overlapped files", func() {
	It("end, each of them, when the adapter is removed", Covers("overlapped.getoverlappedresult.nd-device-removed"),
		Variant("several-files"), func(ctx SpecContext) {
			const files = 5
			local := Local(ctx)
			var requests []*Operation
			var sides []*Side
			for range files {
				side := ownFile(local)
				queue := side.CompletionQueue(1)
				request := Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, o) })
				Expect(request).To(BePending())
				requests, sides = append(requests, request), append(sides, side)
			}
			local.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			for i, request := range requests {
				Expect(request).To(CompleteAsRuled("overlapped.getoverlappedresult.nd-device-removed"))
				expectPacket(ctx, request, sides[i])
			}
		})

	It("are notified, each on its own file, when one Disconnect ends them", Covers("overlapped.notification.pending"),
		Variant("several-files"), Pin(ReceiveQueue, "Disconnect ends no others"), func(ctx SpecContext) {
			local := Local(ctx)
			receives, initiated, connects := ownFile(local), ownFile(local), ownFile(local)
			e := local.End(Shape{UseReceives: receives.CompletionQueue(2), UseInitiated: initiated.CompletionQueue(2)})
			a := NewAttempt(ctx, e, StallingEnd(ctx))
			e.Connector = connects.Connector()
			Expect(e.Connector.Bind(local.Sockaddr(0))).To(Return(nd2.Success))
			a.Establish()
			Expect(e.Receive(1, nil)).To(Return(nd2.Success))
			Expect(e.Send(2, nil, 0)).To(Return(nd2.Success))
			ofReceives := Start(ctx, e.Receives, func(o *nd2.Overlapped) nd2.Status {
				return e.Receives.Notify(nd2.NotifyAny, o)
			})
			ofInitiated := Start(ctx, e.Initiated, func(o *nd2.Overlapped) nd2.Status {
				return e.Initiated.Notify(nd2.NotifyAny, o)
			})
			Expect(ofReceives).To(BePending())
			if ofInitiated.Returned != nd2.Pending || ofInitiated.Done() {
				Unobservable("a Send is over once it has been sent")
			}
			ended := a.Part(ctx, e)
			Expect(ofReceives).To(CompleteWith(nd2.Success))
			Expect(ofInitiated).To(CompleteWith(nd2.Success))
			Expect(ended).To(CompleteWith(nd2.Success))
			expectPacket(ctx, ofReceives, receives)
			expectPacket(ctx, ofInitiated, initiated)
			if ended.Returned == nd2.Pending {
				expectPacket(ctx, ended, connects)
			}
		})
})

// expectPacket shows that a request has ended with a packet at a side's port.
func expectPacket(ctx SpecContext, request *Operation, side *Side) {
	UntilPacket(ctx, request, "the request's packet at the completion port", func() bool {
		return request.Posts(side.Port) > 0
	})
}
