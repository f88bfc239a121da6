package adapter

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Adapter::CreateMemoryWindow", func() {
	It("returns a window that can be bound", Covers("adapter.creatememorywindow.nd-success"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		c.Settle(ctx)
		window := c.Passive.MemoryWindow()
		c.Passive.BindWindow(ctx, window, c.Passive.Memory, 0, 4096, nd2.AllowWrite)
		want := c.Active.Memory.Fill(0, 100, 5)
		Expect(c.Active.Store(ctx, c.Passive.Memory.Through(window), 100)).To(Return(nd2.Success))
		c.Settle(ctx)
		Expect(c.Passive.Memory.Bytes[:100]).To(HoldBytes(want))
		c.Passive.InvalidateWindow(ctx, window)
	})

	It("returns a window through which nothing can be written", Covers("adapter.creatememorywindow.invalidated"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			c.Settle(ctx)
			window := c.Passive.MemoryWindow()
			c.Active.Memory.Fill(0, 100, 5)
			ExpectWriteDenied(ctx, c, "adapter.creatememorywindow.invalidated", c.Passive.Memory.Through(window), 100,
				c.Passive.Memory.Bytes)
		})

	It("returns a window through which nothing can be read",
		Covers("adapter.creatememorywindow.invalidated", "mw.invalidate.ends-reading"), Variant("read"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			c.Settle(ctx)
			ExpectReadDenied(ctx, c, "mw.invalidate.ends-reading", c.Passive.Memory.Through(c.Passive.MemoryWindow()), 100)
		})

	DescribeTable("returns no object", givesNothing, shortages("CreateMemoryWindow")[1:])

	DescribeTable("when it is asked for another interface", asks, byInterface("CreateMemoryWindow"))

	It("returns an object with its interfaces", Covers("adapter.creatememorywindow.interfaces"), func(ctx SpecContext) {
		ExpectInterfaces(Local(ctx).MemoryWindow(), nd2.IIDMemoryWindow)
	})
})
