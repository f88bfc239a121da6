package qp

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

// What inline requests leave behind for later ones: places are used again and again, and a
// request at the end of the queue has its data elsewhere.
var _ = Describe("An IND2QueuePair's inline requests, one after the other,", func() {
	const depth = 3

	DescribeTable("each carry their own bytes,",
		func(ctx SpecContext, request nd2.RequestType) {
			active := inlineEnd(ctx, depth)
			size := int(active.Info.MaxInlineDataSize)
			c := ConnectEnds(ctx, active, Peer(ctx).End(Shape{MemorySize: max(1, size)}))
			buffer := c.Active.Buffer(max(1, size))
			for turn := range 2*depth + 1 {
				Pattern(buffer, byte(turn+1))
				expectCarried(ctx, c, request, []nd2.SGE{{Buffer: buffer[:size]}})
			}
		},
		Entry("for a Send", Covers("qp.send.inline-limit"), Variant("in-turn"), nd2.RequestSend),
		Entry("for a Write", Covers("qp.write.inline-limit"), Variant("in-turn"), nd2.RequestWrite))

	DescribeTable("take no place in the initiator queue when they are refused,",
		func(ctx SpecContext, request nd2.RequestType) {
			c := connectInline(ctx)
			data := unregistered(c.Active, inlineLimit(c)+1)
			for range 2 * depth {
				if returned := postInline(c, request, 1, []nd2.SGE{{Buffer: data}}); returned == nd2.Success {
					Unobservable("the provider takes more inline data than the adapter says")
				}
			}
			expectCarried(ctx, c, request, []nd2.SGE{{Buffer: data[1:]}})
		},
		Entry("for a Send", Covers("qp.send.refused-posts-nothing"), Variant("inline"), nd2.RequestSend),
		Entry("for a Write", Covers("qp.write.refused-posts-nothing"), Variant("inline"), nd2.RequestWrite))
})
