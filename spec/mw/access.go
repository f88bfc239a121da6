package mw

import (
	"context"
	"encoding/binary"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// These specs' window is a part of a region that begins and ends within pages.
const (
	before = 4096 - 100 // bytes of the region before the window
	size   = 5001       // bytes of the window
	total  = 3 * 4096   // bytes of the region
)

// bound binds a window of the passive end's, in a new region with all rights.
func bound(ctx SpecContext, c *Connection, flags nd2.OpFlags) (window nd2.MemoryWindow, r *Region, opened Remote) {
	r = c.Passive.Side.Memory(total, AllRights)
	r.Fill(0, total, 0x42)
	window = c.Passive.MemoryWindow()
	c.Passive.BindWindow(ctx, window, r, before, size, flags)
	return window, r, r.Through(window).At(before)
}

var _ = Describe("The token of an IND2MemoryWindow", func() {
	It("is good as soon as Bind has returned, before its result is there", Covers("mw.token.before-result"),
		func(ctx SpecContext) {
			c := Connect(ctx, Shape{InitiatorDepth: 2})
			mine, theirs := c.Active.Memory, c.Passive.Memory
			for i := range 4 {
				window := c.Active.MemoryWindow()
				Expect(c.Passive.Receive(1, theirs.List(32, 4))).To(Return(nd2.Success))
				Expect(c.Active.Bind(1, mine.MemoryRegion, window, mine.Bytes[64:72], nd2.AllowWrite)).To(Return(nd2.Success))
				Overwrite(mine.Bytes, binary.NativeEndian.AppendUint32(nil, window.GetRemoteToken()))
				Expect(c.Active.Send(2, mine.List(0, 4), 0)).To(Return(nd2.Success))

				Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
				data := theirs.Fill(0, 8, byte(i))
				to := Remote{Address: mine.Address(64), Token: binary.NativeEndian.Uint32(Contents(theirs.Bytes[32:36]))}
				Expect(c.Passive.Store(ctx, to, 8)).To(Return(nd2.Success))
				Expect(Results(ctx, c.Active.Initiated, 2)).To(HaveOutcomes(
					Outcome(nd2.RequestBind, 1, nd2.Success), Outcome(nd2.RequestSend, 2, nd2.Success)))
				c.Settle(ctx)
				Expect(mine.Bytes[64:72]).To(HoldBytes(data))
			}
		})

	DescribeTable("is good as soon as Bind has returned, though it waits behind a Send", Covers("mw.token.before-result"),
		func(ctx SpecContext, bind func(ctx context.Context, e *End, window nd2.MemoryWindow) (others []nd2.Result)) {
			c := Stalled(ctx, Shape{InitiatorDepth: 4})
			e, mine, theirs, window := c.Active, c.Active.Memory, c.Passive.Memory, c.Active.MemoryWindow()
			others := bind(ctx, e, window)
			Overwrite(mine.Bytes, binary.NativeEndian.AppendUint32(nil, window.GetRemoteToken()))
			Expect(e.Send(4, mine.List(0, 4), 0)).To(Return(nd2.Success))

			c.Passive.NeedReceives(2)
			Expect(c.Passive.Receive(1, nil)).To(Return(nd2.Success))
			Expect(c.Passive.Receive(2, theirs.List(32, 4))).To(Return(nd2.Success))
			Expect(Results(ctx, e.Initiated, len(others)+1)).To(HaveOutcomes(append(others,
				Outcome(nd2.RequestSend, 4, nd2.Success))...))
			Expect(Results(ctx, c.Passive.Receives, 2)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, 2),
				nd2.Success)...))
			data := theirs.Fill(0, 8, 0x42)
			to := Remote{Address: mine.Address(64), Token: binary.NativeEndian.Uint32(Contents(theirs.Bytes[32:36]))}
			Expect(c.Passive.Store(ctx, to, 8)).To(Return(nd2.Success))
			c.Settle(ctx)
			Expect(mine.Bytes[64:72]).To(HoldBytes(data))
		},
		Entry("(for the first time)", Variant("waiting"),
			func(_ context.Context, e *End, window nd2.MemoryWindow) []nd2.Result {
				Expect(e.Send(1, nil, 0)).To(Return(nd2.Success))
				Expect(e.Bind(3, e.Memory.MemoryRegion, window, e.Memory.Bytes[64:72], nd2.AllowWrite)).To(Return(nd2.Success))
				return []nd2.Result{Outcome(nd2.RequestSend, 1, nd2.Success), Outcome(nd2.RequestBind, 3, nd2.Success)}
			}),
		Entry("(of the window again)", Variant("waiting-again"),
			func(ctx context.Context, e *End, window nd2.MemoryWindow) []nd2.Result {
				e.BindWindow(ctx, window, e.Memory, 128, 8, nd2.AllowWrite)
				Expect(e.Send(1, nil, 0)).To(Return(nd2.Success))
				Expect(e.Invalidate(2, window, 0)).To(Return(nd2.Success))
				Expect(e.Bind(3, e.Memory.MemoryRegion, window, e.Memory.Bytes[64:72], nd2.AllowWrite)).To(Return(nd2.Success))
				return []nd2.Result{
					Outcome(nd2.RequestSend, 1, nd2.Success), Outcome(nd2.RequestInvalidate, 2, nd2.Success),
					Outcome(nd2.RequestBind, 3, nd2.Success),
				}
			}))

	It("works for a peer just as it was sent to it", Covers("mw.token.as-sent"), func(ctx SpecContext) {
		ExpectUsableAsSent(ctx, func(c *Connection) uint32 {
			window := c.Active.MemoryWindow()
			c.Active.BindWindow(ctx, window, c.Active.Memory, 64, 8, nd2.AllowWrite)
			return window.GetRemoteToken()
		})
	})
})

