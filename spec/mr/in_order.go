package mr

import (
	"slices"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// arriving returns two connected ends, with room for size bytes and the bytes around
// them. The passive end is on an adapter under test that claims to place data in order.
func arriving(ctx SpecContext, size int) *Connection {
	c := Accepted(ctx, Shape{MemorySize: size + 64})
	if c.Passive.Info.AdapterFlags&nd2.AdapterInOrderDMA == 0 {
		Unsupported("in-order DMA (ND_ADAPTER_FLAG_IN_ORDER_DMA_SUPPORTED)")
	}
	c.NeedTransfer(size)
	return c
}

// expectInOrder makes data arrive in memory repeatedly, each time with another last
// byte, and shows that all of it is there as soon as the last byte is. transfer brings
// its argument.
func expectInOrder(ctx SpecContext, c *Connection, memory []byte, transfer func(data []byte)) {
	const rounds = 8
	last := len(memory) - 1
	var arrived atomic.Uint32
	for round := range rounds {
		data := c.Active.Memory.Bytes[:len(memory)]
		Pattern(data, byte(round*29+1))
		Overwrite(data[last:], []byte{byte(round + 1)})
		transferred := InBackground(ctx, func() { transfer(data) })
		Until(ctx, "the last byte to arrive", func() bool { return Contents(memory[last:])[0] == byte(round+1) })
		arrived.Add(1) // a barrier for later loads, on every processor
		seen := slices.Clone(Contents(memory))
		<-transferred
		Expect(seen).To(HoldBytes(data), "what is there once the last byte is")
	}
}

var _ = Describe("An adapter with ND_ADAPTER_FLAG_IN_ORDER_DMA_SUPPORTED", func() {
	DescribeTable("has placed a whole Write by the time that its last byte is there", Covers("adapter.query.in-order-dma"),
		func(ctx SpecContext, size, offset int) {
			c := arriving(ctx, size)
			to := c.Passive.Memory
			expectInOrder(ctx, c, to.Bytes[offset:][:size], func(data []byte) {
				Expect(c.Active.Store(ctx, to.Remote().At(offset), len(data))).To(Return(nd2.Success))
			})
		},
		Entry("(a few bytes)", 100, 3),
		Entry("(one packet)", Variant("packet"), 4096, 0),
		Entry("(several packets)", Variant("packets"), 20001, 13),
		Entry("(many packets)", Variant("long"), 256<<10, 1))

	DescribeTable("has placed a whole message by the time that its last byte is there",
		Covers("adapter.query.in-order-dma"),
		func(ctx SpecContext, size int) {
			c := arriving(ctx, size)
			c.Settle(ctx)
			to := c.Passive.Memory
			expectInOrder(ctx, c, to.Bytes[5:][:size], func(data []byte) {
				list := to.List(5, size)
				if c.Passive.ReceiveEntries() > 1 {
					list = []nd2.SGE{to.Entry(5, size/3), to.Entry(5+size/3, size-size/3)}
				}
				Expect(c.Passive.Receive(1, list)).To(Return(nd2.Success))
				Expect(c.Active.Send(1, c.Active.Memory.List(0, len(data)), 0)).To(Return(nd2.Success))
				Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
				Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
			})
		},
		Entry("(a few bytes)", Variant("message"), 100),
		Entry("(several packets)", Variant("long-message"), 20001))
})
