package adapter

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// What becomes of the overlapped file that an object is created on.
var _ = Describe("The overlapped file of an object", func() {
	DescribeTable("is the file whose completion port receives the notifications of",
		func(ctx SpecContext, request func(ctx SpecContext, own *Side) *Operation) {
			local := Local(ctx)
			own := local.WithFile()
			Expect(own.File.BindCompletionPort(own.Port, 2)).To(Return(nd2.Success))
			notified := request(ctx, own)
			if notified.Returned != nd2.Pending {
				Unobservable("the provider ends the request at once")
			}
			notified.Wait()
			UntilPacket(ctx, notified, "a packet at the port of the object's file", func() bool {
				return notified.Posts(own.Port) > 0
			})
			Expect(notified.Posts(local.Port)).To(BeZero(), "packets at the port of another file")
		},
		Entry("a memory region", Covers("adapter.creatememoryregion.overlapped-file"),
			func(ctx SpecContext, own *Side) *Operation {
				r := own.MemoryRegion()
				buffer := own.Buffer(int(min(4<<20, own.Info.MaxRegistrationSize)))
				registering := Start(ctx, r, func(o *nd2.Overlapped) nd2.Status { return r.Register(buffer, AllRights, o) })
				AtEnd(ctx, func(ctx context.Context) { Start(ctx, r, r.Deregister).Wait() })
				return registering
			}),
		Entry("a listener", Covers("adapter.createlistener.overlapped-file"), func(ctx SpecContext, own *Side) *Operation {
			l, _ := own.Listener()
			c := own.Connector()
			get := Start(ctx, l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(c, o) })
			Expect(l.CancelOverlappedRequests()).To(Return(nd2.Success))
			return get
		}),
		Entry("a connector", Covers("adapter.createconnector.overlapped-file"), func(ctx SpecContext, own *Side) *Operation {
			a := NewAttempt(ctx, own.End(Shape{}), Peer(ctx).End(Shape{}))
			connect := a.Request(nil)
			Cancel(a.Active.Connector)
			return connect
		}))

	It("leaves nothing behind when it is closed while requests of all kinds are in progress",
		Covers("adapter.createoverlappedfile.closed-early-leaks-nothing"), func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			for range 4 {
				own := local.WithFile()
				l, port, releaseListener := BoundListener(own)
				Expect(l.Listen(0)).To(Return(nd2.Success))
				taker, releaseTaker := own.OwnConnector()
				get := Start(ctx, l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(taker, o) })
				queue, releaseQueue := own.OwnCompletionQueue(1)
				notify := Start(ctx, queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, o) })
				caller, callersPort, releaseCaller := BoundConnector(own)
				answer := NewAttempt(ctx, local.End(Shape{}), peer.End(Shape{}))
				answer.Get() // a peer may refuse at once what nobody has asked for
				connect := Start(ctx, caller, func(o *nd2.Overlapped) nd2.Status {
					return caller.Connect(answer.Active.QueuePair, answer.Address, 0, 0, nil, o)
				})
				for _, pending := range []*Operation{get, notify, connect} {
					Expect(pending.Returned).To(Return(nd2.Pending))
				}
				own.File.Close()
				releaseListener()
				releaseTaker()
				releaseQueue()
				releaseCaller()

				RebindListener(ctx, local, local.Sockaddr(port))
				RebindConnector(ctx, local, local.Sockaddr(callersPort))
			}
			NewAttempt(ctx, peer.End(Shape{}), local.End(Shape{})).Establish().Settle(ctx)
		})
})
