package ndk

import (
	. "github.com/onsi/ginkgo/v2"

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
			Expect(contexts(q.connected(ctx, r, 0).arrive(ctx, 1))).To(Equal(Sequence(7, 1)),
				"the request contexts of the results")
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
