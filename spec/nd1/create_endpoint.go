package nd1

import (
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("INDConnector::CreateEndpoint", func() {
	DescribeTable("creates an endpoint that carries data, with", Covers("endpoint.createendpoint.nd-success"),
		func(ctx SpecContext, most ...int) {
			l := local(ctx)
			s := l.ordinary()
			for i, b := range s.Bounds(&l.limits) {
				switch {
				case len(most) == 0:
					*b.Number = min(1, b.Most)
				case slices.Contains(most, i):
					*b.Number = b.Most
				}
			}
			l.attain(s)
			connectedOf(l, s)
		},
		Entry("small limits"),
		Entry("MaxInboundRequests Receives", Variant("most-inbound-entries"), 0),
		Entry("MaxOutboundRequests requests", Variant("most-outbound-entries"), 1),
		Entry("MaxInboundSge entries per Receive", Variant("most-inbound-sge"), 2),
		Entry("MaxOutboundSge entries per request", Variant("most-outbound-sge"), 3),
		Entry("the largest read limits", Variant("largest-read-limits"), 4, 5))

	DescribeTable("creates no endpoint",
		func(ctx SpecContext, kind providers.FaultKind, status nd2.Status) {
			l := local(ctx)
			c, queue := l.connector(), l.queue(16)
			l.Inject(providers.Fault{Kind: kind, Call: "INDConnector::CreateEndpoint"})
			e, s := create(l.ordinary(), c, queue, queue)
			Expect(s).To(Return(status))
			Expect(e).To(BeNil(), "the endpoint given")
		},
		Entry("when the adapter is out of resources", Covers("endpoint.createendpoint.nd-insufficient-resources"),
			providers.OutOfResources, nd2.InsufficientResources),
		Entry("when the adapter has been removed", Covers("endpoint.createendpoint.nd-device-removed"),
			providers.AdapterRemoved, nd2.DeviceRemoved))

	It("returns no second endpoint for a connector that has one, and the first keeps working",
		Covers("endpoint.createendpoint.one-at-a-time"), func(ctx SpecContext) {
			active, passive, _ := connecting(ctx)
			e, status := create(active.ordinary(), active.connection, active.inbound, active.outbound)
			Expect(status).To(ReturnFailure())
			Expect(e).To(BeNil(), "the endpoint given")
			join(active, passive)
			exchange(active, passive)
		})

	It("returns another endpoint when the connector's first has been released",
		Covers("endpoint.createendpoint.another-after-release", "endpoint.createendpoint.keeps-completion-queues"),
		func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			queue := l.queue(16)
			active, release := l.ownEndOn(l.ordinary(), queue, queue)
			release()
			active.makeOwn(l.ordinary())
			passive := p.end(p.ordinary())
			join(active, passive)
			exchange(active, passive)
		})

	It("makes Connect and Accept fail when its endpoint is given to another connector",
		Covers("endpoint.createendpoint.own-connector-only"), func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			stranger := l.end(l.ordinary())

			active, passive := pair(l, p)
			_, address := passive.listen()
			Expect(active.connectWith(stranger.Endpoint, address, 0, nil).Wait()).To(ReturnFailure())
			join(active, passive)
			exchange(active, passive)

			active, passive = pair(p, l)
			connect := request(active, passive)
			Expect(passive.accept(stranger.Endpoint, nil).Wait()).To(ReturnFailure())
			finish(connect, active, passive)
			exchange(active, passive)
		})

	It("returns the inline data size to a caller that asks for it",
		Covers("endpoint.createendpoint.inline-data-optional", "endpoint.createendpoint.inline-data-value"),
		func(ctx SpecContext) {
			l := local(ctx)
			c, queue, s := l.connector(), l.queue(16), l.ordinary()
			const untouched = ^uintptr(0)
			inline := untouched
			var e nd1.Endpoint
			Expect(c.CreateEndpoint(queue, queue, s.InboundEntries, s.OutboundEntries, s.InboundSGE, s.OutboundSGE,
				s.InboundReads, s.OutboundReads, &inline, &e)).To(Return(nd2.Success))
			release := Own(ctx, e)
			Expect(inline).NotTo(Equal(untouched), "the inline data size")
			Record(fmt.Sprintf("The inline data size is %d of at most %d.", inline, l.limits.MaxInlineData))
			release()
			e, status := create(s, c, queue, queue) // it does not ask
			Expect(status).To(Return(nd2.Success))
			Own(ctx, e)
		})

	It("reports all results to one completion queue that is given for both kinds of request",
		Covers("endpoint.createendpoint.one-completion-queue"), func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			queue := l.queue(16)
			active, passive := l.endOn(l.ordinary(), queue, queue), p.end(p.ordinary())
			join(active, passive)
			exchange(active, passive)
		})

	It("sends the results of Receives to the inbound queue, and all others to the outbound one",
		Covers("endpoint.createendpoint.results-by-kind"), func(ctx SpecContext) {
			active, passive := connected(ctx)
			message(active, passive)
			d := passive.open(nd2.AllowRead | nd2.AllowWrite)
			Expect(active.store(d, 0, 64)).To(Return(nd2.Success))
			message(passive, active)
			for _, queue := range []nd1.CompletionQueue{active.inbound, active.outbound, passive.inbound, passive.outbound} {
				expectNone(queue)
			}
		})

	It("creates an endpoint for everything but Reads when both read limits are 0",
		Covers("endpoint.createendpoint.zero-read-limits"), func(ctx SpecContext) {
			l := local(ctx)
			s := l.ordinary()
			s.InboundReads, s.OutboundReads = 0, 0
			active, passive := connectedOf(l, s)
			Expect(active.store(passive.open(nd2.AllowWrite), 0, 64)).To(Return(nd2.Success))
		})

	DescribeTable("offers its read limits to the peer,", Covers("endpoint.createendpoint.read-limits-offered"),
		func(ctx SpecContext, inbound, outbound uintptr, fromActive bool) {
			l, p := local(ctx), peer(ctx)
			s := l.ordinary()
			s.InboundReads = min(inbound, l.limits.MaxInboundReadLimit, p.limits.MaxOutboundReadLimit)
			s.OutboundReads = min(outbound, l.limits.MaxOutboundReadLimit, p.limits.MaxInboundReadLimit)
			own, other := l.end(s), p.end(p.ordinary())
			if fromActive {
				connect := request(own, other)
				expectLimits(other, s)
				finish(connect, own, other)
				return
			}
			connect := request(other, own)
			accept := own.accept(own.Endpoint, nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			expectLimits(other, s)
			complete(accept, other, own)
		},
		Entry("more of them inbound", uintptr(2), uintptr(1), true),
		Entry("more of them outbound", Variant("outbound"), uintptr(3), uintptr(5), true),
		Entry("more of them inbound, when it accepts", Variant("passive"), uintptr(5), uintptr(3), false),
		Entry("more of them outbound, when it accepts", Variant("outbound-passive"), uintptr(3), uintptr(5), false))

	It("keeps the completion queues alive when the client has released them",
		Covers("endpoint.createendpoint.keeps-completion-queues"), func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			var queue nd1.CompletionQueue
			Expect(l.adapter.CreateCompletionQueue(min(16, l.limits.MaxCQEntries), &queue)).To(Return(nd2.Success))
			release := Own(ctx, queue)
			active, passive := l.endOn(l.ordinary(), queue, queue), p.end(p.ordinary())
			release() // from now on, its results belong to nobody
			join(active, passive)

			received := passive.receive(nil)
			active.receive(nil)
			active.send(nil, 0)
			passive.received(received)
			passive.sent(passive.send(nil, 0))
		})
})

