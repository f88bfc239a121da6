package mr

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2MemoryRegion::Deregister, when windows that were bound to the region", func() {
	DescribeTable("and their queue pair have been released, succeeds",
		func(ctx SpecContext, binds int, release func(queuePair, windows func())) {
			local := Local(ctx)
			end, releaseQueuePair := local.OwnEnd()
			_, releaseConnector := NewAttempt(ctx, end, Peer(ctx).End(Shape{})).EstablishOwn()
			r := local.Register(local.Buffer(4096), AllRights)
			var windows []func()
			for _, rights := range []nd2.OpFlags{nd2.AllowRead, nd2.AllowWrite} {
				window, releaseWindow := local.OwnMemoryWindow()
				end.BindWindow(ctx, window, r, 0, 100, rights)
				for range binds - 1 {
					end.InvalidateWindow(ctx, window)
					end.BindWindow(ctx, window, r, 0, 100, rights)
				}
				windows = append(windows, releaseWindow)
			}
			endQueuePair := func() {
				releaseQueuePair()
				releaseConnector() // it may hold a reference to the queue pair
			}
			release(endQueuePair, func() {
				for _, releaseWindow := range windows {
					releaseWindow()
				}
			})
			var returned nd2.Status
			Until(ctx, "the region to have no window bound to it", func() bool {
				returned = Start(ctx, r.MemoryRegion, r.Deregister).Wait()
				return returned != nd2.DeviceBusy
			})
			Expect(returned).To(Return(nd2.Success))
		},
		Entry("if the windows are released first", Covers("mr.deregister.after-windows-released"), 1, windowsFirst),
		Entry("if the windows, which were bound several times, are released first",
			Covers("mr.deregister.after-windows-released"), Variant("bound-again"), 3, windowsFirst),
		Entry("if the queue pair is released first", Covers("mr.deregister.after-windows-released"),
			Variant("queue-pair-first"), 1, queuePairFirst),
		Entry("if the queue pair is released first and the windows were bound several times",
			Covers("mr.deregister.after-windows-released"), Variant("queue-pair-first-bound-again"), 3, queuePairFirst))

	DescribeTable("and their queue pair have been released, succeeds although the Bind was canceled",
		func(ctx SpecContext, cancel func(ctx context.Context, end, peer *End)) {
			local, peer := Local(ctx), Peer(ctx)
			end, releaseQueuePair := local.OwnEnd()
			end.NeedRequests(2)
			shared := peer.Info.MaxSharedReceiveQueueDepth > 0 // then Sends wait without limit
			other := peer.End(Shape{SharedReceives: shared})
			_, releaseConnector := NewAttempt(ctx, end, other).EstablishOwn()
			r := local.Register(local.Buffer(4096), AllRights)
			window, releaseWindow := local.OwnMemoryWindow()
			Expect(end.Send(1, nil, 0)).To(Return(nd2.Success))
			posted := end.Bind(2, r.MemoryRegion, window, r.Bytes[:100], nd2.AllowRead)
			if SaysEnded(posted) {
				Unobservable("the Send for which the peer has no Receive has ended the connection already")
			}
			Expect(posted).To(Return(nd2.Success))
			cancel(ctx, end, other)
			bound := Results(ctx, end.Initiated, 2)[1].Status == nd2.Success
			releaseWindow()
			releaseQueuePair()
			releaseConnector()
			if bound {
				Unobservable("the Send in front of the Bind was over before the peer had posted a Receive")
			}
			var returned nd2.Status
			Until(ctx, "the region to have no window bound to it", func() bool {
				returned = Start(ctx, r.MemoryRegion, r.Deregister).Wait()
				return returned != nd2.DeviceBusy
			})
			Expect(returned).To(Return(nd2.Success))
		},
		Entry("by Flush", Covers("mr.deregister.after-canceled-bind"), func(_ context.Context, end, _ *End) {
			Expect(end.Flush()).To(Return(nd2.Success))
		}),
		Entry("by Disconnect", Covers("mr.deregister.after-canceled-bind"), Variant("disconnected"),
			func(ctx context.Context, end, peer *End) {
				heard := Start(ctx, peer.Connector, peer.Connector.NotifyDisconnect)
				ended := Start(ctx, end.Connector, end.Connector.Disconnect)
				heard.Wait()
				Start(ctx, peer.Connector, peer.Connector.Disconnect).Wait()
				ended.Wait()
			}))
})

// The orders of releasing windows and their queue pair.
func windowsFirst(queuePair, windows func()) {
	windows()
	queuePair()
}

func queuePairFirst(queuePair, windows func()) {
	queuePair()
	windows()
}
