package mw

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("Two IND2MemoryWindows of one queue pair that overlap", func() {
	DescribeTable("have each their own rights, whichever is bound first, if the second",
		func(ctx SpecContext, first, second part) {
			for _, readable := range []int{0, 1} {
				for _, denied := range []int{0, 1} {
					expectOwnRights(ctx, [2]part{first, second}, readable, denied)
				}
			}
		},
		Entry("has the same memory", Covers("mw.overlap.independent"), Variant("same"), part{100, 200}, part{100, 200}),
		Entry("begins with it and is shorter", Covers("mw.overlap.independent"), Variant("same-start"), part{100, 200},
			part{100, 50}),
		Entry("begins with it and is longer", Covers("mw.overlap.independent"), Variant("same-start-longer"),
			part{100, 50}, part{100, 200}),
		Entry("ends with it and is shorter", Covers("mw.overlap.independent"), Variant("same-end"), part{100, 200},
			part{250, 50}),
		Entry("ends with it and is longer", Covers("mw.overlap.independent"), Variant("same-end-longer"),
			part{250, 50}, part{100, 200}),
		Entry("is within it", Covers("mw.overlap.independent"), Variant("within"), part{100, 200}, part{150, 50}),
		Entry("is around it", Covers("mw.overlap.independent"), Variant("around"), part{150, 50}, part{100, 200}),
		Entry("begins within it", Covers("mw.overlap.independent"), Variant("begins-within"), part{100, 200},
			part{200, 200}),
		Entry("ends within it", Covers("mw.overlap.independent"), Variant("ends-within"), part{200, 200},
			part{100, 200}),
	)
})

// A part of a region is length bytes from an offset.
type part struct{ offset, length int }

// expectOwnRights binds two overlapping windows, one for reading and one for writing. It shows that both
// work, and that each denies the peer what only the other allows, in the bytes of both.
func expectOwnRights(ctx SpecContext, parts [2]part, readable, denied int) {
	c := Accepted(ctx, Shape{})
	c.NeedTransfer(max(parts[0].length, parts[1].length))
	r := c.Passive.Side.Memory(4096, AllRights)
	want := r.Fill(0, len(r.Bytes), 0x42)
	var windows [2]Remote
	for i, p := range parts {
		flags := nd2.AllowWrite
		if i == readable {
			flags = nd2.AllowRead
		}
		window := c.Passive.MemoryWindow()
		c.Passive.BindWindow(ctx, window, r, p.offset, p.length, flags)
		windows[i] = r.Through(window)
	}
	read, written := parts[readable], parts[1-readable]
	Expect(c.Active.Fetch(ctx, windows[readable].At(read.offset), read.length)).To(Return(nd2.Success))
	Expect(c.Active.Memory.Bytes[:read.length]).To(HoldBytes(want[read.offset:][:read.length]))
	copy(want[written.offset:], c.Active.Memory.Fill(0, written.length, 0x24))
	Expect(c.Active.Store(ctx, windows[1-readable].At(written.offset), written.length)).To(Return(nd2.Success))
	c.Settle(ctx)
	Expect(r.Bytes).To(HoldBytes(want))

	both := windows[denied].At(max(read.offset, written.offset))
	if denied == readable {
		ExpectWriteDenied(ctx, c, "mw.rights.read-only", both, 8, r.Bytes)
	} else {
		ExpectReadDenied(ctx, c, "mw.rights.write-only", both, 8)
	}
}
