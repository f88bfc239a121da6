package ndk

import (
	"context"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("NdkCreateQpWithSrq", func() {
	DescribeTable("creates a queue pair that takes Receives, with", Covers("ndk.createqpwithsrq.success"),
		func(ctx SpecContext, change func(r *pairRequest, limits ndk.AdapterInfo)) {
			c := open(ctx)
			r := small
			change(&r, c.limits)
			q := c.queue(ordinary)
			q.post(7, 1)
			if r != small { // it may be unavailable now
				request := q.createPair(r, c.cq(1), c.cq(1), 0)
				c.had(request.status(ctx))
				startClose(request.object).wait(ctx)
			}
			m := q.connected(ctx, r, 0)
			Expect(contexts(m.arrive(ctx, 1))).To(Equal(Sequence(7, 1)), "the request contexts of the results")
			q.expectSends(ctx, m, r)
		},
		Entry("small limits", func(*pairRequest, ndk.AdapterInfo) {}),
		Entry("a depth of MaxInitiatorQueueDepth", Variant("deepest"),
			func(r *pairRequest, limits ndk.AdapterInfo) { r.depth = limits.MaxInitiatorQueueDepth }),
		Entry("MaxInitiatorRequestSge entries per request", Variant("most-entries"),
			func(r *pairRequest, limits ndk.AdapterInfo) { r.sge = limits.MaxInitiatorRequestSGE }),
		Entry("inline data of MaxInlineDataSize", Variant("most-inline-data"),
			func(r *pairRequest, limits ndk.AdapterInfo) { r.inline = limits.MaxInlineDataSize }))

	DescribeTable("refuses", Covers("ndk.createqpwithsrq.invalid-parameter"),
		func(ctx SpecContext, exceed func(r *pairRequest, limits ndk.AdapterInfo)) {
			c := open(ctx)
			q := c.queue(ordinary)
			r := small
			exceed(&r, c.limits)
			request := q.createPair(r, c.cq(1), c.cq(1), 0)
			Expect(request.status(ctx)).To(ReturnNT(ndk.InvalidParameter))
			Expect(request.object).To(BeNil(), "the object given")
		},
		Entry("a depth above MaxInitiatorQueueDepth",
			func(r *pairRequest, limits ndk.AdapterInfo) { r.depth = beyond(limits.MaxInitiatorQueueDepth) }),
		Entry("more entries per request than MaxInitiatorRequestSge", Variant("entries"),
			func(r *pairRequest, limits ndk.AdapterInfo) { r.sge = beyond(limits.MaxInitiatorRequestSGE) }),
		Entry("more inline data than MaxInlineDataSize", Variant("inline-data"),
			func(r *pairRequest, limits ndk.AdapterInfo) { r.inline = beyond(limits.MaxInlineDataSize) }))

	It("reports that the adapter is out of resources, and returns no queue pair",
		Covers("ndk.createqpwithsrq.insufficient-resources"), func(ctx SpecContext) {
			c := open(ctx)
			q := c.queue(ordinary)
			c.Inject(providers.Fault{Kind: providers.OutOfResources, Call: "NDK_PD_DISPATCH::NdkCreateQpWithSrq"})
			request := q.createPair(small, c.cq(1), c.cq(1), 0)
			Expect(request.status(ctx)).To(ReturnNT(ndk.InsufficientResources))
			Expect(request.object).To(BeNil(), "the object given")
		})
})

// expectSends shows that a queue pair sends a message of as many entries as it was created for, and one of as many
// bytes inline.
func (q *queue) expectSends(ctx context.Context, m *member, r pairRequest) {
	type message struct {
		length, entry uint32
		flags         nd2.OpFlags
	}
	messages := []message{{r.sge, 1, 0}}
	if r.inline > 0 {
		messages = append(messages, message{r.inline, r.inline, nd2.Inline})
	}
	for _, message := range messages {
		length := min(int(message.length), len(q.bytes))
		sent := q.bytes[:length]
		Pattern(sent, 3)
		var list []ndk.SGE
		for entry := range slices.Chunk(sent, int(message.entry)) {
			list = append(list, ndk.SGE{Buffer: entry, MemoryRegionToken: q.token})
		}
		m.peer.PostReceives(1, 1, max(1, length))
		Expect(m.qp.Send(2, list, message.flags)).To(ReturnNT(ndk.Success))
		Expect(Result(ctx, m.peer.Receives)).To(CompleteWith(nd2.Success))
		Expect(m.peer.Memory.Bytes[:length]).To(HoldBytes(sent))
		Expect(results(ctx, m.initiated, 1)[0].Status).To(ReturnNT(ndk.Success))
	}
}
