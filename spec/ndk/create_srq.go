package ndk

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// ordinary asks for a queue of a Receive.
var ordinary = queueRequest{depth: 1, sge: 1}

var _ = Describe("NdkCreateSrq", func() {
	DescribeTable("returns a queue that can be used, with", Covers("ndk.createsrq.status-success"),
		func(ctx SpecContext, change func(r *queueRequest, limits ndk.AdapterInfo)) {
			c := open(ctx)
			r := ordinary
			change(&r, c.limits)
			c.needDepth(r.depth)
			request := c.inline(r)
			if status := request.status(ctx); r.depth == c.limits.MaxSrqDepth || r.sge == c.limits.MaxReceiveRequestSGE {
				c.had(status)
			} else {
				Expect(status).To(ReturnNT(ndk.Success))
			}
			q := c.use(request.object)
			q.post(7, 1)
			m := q.connected(ctx, small, 0)
			Expect(contexts(m.arrive(ctx, 1))).To(Equal(Sequence(7, 1)), "the request contexts of the results")
		},
		Entry("small limits", func(*queueRequest, ndk.AdapterInfo) {}),
		Entry("a depth of MaxSrqDepth", Variant("deepest"),
			func(r *queueRequest, limits ndk.AdapterInfo) { r.depth = limits.MaxSrqDepth }),
		Entry("MaxReceiveRequestSge entries per Receive", Variant("most-entries"),
			func(r *queueRequest, limits ndk.AdapterInfo) { r.sge = limits.MaxReceiveRequestSGE }),
		Entry("a threshold", Variant("threshold"),
			func(r *queueRequest, _ ndk.AdapterInfo) { r.threshold, r.notification = 1, newBell().ring }))

	It("returns the queue once, through the create completion, when the creation pends",
		Covers("ndk.createsrq.status-pending"), func(ctx SpecContext) {
			c := open(ctx)
			request := c.pending(ordinary, ndk.Success)
			end := Take(ctx, request.completed, "the create completion to be called")
			Expect(end.context).To(Equal(requestContext), "the request's context")
			Expect(end.status).To(ReturnNT(ndk.Success))
			srq, ok := end.object.(ndk.SRQ)
			Expect(ok).To(BeSo("NdkCreateSrq to complete with an NDK_SRQ", fmt.Sprintf("a %T", end.object)))
			q := c.use(srq)
			q.post(7, 1)
			m := q.connected(ctx, small, 0)
			Expect(contexts(m.arrive(ctx, 1))).To(Equal(Sequence(7, 1)), "the request contexts of the results")
			Expect(request.completed).To(BeEmpty(), "further calls of the create completion")
		})

	It("leaves the out parameter alone when the creation pends", Covers("ndk.createsrq.pending-leaves-parameter"),
		func(ctx SpecContext) {
			c := open(ctx)
			request := c.pending(ordinary, ndk.Success)
			Expect(request.status(ctx)).To(ReturnNT(ndk.Success))
			startClose(request.object).wait(ctx)
			Expect(request.given).To(BeNil(), "the last parameter")
		})

	It("does not call the create completion when the creation does not pend", Covers("ndk.createsrq.inline-calls-nothing"),
		func(ctx SpecContext) {
			c := open(ctx)
			tooDeep := queueRequest{depth: beyond(c.limits.MaxSrqDepth), sge: 1}
			success := c.inline(ordinary)
			Expect(success.status(ctx)).To(ReturnNT(ndk.Success))
			failure := c.inline(tooDeep)
			Expect(failure.returned).NotTo(Equal(ndk.Success), "how the creation of a queue that is too deep ends")
			startClose(success.object).wait(ctx)
			c.closePD().wait(ctx)
			c.closeAdapter() // then every callback has returned
			Expect(success.completed).To(BeEmpty(), "calls of the create completion after a success")
			Expect(failure.completed).To(BeEmpty(), "calls of the create completion after a failure")
		})

	DescribeTable("refuses", Covers("ndk.createsrq.status-invalid-parameter"),
		func(ctx SpecContext, exceed func(r *queueRequest, limits ndk.AdapterInfo)) {
			c := open(ctx)
			r := ordinary
			exceed(&r, c.limits)
			for _, r.affinity = range []*ndk.GroupAffinity{nil, anywhere()} {
				request := c.create(r)
				Expect(request.status(ctx)).To(ReturnNT(ndk.InvalidParameter))
				Expect(request.object).To(BeNil(), "the object given")
			}
		},
		Entry("a depth above MaxSrqDepth",
			func(r *queueRequest, limits ndk.AdapterInfo) { r.depth = beyond(limits.MaxSrqDepth) }),
		Entry("more entries per Receive than MaxReceiveRequestSge", Variant("entries"),
			func(r *queueRequest, limits ndk.AdapterInfo) { r.sge = beyond(limits.MaxReceiveRequestSGE) }))

	When("the adapter is out of resources", func() {
		fault := providers.Fault{Kind: providers.OutOfResources, Call: "NDK_PD_DISPATCH::NdkCreateSrq"}

		It("can report that inline", Covers("ndk.createsrq.status-insufficient-resources"), func(ctx SpecContext) {
			c := open(ctx)
			c.Inject(fault)
			request := c.inline(ordinary)
			Expect(request.returned).To(ReturnNT(ndk.InsufficientResources))
			Expect(request.given).To(BeNil(), "the object given inline")
		})

		It("can report that through the create completion", Covers("ndk.createsrq.status-insufficient-resources-later"),
			func(ctx SpecContext) {
				c := open(ctx)
				c.Inject(fault)
				request := c.pending(ordinary, ndk.InsufficientResources)
				end := Take(ctx, request.completed, "the create completion to be called")
				Expect(end.status).To(ReturnNT(ndk.InsufficientResources))
				Expect(end.context).To(Equal(requestContext), "the request's context")
				Expect(end.object).To(BeNil(), "the object given")
				Expect(request.given).To(BeNil(), "the object given inline")
			})
	})

	DescribeTable("takes the affinity as a preference:", Covers("ndk.createsrq.affinity-is-a-preference"),
		func(ctx SpecContext, affinity ndk.GroupAffinity) {
			r := ordinary
			r.affinity = &affinity
			open(ctx).queue(r)
		},
		Entry("the first processor", ndk.GroupAffinity{Mask: 1}),
		Entry("no processor", Variant("none"), ndk.GroupAffinity{}),
		Entry("all processors", Variant("all"), ndk.GroupAffinity{Mask: ^uint64(0)}),
	)

	It("may refuse an affinity for a group that does not exist", Covers("ndk.createsrq.affinity-of-no-group"),
		func(ctx SpecContext) {
			r := ordinary
			r.affinity = &ndk.GroupAffinity{Mask: 1, Group: 31}
			request := open(ctx).create(r)
			status := request.status(ctx)
			Record(fmt.Sprintf("NdkCreateSrq with an affinity for a processor group that does not exist ended with %v", status))
			if status == ndk.Success {
				startClose(request.object).wait(ctx)
			}
		})

	DescribeTable("creates a queue that notifies once when it falls below its threshold",
		Covers("ndk.createsrq.notifies-below-threshold"), func(ctx SpecContext, affinity *ndk.GroupAffinity) {
			c, b := open(ctx), newBell()
			t := uint32(max(1, Size(ctx, 1, c.limits.MaxSrqDepth-1)))
			q := c.queue(queueRequest{depth: t + 1, sge: 1, threshold: t, notification: b.ring, affinity: affinity})
			m := q.connected(ctx, small, 0)
			q.post(1, int(t+1))
			m.arrive(ctx, 1) // as many as the threshold are left
			b.expectNone()
			m.arrive(ctx, 1)
			b.expectOne(ctx)
			m.arrive(ctx, int(t-1))
			b.expectNone()
			quiet := c.queue(queueRequest{depth: 1, sge: 1, notification: b.ring, affinity: affinity}) // without a threshold
			m = quiet.connected(ctx, small, 0)
			quiet.post(1, 1)
			m.arrive(ctx, 1)
			b.expectNone()
		},
		Entry("without an affinity", nil),
		Entry("at a processor", Variant("anywhere"), anywhere()))

	It("creates a queue that serves its Receives even without a notification callback",
		Covers("ndk.createsrq.notification-optional"), func(ctx SpecContext) {
			q := open(ctx).queue(queueRequest{depth: 2, sge: 1, threshold: 2})
			m := q.connected(ctx, small, 0)
			q.post(1, 2)
			Expect(contexts(m.arrive(ctx, 2))).To(Equal(Sequence(1, 2)), "the request contexts of the results")
		})
})
