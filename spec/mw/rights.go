package mw

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A window's rights depend on the flags of its Bind and, of its region's rights, on local write only.
var _ = Describe("An IND2MemoryWindow", func() {
	It("opens what its Bind asks for, of a region with whatever rights",
		Covers("qp.bind.read-needs-no-right", "qp.bind.write-needs-local-write"), Variant("every-set"),
		func(ctx SpecContext) {
			const length = 64
			c := Accepted(ctx, Shape{})
			c.NeedTransfer(length)
			c.Settle(ctx) // on iWARP the active side sends first
			e, window := c.Passive, c.Passive.MemoryWindow()
			reads := c.Active.Info.MaxOutboundReadLimit > 0 && e.Info.MaxInboundReadLimit > 0
			for _, rights := range regionRights {
				r := e.Side.Memory(256, rights)
				for _, flags := range []nd2.OpFlags{nd2.AllowRead, nd2.AllowWrite, nd2.AllowRead | nd2.AllowWrite} {
					if flags&nd2.AllowWrite != 0 && rights&nd2.AllowLocalWrite == 0 {
						continue
					}
					data := r.Fill(0, 256, byte(rights))
					e.BindWindow(ctx, window, r, 8, length, flags)
					opened := r.Through(window).At(8)
					if flags&nd2.AllowRead != 0 && reads {
						Expect(c.Active.Fetch(ctx, opened, length)).To(Return(nd2.Success), "with %v of %v", flags, rights)
						Expect(c.Active.Memory.Bytes[:length]).To(HoldBytes(data[8:][:length]), "with %v of %v", flags, rights)
					}
					if flags&nd2.AllowWrite != 0 {
						copy(data[8:], c.Active.Memory.Fill(0, length, 0x24))
						Expect(c.Active.Store(ctx, opened, length)).To(Return(nd2.Success), "with %v of %v", flags, rights)
						c.Settle(ctx)
					}
					Expect(r.Bytes).To(HoldBytes(data), "with %v of %v", flags, rights)
					e.InvalidateWindow(ctx, window)
				}
			}
		})
})

// regionRights are the sets of rights of a region.
var regionRights = []nd2.RegionFlags{
	0, nd2.AllowRemoteRead, nd2.RDMAReadSink, nd2.AllowRemoteRead | nd2.RDMAReadSink,
	nd2.AllowLocalWrite, nd2.AllowLocalWrite | nd2.AllowRemoteRead, nd2.AllowLocalWrite | nd2.RDMAReadSink,
	nd2.AllowLocalWrite | nd2.AllowRemoteRead | nd2.RDMAReadSink,
	nd2.AllowRemoteWrite, nd2.AllowRemoteWrite | nd2.AllowRemoteRead, nd2.AllowRemoteWrite | nd2.RDMAReadSink, AllRights,
}
