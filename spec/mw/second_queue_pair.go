package mw

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A window that is bound again is independent of its first binding.
var _ = Describe("An IND2MemoryWindow that was invalidated and bound to another queue pair", func() {
	DescribeTable("is open to that one's peer, before and after the first queue pair",
		func(ctx SpecContext, end func(ctx SpecContext, first *Connection, release func())) {
			first, second, release := ownFirst(ctx)
			r, window := boundTwice(ctx, first, second)
			expectOpen(ctx, second, r, window, 0x24)
			end(ctx, first, release)
			expectOpen(ctx, second, r, window, 0x25)
		}, eachEnding("mw.bound-again.other-queue-pair", "ends-later"))

	DescribeTable("is open to that one's peer if, before, the first queue pair",
		func(ctx SpecContext, end func(ctx SpecContext, first *Connection, release func())) {
			first, second, release := ownFirst(ctx)
			r, window := second.Active.Side.Memory(total, AllRights), second.Active.MemoryWindow()
			first.Active.BindWindow(ctx, window, r, before, size, nd2.AllowWrite)
			first.Active.InvalidateWindow(ctx, window)
			end(ctx, first, release)
			second.Active.BindWindow(ctx, window, r, before, size, nd2.AllowWrite)
			expectOpen(ctx, second, r, window, 0x24)
		}, eachEnding("mw.bound-again.other-queue-pair", "ended-before"))
})

var _ = Describe("An IND2MemoryWindow that was invalidated and bound to another region", func() {
	It("is open to the peer when the first region has been deregistered", Covers("mw.bound-again.other-region"),
		Variant("deregistered"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			c.Settle(ctx)
			first := c.Active.Register(c.Active.Buffer(total), AllRights)
			r, window := c.Active.Side.Memory(total, AllRights), c.Active.MemoryWindow()
			c.Active.BindWindow(ctx, window, first, before, size, nd2.AllowWrite)
			c.Active.InvalidateWindow(ctx, window)
			c.Active.BindWindow(ctx, window, r, before, size, nd2.AllowWrite)
			Expect(Start(ctx, first.MemoryRegion, first.Deregister)).To(CompleteWith(nd2.Success))
			expectOpen(ctx, c, r, window, 0x24)
		})
})

// ownFirst returns two connections with active ends on the adapter under test; release releases the
// first one's queue pair and connector.
func ownFirst(ctx SpecContext) (first, second *Connection, release func()) {
	local, peer := Local(ctx), Peer(ctx)
	e, releaseQueuePair := local.OwnEnd()
	first, releaseConnector := NewAttempt(ctx, e, peer.End(Shape{})).EstablishOwn()
	first.Settle(ctx)
	second = ConnectEnds(ctx, local.End(Shape{}), peer.End(Shape{}))
	second.Settle(ctx)
	return first, second, func() {
		releaseQueuePair()
		releaseConnector() // it may hold a reference to the queue pair
	}
}

// boundTwice binds a window for one connection, invalidates it, and binds it to the same memory for
// another.
func boundTwice(ctx SpecContext, first, second *Connection) (r *Region, window nd2.MemoryWindow) {
	r, window = second.Active.Side.Memory(total, AllRights), second.Active.MemoryWindow()
	first.Active.BindWindow(ctx, window, r, before, size, nd2.AllowWrite)
	first.Active.InvalidateWindow(ctx, window)
	second.Active.BindWindow(ctx, window, r, before, size, nd2.AllowWrite)
	return r, window
}

// expectOpen shows that the passive end can write to a window of the active end.
func expectOpen(ctx SpecContext, c *Connection, r *Region, window nd2.MemoryWindow, seed byte) {
	data := c.Passive.Memory.Fill(0, 8, seed)
	Expect(c.Passive.Store(ctx, r.Through(window).At(before), len(data))).To(Return(nd2.Success))
	c.Settle(ctx)
	Expect(r.Bytes[before:][:len(data)]).To(HoldBytes(data))
}

// eachEnding returns a table entry for each way in which the first queue pair may end.
func eachEnding(id, variant string) []TableEntry {
	return []TableEntry{
		Entry("disconnects", Covers(id), Variant(variant+"-by-disconnecting"),
			func(ctx SpecContext, first *Connection, _ func()) { first.Part(ctx, first.Active).Wait() }),
		Entry("is disconnected by its peer", Covers(id), Variant(variant+"-by-its-peer"),
			func(ctx SpecContext, first *Connection, _ func()) { first.Part(ctx, first.Passive).Wait() }),
		Entry("fails", Covers(id), Variant(variant+"-by-failing"), func(ctx SpecContext, first *Connection, _ func()) {
			closed := first.Passive.Side.Memory(64, nd2.AllowLocalWrite)
			first.Active.Store(ctx, closed.Remote(), 8)
			AwaitEnd(ctx, first, first.Active)
		}),
		Entry("is released", Covers(id), Variant(variant+"-by-its-release"),
			func(_ SpecContext, _ *Connection, release func()) { release() }),
	}
}
