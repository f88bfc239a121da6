package nd1

import (
	"fmt"

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
					e, status := create(s, c, inbound, outbound)
					Expect(status).To(ReturnAsRuled(id))
					Expect(e).To(BeNil(), "the endpoint given")
				}
				e, status := create(l.ordinary(), c, queue, queue)
				Expect(status).To(Return(nd2.Success))
				e.Release()
			}, eachRefusal(1), eachRefusal(Often, "often"))

		DescribeTable("refuses", Covers("endpoint.createendpoint.completion-queue-needed"),
			func(ctx SpecContext, spoil func(p *party, inbound, outbound *nd1.CompletionQueue)) {
				l := local(ctx)
				queue := l.queue(16)
				inbound, outbound := queue, queue
				spoil(l, &inbound, &outbound)
				e, status := create(l.ordinary(), l.connector(), inbound, outbound)
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

// tooMuchOf makes the n-th number of the shape one more than its limit.
func tooMuchOf(n int) spoiling {
	return func(p *party, s *shape, _, _ *nd1.CompletionQueue) {
		b := s.Bounds(&p.limits)[n]
		*b.Number = beyond(b.Most)
	}
}

// spoilings are what CreateEndpoint refuses, by the parameter that it names.
var spoilings = []struct {
	what  string
	spoil spoiling
}{
	{
		"an inbound completion queue of another adapter",
		func(p *party, _ *shape, inbound, _ *nd1.CompletionQueue) { *inbound = another(p).queue(16) },
	},
	{
		"an outbound completion queue of another adapter",
		func(p *party, _ *shape, _, outbound *nd1.CompletionQueue) { *outbound = another(p).queue(16) },
	},
	{"more inbound entries than MaxInboundRequests", tooMuchOf(0)},
	{"more outbound entries than MaxOutboundRequests", tooMuchOf(1)},
	{"more entries per Receive than MaxInboundSge", tooMuchOf(2)},
	{"more entries per request than MaxOutboundSge", tooMuchOf(3)},
	{"an inbound read limit above MaxInboundReadLimit", tooMuchOf(4)},
	{"an outbound read limit above MaxOutboundReadLimit", tooMuchOf(5)},
}

// eachRefusal lists what CreateEndpoint refuses, each tried that many times.
func eachRefusal(times int, variant ...string) (list []TableEntry) {
	for i, r := range spoilings {
		id := fmt.Sprintf("endpoint.createendpoint.nd-invalid-parameter-%d", i+1)
		about := []any{Covers(id), id, times, r.spoil}
		for _, v := range variant {
			r.what += ", " + v
			about = append(about, Variant(v))
		}
		list = append(list, Entry(r.what, about...))
	}
	return list
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
