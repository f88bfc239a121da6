package qp

import (
	"bytes"
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("A Bind of an IND2QueuePair that is refused", func() {
	DescribeTable("leaves a window that is bound open by its token,", Covers("qp.bind.refused-posts-nothing"),
		func(ctx SpecContext, refused func(ctx context.Context, c *Connection, window nd2.MemoryWindow) nd2.Status) {
			local := Local(ctx)
			depth := affordably("MaxInitiatorQueueDepth", local.Info.MaxInitiatorQueueDepth)
			c := ConnectStalled(ctx, local.End(local.Attainable(Shape{InitiatorDepth: depth})))
			greet(ctx, c) // so that the peer may write
			e, window := c.Active, c.Active.MemoryWindow()
			e.BindWindow(ctx, window, e.Memory, 64, 8, nd2.AllowWrite)
			token := window.GetRemoteToken()
			expectRefused(refused(ctx, c, window))
			Expect(window.GetRemoteToken()).To(Equal(token), "the window's token")
			data := c.Passive.Memory.Fill(0, 8, 0x42)
			Expect(c.Passive.Store(ctx, e.Memory.Through(window).At(64), 8)).To(Return(nd2.Success))
			Until(ctx, "the Write to arrive", func() bool { return bytes.Equal(Contents(e.Memory.Bytes[64:72]), data) })
		},
		Entry("if the initiator queue is full", Variant("token-of-full"), LongTimeout,
			func(ctx context.Context, c *Connection, window nd2.MemoryWindow) nd2.Status {
				fill(ctx, c, c.Active.Info.MaxInitiatorQueueDepth)
				return c.Active.Bind(1, c.Active.Memory.MemoryRegion, window, c.Active.Memory.Bytes[:8], nd2.AllowWrite)
			}),
		Entry("if the region does not allow it", Variant("token-of-denied"),
			func(_ context.Context, c *Connection, window nd2.MemoryWindow) nd2.Status {
				r := c.Active.Side.Memory(4096, nd2.AllowRemoteRead)
				return c.Active.Bind(1, r.MemoryRegion, window, r.Bytes[:8], nd2.AllowWrite)
			}))
})
