package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("IND2QueuePair::Invalidate", func() {
	It("succeeds and yields its own result when the window is bound", Covers("qp.invalidate.nd-success"),
		func(ctx SpecContext) {
			c := Connect(ctx, Shape{Context: 0xabcd})
			window := c.Active.MemoryWindow()
			c.Active.BindWindow(ctx, window, c.Active.Memory, 0, 64, nd2.AllowRead)
			Expect(c.Active.Invalidate(^uintptr(0), window, 0)).To(Return(nd2.Success))
			results := Results(ctx, c.Active.Initiated, 1)
			Expect(results).To(HaveOutcomes(Outcome(nd2.RequestInvalidate, ^uintptr(0), nd2.Success)))
			Expect(results[0].QueuePairContext).To(Equal(uintptr(0xabcd)), "QueuePairContext")
			expectUsable(ctx, c, c.Active)
		})

	It("fails for a window that was never bound", Covers("qp.invalidate.not-bound"), func(ctx SpecContext) {
		c := Connect(ctx, Shape{})
		returned := c.Active.Invalidate(1, c.Active.MemoryWindow(), 0)
		Expect(EndOf(ctx, c.Active.Initiated, returned)).To(ReturnAsRuled("qp.invalidate.not-bound"))
	})

	It("fails for a window that has been invalidated", Covers("qp.invalidate.not-bound"), Variant("not-any-more"),
		func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			window := c.Active.MemoryWindow()
			c.Active.BindWindow(ctx, window, c.Active.Memory, 0, 64, nd2.AllowRead)
			Expect(c.Active.Invalidate(1, window, 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			returned := c.Active.Invalidate(2, window, 0)
			Expect(EndOf(ctx, c.Active.Initiated, returned)).To(ReturnAsRuled("qp.invalidate.not-bound"))
		})

	It("fails for a window that was never bound, also behind a request that waits", Covers("qp.invalidate.not-bound"),
		Variant("in-its-turn"), func(ctx SpecContext) {
			c := Stalled(ctx, Shape{InitiatorDepth: 2})
			window := c.Active.MemoryWindow()
			Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
			returned := c.Active.Invalidate(2, window, 0)
			postEmpty(c.Passive, 1)
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			Expect(EndOf(ctx, c.Active.Initiated, returned)).To(ReturnAsRuled("qp.invalidate.not-bound"))
		})

	It("yields no result and leaves the window bound when it is refused", Covers("qp.invalidate.refused-posts-nothing"),
		func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			memory, window := c.Active.Memory, c.Active.MemoryWindow()
			c.Active.BindWindow(ctx, window, memory, 0, 64, nd2.AllowWrite)
			unconnected := c.Active.Side.End(Shape{})
			Expect(unconnected.Invalidate(1, window, 0)).To(ReturnFailure())
			expectUsable(ctx, c, c.Active)
			data := c.Passive.Memory.Fill(0, 64, 0x42)
			Expect(c.Passive.Store(ctx, memory.Through(window), 64)).To(Return(nd2.Success))
			c.Settle(ctx)
			Expect(memory.Bytes[:64]).To(HoldBytes(data))
			Expect(Drain(unconnected.Initiated)).To(HaveOutcomes())
		})

	It("closes the window, which is then no longer bound, when it succeeds silently",
		Covers("qp.invalidate.silent-success"), Variant("effect"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{InitiatorDepth: 2})
			c.Settle(ctx)
			e, window := c.Passive, c.Passive.MemoryWindow()
			buffer := e.Buffer(4096)
			r := &Region{MemoryRegion: e.MemoryRegion(), Bytes: buffer}
			Expect(Start(ctx, r.MemoryRegion, func(o *nd2.Overlapped) nd2.Status {
				return r.Register(buffer, AllRights, o)
			})).To(CompleteWith(nd2.Success))
			e.BindWindow(ctx, window, r, 0, 64, nd2.AllowWrite)
			opened := r.Through(window)
			// The result of the Send shows that the Invalidate before it is over.
			postEmpty(c.Active, 1)
			Expect(e.Invalidate(1, window, nd2.SilentSuccess)).To(Return(nd2.Success))
			Expect(e.Send(2, nil, 0)).To(Return(nd2.Success))
			Expect(Results(ctx, e.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 2, nd2.Success)))
			Expect(Start(ctx, r.MemoryRegion, r.Deregister)).To(CompleteWith(nd2.Success))
			Result(ctx, c.Active.Receives)
			c.Active.Memory.Fill(0, 64, 0x42)
			ExpectWriteDenied(ctx, c, "mw.invalidate.ends-writing", opened, 64, buffer)
		})
})
