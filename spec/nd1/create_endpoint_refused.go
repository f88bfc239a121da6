package nd1

import (
	"math"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What CreateEndpoint refuses.
var _ = Describe("INDConnector::CreateEndpoint", func() {
	When("a parameter is wrong", func() {
		DescribeTable("names it, and creates the endpoint once it is right:",
			func(ctx SpecContext, id string, times int, spoil spoiling) {
				l := local(ctx)
				c, queue := l.connector(), l.queue(16)
				s, inbound, outbound := l.ordinary(), queue, queue
				spoil(l, &s, &inbound, &outbound)
				for range times {
					e, status := s.create(c, inbound, outbound)
					Expect(status).To(ReturnAsRuled(id))
					Expect(e).To(BeNil(), "the endpoint given")
				}
				e, status := l.ordinary().create(c, queue, queue)
				Expect(status).To(Return(nd2.Success))
				e.Release()
			}, eachRefusal(1, ""), eachRefusal(Often, "often"))

		DescribeTable("refuses", Covers("endpoint.createendpoint.completion-queue-needed"),
			func(ctx SpecContext, spoil func(p *party, inbound, outbound *nd1.CompletionQueue)) {
				l := local(ctx)
				queue := l.queue(16)
				inbound, outbound := queue, queue
				spoil(l, &inbound, &outbound)
				e, status := l.ordinary().create(l.connector(), inbound, outbound)
				if e != nil {
					l.AtEnd(func() { e.Release() })
				}
				Expect(status).To(ReturnFailure())
			},
			Entry("a call without an inbound completion queue", func(_ *party, inbound, _ *nd1.CompletionQueue) {
				*inbound = nil
			}),
			Entry("a call without an outbound completion queue", Variant("outbound"),
				func(_ *party, _, outbound *nd1.CompletionQueue) { *outbound = nil }),
			Entry("an inbound completion queue of another handle to the adapter", Variant("inbound-of-other-handle"),
				func(p *party, inbound, _ *nd1.CompletionQueue) { *inbound = openedAgain(p).queue(16) }),
			Entry("an outbound completion queue of another handle to the adapter", Variant("outbound-of-other-handle"),
				func(p *party, _, outbound *nd1.CompletionQueue) { *outbound = openedAgain(p).queue(16) }))
	})
})

// A spoiling makes one parameter of CreateEndpoint wrong.
type spoiling = func(p *party, s *shape, inbound, outbound *nd1.CompletionQueue)

// eachRefusal lists what CreateEndpoint refuses, each tried that many times.
func eachRefusal(times int, variant string) []TableEntry {
	return []TableEntry{
		refusal(times, variant, 1, "an inbound completion queue of another adapter",
			func(p *party, _ *shape, inbound, _ *nd1.CompletionQueue) { *inbound = another(p).queue(16) }),
		refusal(times, variant, 2, "an outbound completion queue of another adapter",
			func(p *party, _ *shape, _, outbound *nd1.CompletionQueue) { *outbound = another(p).queue(16) }),
		refusal(times, variant, 3, "more inbound entries than MaxInboundRequests",
			func(p *party, s *shape, _, _ *nd1.CompletionQueue) {
				s.inboundEntries = beyond(p.limits.MaxInboundRequests)
			}),
		refusal(times, variant, 4, "more outbound entries than MaxOutboundRequests",
			func(p *party, s *shape, _, _ *nd1.CompletionQueue) {
				s.outboundEntries = beyond(p.limits.MaxOutboundRequests)
			}),
		refusal(times, variant, 5, "more entries per Receive than MaxInboundSge",
			func(p *party, s *shape, _, _ *nd1.CompletionQueue) { s.inboundSGE = beyond(p.limits.MaxInboundSGE) }),
		refusal(times, variant, 6, "more entries per request than MaxOutboundSge",
			func(p *party, s *shape, _, _ *nd1.CompletionQueue) { s.outboundSGE = beyond(p.limits.MaxOutboundSGE) }),
		refusal(times, variant, 7, "an inbound read limit above MaxInboundReadLimit",
			func(p *party, s *shape, _, _ *nd1.CompletionQueue) {
				s.inboundReads = beyond(p.limits.MaxInboundReadLimit)
			}),
		refusal(times, variant, 8, "an outbound read limit above MaxOutboundReadLimit",
			func(p *party, s *shape, _, _ *nd1.CompletionQueue) {
				s.outboundReads = beyond(p.limits.MaxOutboundReadLimit)
			}),
	}
}

// refusal is a table entry for a fault that makes CreateEndpoint name the n-th
// parameter.
func refusal(times int, variant string, n int, what string, spoil spoiling) TableEntry {
	id := "endpoint.createendpoint.nd-invalid-parameter-" + string(rune('0'+n))
	if variant == "" {
		return Entry(what, Covers(id), id, times, spoil)
	}
	return Entry(what+", "+variant, Covers(id), Variant(variant), id, times, spoil)
}

// beyond is a limit plus one. The spec is unobservable without a limit.
func beyond(limit uintptr) uintptr {
	if limit >= math.MaxUint32 {
		Unobservable("the adapter has no limit")
	}
	return limit + 1
}

// another is another adapter of the same provider.
func another(p *party) *party {
	other := peer(p.ctx)
	if !other.SameProvider(p.Side) || !other.OtherAdapter(p.Side) {
		Unobservable("the provider has no other adapter at hand")
	}
	return other
}

// openedAgain is the same adapter, opened again.
func openedAgain(p *party) *party {
	again := open(p.ctx, p.Side)
	if again.adapter == p.adapter {
		Unobservable("the provider opens one adapter object for all")
	}
	return again
}