// connectedOf connects an end of a shape, which can exchange data.
func connectedOf(l *party, s shape) (active, passive *end) {
	p := peer(l.ctx)
	active, passive = l.end(s), p.end(p.ordinary())
	join(active, passive)
	exchange(active, passive)
	return active, passive
}

// expectLimits shows that an end is told no more than its peer's limits.
func expectLimits(e *end, of shape) {
	var inbound, outbound uintptr
	Expect(e.connection.GetConnectionData(&inbound, &outbound, nil, nil)).To(Return(nd2.Success))
	expectWithin(inbound, of.OutboundReads, "the inbound limit that the peer sees")
	expectWithin(outbound, of.InboundReads, "the outbound limit that the peer sees")
	inbound, outbound = 0, 0
	Expect(e.connection.GetConnectionData(&inbound, nil, nil, nil)).To(Return(nd2.Success))
	expectWithin(inbound, of.OutboundReads, "the inbound limit, asked for alone")
	Expect(e.connection.GetConnectionData(nil, &outbound, nil, nil)).To(Return(nd2.Success))
	expectWithin(outbound, of.InboundReads, "the outbound limit, asked for alone")
}

// expectWithin shows that a limit is within another, and not 0 unless that is.
func expectWithin(told, limit uintptr, what string) {
	Expect(uint64(told)).To(And(BeNumerically("<=", uint64(limit)), BeNumerically(">=", uint64(min(1, limit)))), what)
}
