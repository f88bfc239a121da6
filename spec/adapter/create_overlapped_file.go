package adapter

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Adapter::CreateOverlappedFile", func() {
	It("returns a file on which objects can be created", Covers("adapter.createoverlappedfile.nd-success"),
		func(ctx SpecContext) {
			local := Local(ctx).WithFile()
			NewAttempt(ctx, Peer(ctx).End(Shape{}), local.End(Shape{})).Establish().Settle(ctx)
		})

	It("sends a request's notification to the file's own completion port",
		Covers("adapter.createoverlappedfile.completion-port"), func(ctx SpecContext) {
			local := Local(ctx)
			one, other := local.WithFile(), local.WithFile()
			for _, side := range []*Side{one, other} {
				Expect(side.File.BindCompletionPort(side.Port, 1)).To(Return(nd2.Success))
			}
			for _, side := range []*Side{one, other, one} {
				canceled := cancelRequest(ctx, side)
				UntilPacket(ctx, canceled, "a packet at the port of the object's file", func() bool {
					return canceled.Posts(side.Port) > 0
				})
				for _, others := range []*Side{one, other, local} {
					if others != side {
						Expect(canceled.Posts(others.Port)).To(BeZero(), "packets at the port of another file")
					}
				}
			}
		})

	It("sends notifications to a completion port to which the file is bound after its objects were created",
		Covers("adapter.createoverlappedfile.completion-port"), Variant("bound-later"), func(ctx SpecContext) {
			side := Local(ctx).WithFile()
			queue := side.CompletionQueue(1)
			Expect(side.File.BindCompletionPort(side.Port, 1)).To(Return(nd2.Success))
			canceled := cancelNotify(ctx, queue)
			UntilPacket(ctx, canceled, "a packet at the port of the object's file", func() bool {
				return canceled.Posts(side.Port) > 0
			})
		})

	It("sends each notification with the key of its file when several files are bound to one completion port",
		Covers("adapter.createoverlappedfile.completion-port"), Variant("one-port"), func(ctx SpecContext) {
			local := Local(ctx)
			var files []*Side
			for key := range uintptr(4) {
				side := local.WithFile()
				side.Port = local.Port
				Expect(side.File.BindCompletionPort(side.Port, key+2)).To(Return(nd2.Success))
				files = append(files, side)
			}
			for closed := range files {
				for i, side := range files[closed:] {
					key := uintptr(closed + i + 2)
					canceled := cancelRequest(ctx, side)
					UntilPacket(ctx, canceled, "a packet at the port of the object's file", func() bool {
						return canceled.Posts(side.Port) > 0
					})
					Expect(side.Port.Keys(canceled)).To(HaveEach(key), "the completion key of the packet")
				}
				Expect(files[closed].File.Close()).To(Return(nd2.Success)) // which is no other's affair
			}
		})

	It("notifies of requests by their events when the file is not bound to a completion port",
		Covers("adapter.createoverlappedfile.no-port"), func(ctx SpecContext) {
			local := Local(ctx).WithFile()
			canceled := cancelRequest(ctx, local)
			AwaitEvent(ctx, canceled.Event, "a request that has been canceled")
			Expect(local.Port.Packets()).To(BeEmpty(), "packets at a port that is not bound")
		})

	It("does no harm when the client closes the file too early", Covers("adapter.createoverlappedfile.closed-early"),
		func(ctx SpecContext) {
			local, other, peer := Local(ctx).WithFile(), Local(ctx), Peer(ctx)
			c := ConnectEnds(ctx, other.End(Shape{}), peer.End(Shape{}))
			l, releaseListener := local.OwnListener()
			Expect(l.Bind(local.Sockaddr(0))).To(Return(nd2.Success))
			Expect(l.Listen(0)).To(Return(nd2.Success))
			connector, releaseConnector := local.OwnConnector()
			get := Start(ctx, l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(connector, o) })
			Expect(get.Returned).To(Return(nd2.Pending))
			Expect(local.File.Close()).To(Return(nd2.Success))

			c.Settle(ctx)
			releaseListener()
			releaseConnector()
			c.Settle(ctx)
			NewAttempt(ctx, peer.End(Shape{}), Local(ctx).End(Shape{})).Establish().Settle(ctx)
		})

	DescribeTable("returns no file",
		func(ctx SpecContext, kind providers.FaultKind, status nd2.Status) {
			local := Local(ctx)
			local.Inject(providers.Fault{Kind: kind, Call: "IND2Adapter::CreateOverlappedFile"})
			var file nd2.OverlappedFile
			Expect(local.Adapter.CreateOverlappedFile(&file)).To(Return(status))
			Expect(file).To(BeNil(), "the file given")
		},
		Entry("when there is no memory", Covers("adapter.createoverlappedfile.nd-no-memory"), providers.OutOfMemory,
			nd2.NoMemory),
		Entry("when the adapter has been removed", Covers("adapter.createoverlappedfile.nd-device-removed"),
			providers.AdapterRemoved, nd2.DeviceRemoved),
	)
})

// cancelRequest has a request of an object on the side's file canceled.
func cancelRequest(ctx SpecContext, side *Side) *Operation {
	return cancelNotify(ctx, side.CompletionQueue(1))
}

// cancelNotify has a request of the queue canceled.
func cancelNotify(ctx SpecContext, queue nd2.CompletionQueue) *Operation {
	request := Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, o) })
	Expect(request.Returned).To(Return(nd2.Pending), "Notify")
	Expect(queue.CancelOverlappedRequests()).To(Return(nd2.Success))
	Expect(request).To(CompleteWith(nd2.Canceled))
	return request
}
