package mr

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2MemoryRegion::Deregister, when a Bind to the region has failed", func() {
	DescribeTable("succeeds,", Covers("mr.deregister.after-failed-bind"),
		func(ctx SpecContext, rights nd2.RegionFlags, bind func(ctx SpecContext, e *End, r *Region) nd2.Status) {
			c := Connect(ctx, Shape{InitiatorDepth: 2})
			r := c.Active.Register(c.Active.Buffer(4096), rights)
			returned := bind(ctx, c.Active, r)
			if StatusOf(ctx, c.Active.Initiated, returned) == nd2.Success {
				Unobservable("the Bind succeeds")
			}
			if returned != nd2.Success {
				Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.Success))
				return
			}
			deregistered := nd2.DeviceBusy
			Until(ctx, "the region to have no window bound to it", func() bool {
				deregistered = Start(ctx, r.MemoryRegion, r.Deregister).Wait()
				return deregistered != nd2.DeviceBusy
			})
			Expect(deregistered).To(Return(nd2.Success))
		},
		Entry("since its window is bound to another region", AllRights,
			func(ctx SpecContext, e *End, r *Region) nd2.Status {
				window := e.MemoryWindow()
				e.BindWindow(ctx, window, e.Memory, 0, 64, nd2.AllowRead)
				return e.Bind(1, r.MemoryRegion, window, r.Bytes[:64], nd2.AllowRead)
			}),
		Entry("since the region has no such right", Variant("right"), nd2.AllowRemoteRead,
			func(_ SpecContext, e *End, r *Region) nd2.Status {
				return e.Bind(1, r.MemoryRegion, e.MemoryWindow(), r.Bytes[:64], nd2.AllowWrite)
			}),
		Entry("since its buffer is not within the region", Variant("buffer"), AllRights,
			func(_ SpecContext, e *End, r *Region) nd2.Status {
				return e.Bind(1, r.MemoryRegion, e.MemoryWindow(), e.Memory.Bytes[:64], nd2.AllowRead)
			}))
})