var _ = Describe("An IND2MemoryWindow", func() {
	When("it was bound for reading", func() {
		It("can be read but not written to", Covers("mw.rights.read-only"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			_, r, opened := bound(ctx, c, nd2.AllowRead)
			whole := min(size, c.MaxTransfer())
			Expect(c.Active.Fetch(ctx, opened, whole)).To(Return(nd2.Success))
			Expect(c.Active.Memory.Bytes[:whole]).To(HoldBytes(r.Bytes[before:][:whole]))
			ExpectWriteDenied(ctx, c, "mw.rights.read-only", opened, 8, r.Bytes)
		})
	})

	When("it was bound for writing", func() {
		It("can be written to but not read", Covers("mw.rights.write-only"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			_, r, opened := bound(ctx, c, nd2.AllowWrite)
			data := c.Active.Memory.Fill(0, min(size, c.MaxTransfer()), 0x24)
			Expect(c.Active.Store(ctx, opened, len(data))).To(Return(nd2.Success))
			c.Settle(ctx)
			Expect(r.Bytes[before:][:len(data)]).To(HoldBytes(data))
			ExpectReadDenied(ctx, c, "mw.rights.write-only", opened, 8)
		})
	})

	It("opens its first byte and its last", Covers("mw.bounds.first-and-last-byte"), func(ctx SpecContext) {
		c := Accepted(ctx, Shape{})
		_, r, opened := bound(ctx, c, nd2.AllowRead|nd2.AllowWrite)
		ExpectOpenToTheEnds(ctx, c, opened, r.Bytes, before, size)
	})

	DescribeTable("opens all of a buffer within the region that",
		func(ctx SpecContext, offset, length int) {
			c := Accepted(ctx, Shape{})
			info := c.Passive.Info
			length = int(min(uint64(length), uint64(info.MaxRegistrationSize), uint64(info.MaxWindowSize)))
			r := c.Passive.Side.Memory(max(total, length), AllRights)
			want := r.Fill(0, len(r.Bytes), 0x42)
			window := c.Passive.MemoryWindow()
			c.Passive.BindWindow(ctx, window, r, offset, length, nd2.AllowRead|nd2.AllowWrite)
			opened := r.Through(window).At(offset)
			n := min(length, total, c.MaxTransfer())
			Expect(c.Active.Fetch(ctx, opened.At(length-n), n)).To(Return(nd2.Success))
			Expect(c.Active.Memory.Bytes[:n]).To(HoldBytes(want[offset+length-n:][:n]))
			for i, at := range []int{0, length - n} {
				copy(want[offset+at:], c.Active.Memory.Fill(0, n, byte(0x24+i)))
				Expect(c.Active.Store(ctx, opened.At(at), n)).To(Return(nd2.Success))
			}
			c.Settle(ctx)
			Expect(r.Bytes).To(HoldBytes(want))
		},
		Entry("is the region's last byte", Covers("mw.bounds.first-and-last-byte"), Variant("last-of-region"), total-1, 1),
		Entry("is the region's first byte", Covers("mw.bounds.first-and-last-byte"), Variant("first-of-region"), 0, 1),
		Entry("reaches to the region's end", Covers("mw.bounds.first-and-last-byte"), Variant("end-of-region"), total-size,
			size),
		Entry("is the whole region, which is larger then", Covers("mw.bounds.first-and-last-byte"),
			Variant("whole-region"), 0, 75*4096),
	)

	DescribeTable("keeps out a Write beyond it", Covers("mw.bounds.write"),
		func(ctx SpecContext, offset, length int) {
			c := Accepted(ctx, Shape{})
			c.NeedTransfer(length)
			_, r, opened := bound(ctx, c, nd2.AllowRead|nd2.AllowWrite)
			ExpectWriteDenied(ctx, c, "mw.bounds.write", opened.At(offset), length, r.Bytes[:before], r.Bytes[before+size:])
		}, BeyondBounds(size))

	DescribeTable("keeps out a Read beyond it", Covers("mw.bounds.read"),
		func(ctx SpecContext, offset, length int) {
			c := Accepted(ctx, Shape{})
			c.NeedTransfer(length)
			_, _, opened := bound(ctx, c, nd2.AllowRead|nd2.AllowWrite)
			ExpectReadDenied(ctx, c, "mw.bounds.read", opened.At(offset), length)
		}, BeyondBounds(size))

	When("it overlaps another", func() {
		It("has its own rights and lasts until its own Invalidate", Covers("mw.overlap.independent"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			r := c.Passive.Memory
			source := r.Fill(0, 100, 0x42)
			readable, writable := c.Passive.MemoryWindow(), c.Passive.MemoryWindow()
			c.Passive.BindWindow(ctx, readable, r, 0, 100, nd2.AllowRead)
			c.Passive.BindWindow(ctx, writable, r, 50, 100, nd2.AllowWrite)
			Expect(c.Active.Fetch(ctx, r.Through(readable), 100)).To(Return(nd2.Success))
			Expect(c.Active.Memory.Bytes[:100]).To(HoldBytes(source))
			Expect(c.Active.Store(ctx, r.Through(writable).At(50), 100)).To(Return(nd2.Success))

			c.Passive.InvalidateWindow(ctx, readable)
			data := c.Active.Memory.Fill(0, 100, 0x24)
			Expect(c.Active.Store(ctx, r.Through(writable).At(50), 100)).To(Return(nd2.Success))
			c.Settle(ctx)
			Expect(r.Bytes[50:150]).To(HoldBytes(data))
			Expect(r.Bytes[:50]).To(HoldBytes(source[:50]))
			ExpectReadDenied(ctx, c, "mw.rights.write-only", r.Through(writable).At(50), 8)
		})
	})
})
