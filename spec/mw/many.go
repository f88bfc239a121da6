package mw

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("An IND2MemoryWindow, when 40 are bound to its region,", func() {
	It("keeps out a Write beyond it", Covers("mw.bounds.write"), Variant("many"), func(ctx SpecContext) {
		const many, size = 40, 64
		c := Accepted(ctx, Shape{})
		r := c.Passive.Side.Memory(2*many*size, AllRights)
		var last Remote
		for i := range many {
			window := c.Passive.MemoryWindow()
			c.Passive.BindWindow(ctx, window, r, 2*i*size, size, nd2.AllowWrite)
			last = r.Through(window).At(2 * i * size)
			Expect(c.Active.Store(ctx, last, size)).To(Return(nd2.Success))
		}
		c.Settle(ctx)
		ExpectWriteDenied(ctx, c, "mw.bounds.write", last.At(size), size, r.Bytes[(2*many-1)*size:])
	})
})

// An adapter reuses the places of windows: a byte may count how often.
var _ = Describe("An IND2MemoryWindow, when 300 others have been created, bound and invalidated,", func() {
	It("serves as before, and is closed to whoever has the token of another", Covers("mw.overlap.independent"),
		Variant("many"), func(ctx SpecContext) {
			const many, atOnce = 300, 40
			c := Accepted(ctx, Shape{})
			e, r := c.Passive, c.Passive.Memory
			live := e.MemoryWindow()
			e.BindWindow(ctx, live, r, 0, 64, nd2.AllowRead|nd2.AllowWrite)
			serve := func(seed byte) {
				data := c.Active.Memory.Fill(0, 64, seed)
				Expect(c.Active.Store(ctx, r.Through(live).At(0), 64)).To(Return(nd2.Success))
				c.Settle(ctx)
				Expect(r.Bytes[:64]).To(HoldBytes(data))
			}
			var old Remote
			var bound []func()
			half, end := HalfTimeout(ctx)
			defer end()
			for i := 0; i < many && half.Err() == nil; i++ {
				window, release := e.OwnMemoryWindow()
				e.BindWindow(ctx, window, r, 0, 64, nd2.AllowRead|nd2.AllowWrite)
				bound = append(bound, func() {
					old = r.Through(window).At(0)
					c.Active.Memory.Fill(0, 64, 0x11)
					Expect(c.Active.Store(ctx, old, 64)).To(Return(nd2.Success))
					e.InvalidateWindow(ctx, window)
					release()
				})
				if len(bound) == atOnce {
					bound[0]()
					bound = bound[1:]
				}
				if i%50 == 0 {
					serve(byte(i))
				}
			}
			for _, end := range bound {
				end()
			}
			serve(0x42)
			if old.Token == live.GetRemoteToken() {
				Unobservable("windows that were bound at the same time had the same token")
			}
			c.Active.Memory.Fill(0, 64, 0x24)
			ExpectWriteDenied(ctx, c, "mw.invalidate.ends-writing", old, 64, r.Bytes)
		})
})
