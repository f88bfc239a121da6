package qp

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

var _ = Describe("IND2QueuePair::Invalidate", func() {
	When("the window is bound", func() {
		It("succeeds and yields its own result", Covers("qp.invalidate.nd-success"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{Context: 0xabcd})
			window := c.Active.MemoryWindow()
			c.Active.BindWindow(ctx, window, c.Active.Memory, 0, 64, nd2.AllowRead)
			Expect(c.Active.Invalidate(^uintptr(0), window, 0)).To(Return(nd2.Success))
			results := Results(ctx, c.Active.Initiated, 1)
			Expect(results).To(HaveOutcomes(Outcome(nd2.RequestInvalidate, ^uintptr(0), nd2.Success)))
			Expect(results[0].QueuePairContext).To(Equal(uintptr(0xabcd)), "QueuePairContext")
			expectUsable(ctx, c, c.Active)
		})
	})

	When("the window was never bound", func() {
		It("fails", Covers("qp.invalidate.not-bound"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			returned := c.Active.Invalidate(1, c.Active.MemoryWindow(), 0)
			Expect(EndOf(ctx, c.Active.Initiated, returned)).To(ReturnAsRuled("qp.invalidate.not-bound"))
		})
	})

	When("the window has been invalidated", func() {
		It("fails", Covers("qp.invalidate.not-bound"), Variant("not-any-more"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			window := c.Active.MemoryWindow()
			c.Active.BindWindow(ctx, window, c.Active.Memory, 0, 64, nd2.AllowRead)
			Expect(c.Active.Invalidate(1, window, 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			returned := c.Active.Invalidate(2, window, 0)
			Expect(EndOf(ctx, c.Active.Initiated, returned)).To(ReturnAsRuled("qp.invalidate.not-bound"))
		})
	})

	When("it is refused", func() {
		It("yields no result and leaves the window bound", Covers("qp.invalidate.refused-posts-nothing"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			memory, window := c.Active.Memory, c.Active.MemoryWindow()
			c.Active.BindWindow(ctx, window, memory, 0, 64, nd2.AllowWrite)
			Expect(c.Active.Invalidate(1, window, undefinedFlag)).To(ReturnAsRuled("qp.invalidate.invalid-flags"))
			expectUsable(ctx, c, c.Active)
			data := c.Passive.Memory.Fill(0, 64, 0x42)
			Expect(c.Passive.Write(1, c.Passive.Memory.List(0, 64), memory.Address(0), window.GetRemoteToken(), 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Passive.Initiated)).To(CompleteWith(nd2.Success))
			c.Settle(ctx)
			Expect(memory.Bytes[:64]).To(HoldBytes(data))
		})
	})
})
