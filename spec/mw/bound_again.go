package mw

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// boundAgain binds a window to the start of a new region, invalidates it, and binds it to
// the start again, with other flags or another length in bytes.
func boundAgain(ctx SpecContext, c *Connection, first, second nd2.OpFlags,
	firstSize, secondSize int,
) (r *Region, opened Remote) {
	r = c.Passive.Side.Memory(total, AllRights)
	r.Fill(0, total, 0x42)
	window := c.Passive.MemoryWindow()
	c.Passive.BindWindow(ctx, window, r, 0, firstSize, first)
	c.Passive.InvalidateWindow(ctx, window)
	c.Passive.BindWindow(ctx, window, r, 0, secondSize, second)
	return r, r.Through(window)
}

var _ = Describe("An IND2MemoryWindow that is bound again to the same address", func() {
	const short, long = 100, 200

	It("has lost the write access that only the first Bind gave", Covers("mw.rights.read-only"), Variant("bound-again"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			r, opened := boundAgain(ctx, c, nd2.AllowWrite, nd2.AllowRead, short, short)
			Expect(c.Active.Fetch(ctx, opened, short)).To(Return(nd2.Success))
			ExpectWriteDenied(ctx, c, "mw.rights.read-only", opened, 8, r.Bytes)
		})

	It("has lost the read access that only the first Bind gave", Covers("mw.rights.write-only"), Variant("bound-again"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			r, opened := boundAgain(ctx, c, nd2.AllowRead, nd2.AllowWrite, short, short)
			data := c.Active.Memory.Fill(0, short, 0x24)
			Expect(c.Active.Store(ctx, opened, short)).To(Return(nd2.Success))
			c.Settle(ctx)
			Expect(r.Bytes[:short]).To(HoldBytes(data))
			ExpectReadDenied(ctx, c, "mw.rights.write-only", opened, 8)
		})

	It("opens only as much to a Read as the second, shorter Bind says", Covers("mw.bounds.read"), Variant("bound-again"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			_, opened := boundAgain(ctx, c, nd2.AllowRead, nd2.AllowRead, long, short)
			Expect(c.Active.Fetch(ctx, opened, short)).To(Return(nd2.Success))
			ExpectReadDenied(ctx, c, "mw.bounds.read", opened, short+1)
		})

	It("opens only as much to a Write as the second, shorter Bind says", Covers("mw.bounds.write"), Variant("bound-again"),
		func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			r, opened := boundAgain(ctx, c, nd2.AllowWrite, nd2.AllowWrite, long, short)
			ExpectWriteDenied(ctx, c, "mw.bounds.write", opened.At(short), 1, r.Bytes[short:])
		})

	It("opens all of the memory that the second, longer Bind names", Covers("mw.bounds.first-and-last-byte"),
		Variant("bound-again"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			r, opened := boundAgain(ctx, c, nd2.AllowRead, nd2.AllowRead, short, long)
			Expect(c.Active.Fetch(ctx, opened, long)).To(Return(nd2.Success))
			Expect(c.Active.Memory.Bytes[:long]).To(HoldBytes(Contents(r.Bytes[:long])))
		})
})
