package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// While a Read is kept from its peer, the peer's own requests arrive all the same: they show
// whether a window is open.
var _ = Describe("A request of an IND2QueuePair behind a Read that has not reached the peer", func() {
	It("opens no window, if it is a Bind with a fence", Covers("qp.bind.fence-holds"), Variant("on-its-way"),
		func(ctx SpecContext) {
			for i := range 3 {
				c, r, window := crossing(ctx) // which the Write ends
				size := lengthsRead(c)[i]
				undo := holdRead(c, c.Passive, size)
				if undo == nil {
					continue
				}
				postEmpty(c.Active, 1)
				Expect(c.Active.Bind(2, r.MemoryRegion, window, r.Bytes, nd2.AllowWrite|nd2.ReadFence)).To(Return(nd2.Success))
				before := watch(r)
				writeThrough(c, r, window, 0x42)
				Expect(c.Passive.Send(4, nil, 0)).To(Return(nd2.Success))
				// The message is behind the Write, and arrives only if that has succeeded.
				for _, received := range Drain(c.Active.Receives) {
					Expect(received).NotTo(CompleteWith(nd2.Success), "behind a Read of %d bytes", size)
				}
				before.expectUnchanged()
				undo()
			}
		})

	It("closes no window, if it is an Invalidate with a fence", Covers("qp.invalidate.fence-holds"),
		Variant("on-its-way"), func(ctx SpecContext) {
			c, r, window := crossing(ctx)
			for i, size := range lengthsRead(c) {
				var undo func()
				UntilArrived(ctx, "what the peer Writes to a window that is still open", func() (func() bool, func()) {
					c.Active.BindWindow(ctx, window, r, 0, len(r.Bytes), nd2.AllowWrite)
					undo = holdRead(c, c.Passive, size)
					if undo == nil {
						c.Active.InvalidateWindow(ctx, window)
						return func() bool { return true }, nil
					}
					Expect(c.Active.Invalidate(2, window, nd2.ReadFence)).To(Return(nd2.Success))
					data, at := writeThrough(c, r, window, byte(i+1)), r.Bytes
					return func() bool { return string(Contents(at[:len(data)])) == string(data) }, func() {
						undo()
						c, r, window = crossing(ctx)
					}
				})
				if undo == nil {
					continue
				}
				undo()
				expectReadAnd(ctx, c.Active, nd2.RequestInvalidate)
				Expect(Result(ctx, c.Passive.Initiated)).To(CompleteWith(nd2.Success))
			}
		})
})

// crossing returns a connection of two adapters, and a region and a window of its active end. The
// passive adapter alone can be kept from hearing.
func crossing(ctx SpecContext) (c *Connection, r *Region, window nd2.MemoryWindow) {
	local, peer := Local(ctx), Peer(ctx)
	if peer.Info.AdapterID == local.Info.AdapterID {
		Unobservable("the peer is the adapter under test itself")
	}
	c = ConnectEnds(ctx, local.End(Shape{InitiatorDepth: 2}), peer.End(Shape{InitiatorDepth: 2}))
	c.Settle(ctx)
	return c, c.Active.Register(c.Active.Buffer(64), AllRights), c.Active.MemoryWindow()
}

// writeThrough posts a Write of the passive end's through a window, and returns what it writes.
func writeThrough(c *Connection, r *Region, window nd2.MemoryWindow, seed byte) (data []byte) {
	from, to, n := upper(c.Passive), r.Through(window), little(c)
	data = c.Passive.Memory.Fill(from, n, seed)
	Expect(c.Passive.Write(3, c.Passive.Memory.List(from, n), to.Address, to.Token, 0)).To(Return(nd2.Success))
	return data
}
