package nd1

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("INDConnector::CreateEndpoint", func() {
	DescribeTable("creates an endpoint that carries data, with", Covers("endpoint.createendpoint.nd-success"),
		func(ctx SpecContext, change func(s *shape, limits nd1.AdapterInfo)) {
			l, p := local(ctx), peer(ctx)
			s := l.ordinary()
			change(&s, l.limits)
			l.attain(s)
			active, passive := l.end(s), p.end(p.ordinary())
			join(ctx, active, passive)
			exchange(ctx, active, passive)
		},
		Entry("small limits",
			func(s *shape, limits nd1.AdapterInfo) {
				*s = shape{1, 1, 1, 1, min(1, limits.MaxInboundReadLimit), min(1, limits.MaxOutboundReadLimit)}
			}),
		Entry("MaxInboundRequests Receives", Variant("most-inbound-entries"),
			func(s *shape, limits nd1.AdapterInfo) { s.inboundEntries = limits.MaxInboundRequests }),
		Entry("MaxOutboundRequests requests", Variant("most-outbound-entries"),
			func(s *shape, limits nd1.AdapterInfo) { s.outboundEntries = limits.MaxOutboundRequests }),
		Entry("MaxInboundSge entries per Receive", Variant("most-inbound-sge"),
			func(s *shape, limits nd1.AdapterInfo) { s.inboundSGE = limits.MaxInboundSGE }),
		Entry("MaxOutboundSge entries per request", Variant("most-outbound-sge"),
			func(s *shape, limits nd1.AdapterInfo) { s.outboundSGE = limits.MaxOutboundSGE }),
		Entry("the largest read limits", Variant("largest-read-limits"),
			func(s *shape, limits nd1.AdapterInfo) {
				s.inboundReads, s.outboundReads = limits.MaxInboundReadLimit, limits.MaxOutboundReadLimit
			}))

	DescribeTable("creates no endpoint",
		func(ctx SpecContext, kind providers.FaultKind, status nd2.Status) {
			l := local(ctx)
			c, queue := l.connector(), l.queue(16)
			l.Inject(providers.Fault{Kind: kind, Call: "INDConnector::CreateEndpoint"})
			e, s := l.ordinary().create(c, queue, queue)
			Expect(s).To(Return(status))
			Expect(e).To(BeNil(), "the endpoint given")
		},
		Entry("when the adapter is out of resources", Covers("endpoint.createendpoint.nd-insufficient-resources"),
			providers.OutOfResources, nd2.InsufficientResources),
		Entry("when the adapter has been removed", Covers("endpoint.createendpoint.nd-device-removed"),
			providers.AdapterRemoved, nd2.DeviceRemoved))

	It("returns no second endpoint for a connector that has one, and the first keeps working",
		Covers("endpoint.createendpoint.one-at-a-time"), func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			active, passive := l.end(l.ordinary()), p.end(p.ordinary())
			e, status := l.ordinary().create(active.connection, active.inbound, active.outbound)
			Expect(status).To(ReturnFailure())
			Expect(e).To(BeNil(), "the endpoint given")
			join(ctx, active, passive)
			exchange(ctx, active, passive)
		})

	It("returns another endpoint when the connector's first has been released",
		Covers("endpoint.createendpoint.another-after-release", "endpoint.createendpoint.keeps-completion-queues"),
		func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			c, queue := l.connector(), l.queue(16)
			first, status := l.ordinary().create(c, queue, queue)
			Expect(status).To(Return(nd2.Success))
			first.Release()
			active := &end{party: l, connection: c, inbound: queue, outbound: queue, memory: l.register(memorySize)}
			active.Endpoint, status = l.ordinary().create(c, queue, queue)
			Expect(status).To(Return(nd2.Success))
			l.AtEnd(func() { active.Release() })
			passive := p.end(p.ordinary())
			join(ctx, active, passive)
			exchange(ctx, active, passive)
		})

	It("makes Connect and Accept fail when its endpoint is given to another connector",
		Covers("endpoint.createendpoint.own-connector-only"), func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			other := l.end(l.ordinary())

			active, passive := l.end(l.ordinary()), p.end(p.ordinary())
			_, address := passive.listen()
			Expect(active.connect(ctx, other.Endpoint, address, nil).Wait()).To(ReturnFailure())
			join(ctx, active, passive)
			exchange(ctx, active, passive)

			active, passive = p.end(p.ordinary()), l.end(l.ordinary())
			connect := request(ctx, active, passive)
			Expect(passive.accept(ctx, other.Endpoint, nil).Wait()).To(ReturnFailure())
			finish(ctx, connect, active, passive)
			exchange(ctx, active, passive)
		})

	It("returns the inline data size to a caller that asks for it",
		Covers("endpoint.createendpoint.inline-data-optional", "endpoint.createendpoint.inline-data-value"),
		func(ctx SpecContext) {
			l := local(ctx)
			c, queue, s := l.connector(), l.queue(16), l.ordinary()
			const untouched = ^uintptr(0)
			inline := untouched
			var e nd1.Endpoint
			Expect(c.CreateEndpoint(queue, queue, s.inboundEntries, s.outboundEntries, s.inboundSGE, s.outboundSGE,
				s.inboundReads, s.outboundReads, &inline, &e)).To(Return(nd2.Success))
			release := Own(ctx, e)
			Expect(inline).NotTo(Equal(untouched), "the inline data size")
			Record(fmt.Sprintf("The inline data size is %d of at most %d.", inline, l.limits.MaxInlineData))
			release()
			e, status := s.create(c, queue, queue) // it does not ask
			Expect(status).To(Return(nd2.Success))
			Own(ctx, e)
		})

	It("reports all results to one completion queue that is given for both kinds of request",
		Covers("endpoint.createendpoint.one-completion-queue"), func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			queue := l.queue(16)
			active, passive := l.endOn(l.ordinary(), queue, queue), p.end(p.ordinary())
			join(ctx, active, passive)
			exchange(ctx, active, passive)
		})

	It("sends the results of Receives to the inbound queue, and all others to the outbound one",
		Covers("endpoint.createendpoint.results-by-kind"), func(ctx SpecContext) {
			active, passive := connected(ctx)
			message(ctx, active, passive)
			w := passive.window(new(nd1.Result))
			d := passive.bind(ctx, w, 0, 64, nd2.AllowRead|nd2.AllowWrite)
			Expect(active.store(ctx, d, 0, 64)).To(Return(nd2.Success))
			var received, sent nd1.Result
			Expect(active.Receive(&received, nil)).To(Return(nd2.Success))
			Expect(passive.Send(&sent, nil, 0)).To(Return(nd2.Success))
			expectResults(ctx, passive.outbound, &sent)
			expectResults(ctx, active.inbound, &received)
			for _, queue := range []nd1.CompletionQueue{active.inbound, active.outbound, passive.inbound, passive.outbound} {
				expectNone(queue)
			}
		})

	It("creates an endpoint for everything but Reads when both read limits are 0",
		Covers("endpoint.createendpoint.zero-read-limits"), func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			s := l.ordinary()
			s.inboundReads, s.outboundReads = 0, 0
			active, passive := l.end(s), p.end(p.ordinary())
			join(ctx, active, passive)
			exchange(ctx, active, passive)
			d := passive.bind(ctx, passive.window(new(nd1.Result)), 0, 64, nd2.AllowWrite)
			Expect(active.store(ctx, d, 0, 64)).To(Return(nd2.Success))
		})

	DescribeTable("offers its read limits to the peer,",
		func(ctx SpecContext, inbound, outbound uintptr, fromActive bool) {
			l, p := local(ctx), peer(ctx)
			s := l.ordinary()
			s.inboundReads = min(inbound, l.limits.MaxInboundReadLimit, p.limits.MaxOutboundReadLimit)
			s.outboundReads = min(outbound, l.limits.MaxOutboundReadLimit, p.limits.MaxInboundReadLimit)
			own, other := l.end(s), p.end(p.ordinary())
			active, passive := own, other
			if !fromActive {
				active, passive = other, own
			}
			connect := request(ctx, active, passive)
			if fromActive {
				expectLimits(other, s)
				finish(ctx, connect, active, passive)
				return
			}
			accept := passive.accept(ctx, passive.Endpoint, nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			expectLimits(other, s)
			complete(ctx, accept, active, passive)
		},
		Entry("more of them inbound", Covers("endpoint.createendpoint.read-limits-offered"), uintptr(2), uintptr(1), true),
		Entry("more of them outbound", Covers("endpoint.createendpoint.read-limits-offered"), Variant("outbound"),
			uintptr(3), uintptr(5), true),
		Entry("more of them inbound, when it accepts", Covers("endpoint.createendpoint.read-limits-offered"),
			Variant("passive"), uintptr(5), uintptr(3), false),
		Entry("more of them outbound, when it accepts", Covers("endpoint.createendpoint.read-limits-offered"),
			Variant("outbound-passive"), uintptr(3), uintptr(5), false))

	It("keeps the completion queues alive when the client has released them",
		Covers("endpoint.createendpoint.keeps-completion-queues"), func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			var queue nd1.CompletionQueue
			Expect(l.adapter.CreateCompletionQueue(min(16, l.limits.MaxCQEntries), &queue)).To(Return(nd2.Success))
			release := Own(ctx, queue)
			active, passive := l.endOn(l.ordinary(), queue, queue), p.end(p.ordinary())
			release() // from now on, its results belong to nobody
			join(ctx, active, passive)

			var sent, received, answered, answer nd1.Result
			Expect(passive.Receive(&received, nil)).To(Return(nd2.Success))
			Expect(active.Receive(&answered, nil)).To(Return(nd2.Success))
			Expect(active.Send(&sent, nil, 0)).To(Return(nd2.Success))
			expectResults(ctx, passive.inbound, &received)
			Expect(passive.Send(&answer, nil, 0)).To(Return(nd2.Success))
			expectResults(ctx, passive.outbound, &answer)
		})
})

// expectLimits shows that an end is told no more than its peer's limits.
func expectLimits(e *end, of shape) {
	var inbound, outbound uintptr
	Expect(e.connection.GetConnectionData(&inbound, &outbound, nil, nil)).To(Return(nd2.Success))
	expectWithin(inbound, of.outboundReads, "the inbound limit that the peer sees")
	expectWithin(outbound, of.inboundReads, "the outbound limit that the peer sees")
	inbound, outbound = 0, 0
	Expect(e.connection.GetConnectionData(&inbound, nil, nil, nil)).To(Return(nd2.Success))
	expectWithin(inbound, of.outboundReads, "the inbound limit, asked for alone")
	Expect(e.connection.GetConnectionData(nil, &outbound, nil, nil)).To(Return(nd2.Success))
	expectWithin(outbound, of.inboundReads, "the outbound limit, asked for alone")
}

// expectWithin shows that a limit is within another, and not 0 unless that is.
func expectWithin(told, limit uintptr, what string) {
	Expect(uint64(told)).To(And(BeNumerically("<=", uint64(limit)), BeNumerically(">=", uint64(min(1, limit)))), what)
}
