package mw

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("An IND2MemoryWindow beside another of the same region, bound to another queue pair,", func() {
	DescribeTable("stays open when that queue pair",
		func(ctx SpecContext, end func(ctx SpecContext, c *Connection)) {
			ending, c := twoConnections(ctx)
			_, r, _ := bound(ctx, ending, nd2.AllowRead|nd2.AllowWrite)
			window := c.Passive.MemoryWindow()
			c.Passive.BindWindow(ctx, window, r, before, size, nd2.AllowWrite)
			end(ctx, ending)
			data := c.Active.Memory.Fill(0, 8, 0x24)
			Expect(c.Active.Store(ctx, r.Through(window).At(before), 8)).To(Return(nd2.Success))
			c.Settle(ctx)
			Expect(r.Bytes[before:][:8]).To(HoldBytes(data))
		},
		Entry("is disconnected", Covers("mw.overlap.independent"), Variant("disconnected"),
			func(ctx SpecContext, c *Connection) {
				c.Part(ctx, c.Passive).Wait()
			}),
		Entry("is flushed", Covers("mw.overlap.independent"), Variant("flushed"), func(_ SpecContext, c *Connection) {
			Expect(c.Passive.Flush()).To(Return(nd2.Success))
		}))
})
