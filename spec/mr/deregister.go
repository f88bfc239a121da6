package mr

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2MemoryRegion::Deregister", func() {
	It("removes the registration, and the buffer can be registered again", Covers("mr.deregister.nd-success"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			buffer := c.Passive.Buffer(4096)
			for range 3 {
				r := c.Passive.MemoryRegion()
				Expect(register(ctx, r, buffer)).To(CompleteWith(nd2.Success))
				expectServes(ctx, c, &Region{MemoryRegion: r, Bytes: buffer})
				Expect(Start(ctx, r, r.Deregister)).To(CompleteWith(nd2.Success))
			}
		})

	It("returns ND_SUCCESS, or returns ND_PENDING and completes", Covers("mr.deregister.nd-pending"),
		func(ctx SpecContext) {
			local := Local(ctx)
			r := local.MemoryRegion()
			Expect(register(ctx, r, local.Buffer(largeSize(local)))).To(CompleteWith(nd2.Success))
			deregister := Start(ctx, r, r.Deregister)
			Expect(deregister.Returned).To(Return(nd2.Pending, nd2.Success))
			Expect(deregister).To(CompleteWith(nd2.Success))
		})

	It("returns ND_DEVICE_BUSY when a window is bound to the region", Covers("mr.deregister.nd-device-busy"),
		func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			r := c.Active.Register(c.Active.Buffer(4096), AllRights)
			windows := make([]nd2.MemoryWindow, Size(ctx, 2))
			for i := range windows {
				windows[i] = c.Active.MemoryWindow()
				c.Active.BindWindow(ctx, windows[i], r, 0, 4096-i, nd2.AllowRead)
			}
			for _, window := range windows {
				Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.DeviceBusy))
				c.Active.InvalidateWindow(ctx, window)
			}
			Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.Success))
		})

	It("succeeds when the adapter has been removed", Covers("mr.deregister.after-removal"), func(ctx SpecContext) {
		local := Local(ctx)
		r := local.MemoryRegion()
		Expect(register(ctx, r, local.Buffer(4096))).To(CompleteWith(nd2.Success))
		local.Inject(providers.Fault{Kind: providers.AdapterRemoved})
		Expect(Start(ctx, r, r.Deregister)).To(CompleteWith(nd2.Success))
	})
})
