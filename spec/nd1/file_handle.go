package nd1

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("INDAdapter::GetFileHandle", func() {
	DescribeTable("returns the file at whose port each request is told of,",
		func(ctx SpecContext, begin func(ctx SpecContext, own, other *end) (nd1.Overlapping, *Operation)) {
			own, other := connected(ctx)
			port := new(Port)
			Expect(own.adapter.GetFileHandle().BindCompletionPort(port, 1)).To(Return(nd2.Success))
			object, request := begin(ctx, own, other)
			Expect(request).To(BePending())
			Expect(object.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(request).To(CompleteWith(nd2.Canceled))
			UntilPacket(ctx, request, "the packet of a canceled request", func() bool { return request.Posts(port) > 0 })
		},
		Entry("a Notify", Covers("endpoint.getfilehandle.packets"),
			func(ctx SpecContext, own, _ *end) (nd1.Overlapping, *Operation) {
				queue := own.queue(8)
				return queue, notification(ctx, queue, nd2.NotifyAny)
			}),
		Entry("a NotifyDisconnect", Covers("endpoint.getfilehandle.packets"), Variant("connector"),
			func(ctx SpecContext, own, _ *end) (nd1.Overlapping, *Operation) {
				return own.connection, StartND1(ctx, own.connection, own.connection.NotifyDisconnect)
			}),
		Entry("a GetConnectionRequest", Covers("endpoint.getfilehandle.packets"), Variant("listener"),
			func(ctx SpecContext, own, _ *end) (nd1.Overlapping, *Operation) {
				listen, _ := own.listen()
				taker := own.connector()
				return listen, StartND1(ctx, listen, func(o *nd2.Overlapped) nd2.Status {
					return listen.GetConnectionRequest(taker, o)
				})
			}))

	It("returns the file at whose port requests of the adapter itself are told of",
		Covers("endpoint.getfilehandle.packets"), Variant("adapter"), func(ctx SpecContext) {
			l := local(ctx)
			port := new(Port)
			Expect(l.adapter.GetFileHandle().BindCompletionPort(port, 1)).To(Return(nd2.Success))
			large := l.Buffer(int(min(4<<20, l.limits.MaxRegistrationSize))) // large enough to take time
			var mr nd1.MRHandle
			register := StartND1(ctx, l.adapter, func(o *nd2.Overlapped) nd2.Status {
				return l.adapter.RegisterMemory(large, o, &mr)
			})
			SkipIfLacking("so much memory", register.Wait())
			Expect(register).To(CompleteWith(nd2.Success))
			deregister := StartND1(ctx, l.adapter, func(o *nd2.Overlapped) nd2.Status {
				return l.adapter.DeregisterMemory(mr, o)
			})
			Expect(deregister).To(CompleteWith(nd2.Success))
			pended := false
			for _, request := range []*Operation{register, deregister} {
				if request.Returned == nd2.Pending {
					pended = true
					UntilPacket(ctx, request, "the packet of a request", func() bool { return request.Posts(port) > 0 })
				}
			}
			if !pended {
				Unobservable("the adapter registers memory at once")
			}
		})
})
