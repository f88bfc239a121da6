package mr

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A refused call leaves no trace, however often it is repeated.
var _ = Describe("An IND2MemoryRegion that has refused a call 150 times", func() {
	It("registers a buffer, when it was a Register of none", Covers("mr.register.refused-then-usable"), Variant("often"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			r := &Region{MemoryRegion: c.Passive.MemoryRegion(), Bytes: c.Passive.Buffer(4096)}
			registerOnce(ctx, c.Passive.Side)
			for range Often {
				Expect(register(ctx, r.MemoryRegion, nil).Wait()).To(ReturnFailure())
			}
			registered(ctx, r)
			expectServes(ctx, c, r)
			deregistered(ctx, r)
		})

	It("keeps its registration, when it was a Register of another buffer", Covers("mr.register.one-buffer"),
		Variant("often"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			r := &Region{MemoryRegion: c.Passive.MemoryRegion(), Bytes: c.Passive.Buffer(4096)}
			other := &Region{MemoryRegion: c.Passive.MemoryRegion(), Bytes: c.Passive.Buffer(4096)}
			registered(ctx, r)
			Enough(ctx)
			own := r.Remote()
			for range Often {
				Expect(register(ctx, r.MemoryRegion, other.Bytes).Wait()).To(ReturnFailure())
			}
			Expect(r.Remote()).To(Equal(own), "the region's address and its remote token")
			expectServes(ctx, c, r)
			deregistered(ctx, r)
			registered(ctx, other)
			deregistered(ctx, other)
		})

	It("can be deregistered, when it was a Deregister while a window was bound", Covers("mr.deregister.nd-device-busy"),
		Variant("often"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			r := &Region{MemoryRegion: c.Passive.MemoryRegion(), Bytes: c.Passive.Buffer(4096)}
			other := &Region{MemoryRegion: c.Passive.MemoryRegion(), Bytes: r.Bytes}
			registered(ctx, r)
			window := c.Passive.MemoryWindow()
			c.Passive.BindWindow(ctx, window, r, 0, 64, nd2.AllowRead)
			Enough(ctx)
			for range Often {
				Expect(Start(ctx, r, r.Deregister)).To(CompleteWith(nd2.DeviceBusy))
			}
			data := r.Fill(0, 64, 0x42)
			if c.Active.Info.MaxOutboundReadLimit > 0 && c.Passive.Info.MaxInboundReadLimit > 0 {
				Expect(c.Active.Fetch(ctx, r.Through(window), 64)).To(Return(nd2.Success))
				Expect(c.Active.Memory.Bytes[:64]).To(HoldBytes(data))
			}
			c.Passive.InvalidateWindow(ctx, window)
			deregistered(ctx, r)
			registered(ctx, other)
			deregistered(ctx, other)
		})
})

// registerOnce registers a buffer briefly: a resource had once must be available again.
func registerOnce(ctx context.Context, s *Side) {
	region, release := s.OwnMemoryRegion()
	r := &Region{MemoryRegion: region, Bytes: s.Buffer(4096)}
	registered(ctx, r)
	deregistered(ctx, r)
	release()
	Enough(ctx)
}
