package adapter

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("IND2Adapter::CreateQueuePair", func() {
	It("creates a queue pair that honors every limit at its largest", Covers("adapter.createqueuepair.nd-success"),
		Variant("every-limit"), LongTimeout, func(ctx SpecContext) {
			const affordable = 1 << 14 // entries, or bytes of inline data
			local, peer := Local(ctx), Peer(ctx)
			i := local.Info
			shape := local.Attainable(Shape{
				ReceiveDepth: i.MaxReceiveQueueDepth, InitiatorDepth: i.MaxInitiatorQueueDepth,
				ReceiveSGE: i.MaxReceiveSGE, InitiatorSGE: i.MaxInitiatorSGE, InlineSize: i.MaxInlineDataSize,
			})
			if max(i.MaxInlineDataSize, i.MaxReceiveSGE, i.MaxInitiatorSGE) > affordable {
				Unobservable("the limits are larger than what a spec can afford")
			}
			c := ConnectEnds(ctx, local.End(shape), peer.End(Shape{}))
			mine, theirs := c.Active, c.Passive
			c.Settle(ctx)

			carry := func(list []nd2.SGE, length uint32, flags nd2.OpFlags) {
				theirs.PostReceives(1, 1, int(length))
				Expect(mine.Send(1, list, flags)).To(Return(nd2.Success))
				received := Result(ctx, theirs.Receives)
				Expect(received).To(CompleteWith(nd2.Success))
				Expect(received.BytesTransferred).To(Equal(length), "BytesTransferred")
				Expect(Result(ctx, mine.Initiated)).To(CompleteWith(nd2.Success))
			}
			carry(LongList(local, uint64(i.MaxInitiatorSGE), i.MaxInitiatorSGE), i.MaxInitiatorSGE, 0)
			if n := i.MaxInlineDataSize; n > 0 {
				carry([]nd2.SGE{{Buffer: local.Buffer(int(n))}}, n, nd2.Inline)
			}
		})
})
