package mr

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// Ends of a region, beside regions, windows and queues in use.
var _ = Describe("The objects around an IND2MemoryRegion", func() {
	DescribeTable("are left as they were when it",
		func(ctx SpecContext, end func(ctx context.Context, b *Bystanders, r *Region, release func())) {
			ExpectSpared(ctx, func(ctx context.Context, b *Bystanders) func() {
				region, release := b.Local.OwnMemoryRegion()
				r := &Region{Bytes: b.Local.Buffer(4096), MemoryRegion: region}
				registered(ctx, r)
				return func() { end(ctx, b, r, release) }
			})
		},
		Entry("is deregistered and registered again", Covers("mr.deregister.own-region-only"), Variant("again"),
			func(ctx context.Context, _ *Bystanders, r *Region, _ func()) {
				deregistered(ctx, r)
				registered(ctx, r)
				deregistered(ctx, r)
			}),
		Entry("is deregistered and released", Covers("mr.deregister.own-region-only"), Variant("released"),
			func(ctx context.Context, _ *Bystanders, r *Region, release func()) {
				deregistered(ctx, r)
				release()
			}),
		Entry("has its requests canceled", Covers("overlapped.canceloverlappedrequests.own-requests-only"),
			Variant("region-bystanders"), func(ctx context.Context, _ *Bystanders, r *Region, _ func()) {
				Expect(r.CancelOverlappedRequests()).To(Return(nd2.Success))
				deregistered(ctx, r)
			}),
		Entry("can't be deregistered, since a window is bound to it, and can when that has been invalidated",
			Covers("mr.deregister.own-region-only", "mr.deregister.nd-device-busy"), Variant("busy"),
			func(ctx context.Context, b *Bystanders, r *Region, _ func()) {
				c := ConnectEnds(ctx, b.Local.End(Shape{}), b.Peer.End(Shape{}))
				window := b.Local.MemoryWindow()
				c.Active.BindWindow(ctx, window, r, 0, 64, nd2.AllowRead)
				Expect(Start(ctx, r, r.Deregister)).To(CompleteWith(nd2.DeviceBusy))
				c.Active.InvalidateWindow(ctx, window)
				deregistered(ctx, r)
			}))
})

// registered registers a region's buffer.
func registered(ctx context.Context, r *Region) {
	Expect(Start(ctx, r, func(o *nd2.Overlapped) nd2.Status {
		return r.Register(r.Bytes, AllRights, o)
	})).To(CompleteWith(nd2.Success))
}

// deregistered deregisters it.
func deregistered(ctx context.Context, r *Region) {
	Expect(Start(ctx, r, r.Deregister)).To(CompleteWith(nd2.Success))
}
