package srq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("An IND2SharedReceiveQueue of any depth", func() {
	It("takes as many Receives as it was created for, three times, each of which gets its message",
		Covers("adapter.createsharedreceivequeue.nd-success"), Variant("depths"), LongTimeout, func(ctx SpecContext) {
			local := Local(ctx)
			for _, n := range []uint32{1, 2, 3, 5, 8, 9, 17, 31, 33, 64, 65, 100} {
				if n > min(local.Info.MaxSharedReceiveQueueDepth, local.MaxResults()) {
					return
				}
				p := PoolOf(local, local.SharedReceiveQueue(n, 1, 0), n)
				c := p.ConnectShape(ctx, Shape{QueueDepth: n})
				for turn := range 3 {
					expectEachFilled(ctx, p, c, int(n), turn)
				}
			}
		})
})

// expectEachFilled fills a queue of n Receives, and shows that messages take them in order.
func expectEachFilled(ctx SpecContext, p *Pool, c *Connection, n, turn int) {
	first := uintptr(1 + turn*n)
	p.Post(first, n)
	for i := range n {
		c.Active.Memory.Fill(0, SlotSize, byte(turn*n+i))
		Expect(c.Active.Send(1, c.Active.Memory.List(0, SlotSize), 0)).To(Return(nd2.Success))
		Expect(Result(ctx, c.Active.Initiated)).To(CompleteWith(nd2.Success))
	}
	Expect(Results(ctx, c.Passive.Receives, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(first, n),
		nd2.Success)...))
	for i := range n {
		sent := c.Active.Memory.Fill(0, SlotSize, byte(turn*n+i))
		Expect(p.Received(first + uintptr(i))).To(HoldBytes(sent))
	}
}
