package mr

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2MemoryRegion::Deregister, when windows that were bound to the region", func() {
	DescribeTable("and their queue pair have been released, succeeds",
		func(ctx SpecContext, release func(queuePair, windows func())) {
			local := Local(ctx)
			end, releaseQueuePair := local.OwnEnd()
			_, releaseConnector := NewAttempt(ctx, end, Peer(ctx).End(Shape{})).EstablishOwn()
			r := local.Register(local.Buffer(4096), AllRights)
			var windows []func()
			for _, rights := range []nd2.OpFlags{nd2.AllowRead, nd2.AllowWrite} {
				window, releaseWindow := local.OwnMemoryWindow()
				end.BindWindow(ctx, window, r, 0, 100, rights)
				windows = append(windows, releaseWindow)
			}
			endQueuePair := func() {
				releaseQueuePair()
				releaseConnector() // which may have a reference of its own to the queue pair
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
		Entry("if the windows are released first", Covers("mr.deregister.after-windows-released"), func(queuePair, windows func()) {
			windows()
			queuePair()
		}),
		Entry("if the queue pair is released first", Covers("mr.deregister.after-windows-released"), Variant("queue-pair-first"), func(queuePair, windows func()) {
			queuePair()
			windows()
		}))

	It("and their queue pair have been released, succeeds although the Bind was canceled", Covers("mr.deregister.after-windows-released"), Variant("canceled"), func(ctx SpecContext) {
		local, peer := Local(ctx), Peer(ctx)
		end, releaseQueuePair := local.OwnEnd()
		end.NeedRequests(2)
		shared := peer.Info.MaxSharedReceiveQueueDepth > 0 // for which Sends wait without limit
		_, releaseConnector := NewAttempt(ctx, end, peer.End(Shape{SharedReceives: shared})).EstablishOwn()
		r := local.Register(local.Buffer(4096), AllRights)
		window, releaseWindow := local.OwnMemoryWindow()
		Expect(end.Send(1, nil, 0)).To(Return(nd2.Success))
		Expect(end.Bind(2, r.MemoryRegion, window, r.Bytes[:100], nd2.AllowRead)).To(Return(nd2.Success))
		Expect(end.Flush()).To(Return(nd2.Success))
		Results(ctx, end.Initiated, 2)
		releaseWindow()
		releaseQueuePair()
		releaseConnector()
		var returned nd2.Status
		Until(ctx, "the region to have no window bound to it", func() bool {
			returned = Start(ctx, r.MemoryRegion, r.Deregister).Wait()
			return returned != nd2.DeviceBusy
		})
		Expect(returned).To(Return(nd2.Success))
	})
})
