package nd1

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("INDCompletionQueue::GetResults", func() {
	It("fills the array with the oldest results, and else leaves none", Covers("endpoint.getresults.count"),
		func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			s := l.ordinary()
			s.inboundEntries = min(70, l.limits.MaxInboundRequests, l.limits.MaxCQEntries)
			l.attain(s)
			active, passive := p.end(p.ordinary()), l.endOn(s, l.queue(s.inboundEntries), l.queue(64))
			join(ctx, active, passive)
			received := deliver(ctx, active, passive, int(s.inboundEntries))
			given := 0
			for _, places := range []int{1, 40, 100} {
				results := make([]*nd1.Result, places)
				n := int(passive.inbound.GetResults(results))
				Expect(n).To(Equal(min(places, len(received)-given)), "results to an array of %d", places)
				for i, r := range results[:n] {
					Expect(r).To(BeIdenticalTo(&received[given+i]), "result %d that was handed back", given+i)
				}
				given += n
			}
		})

	It("goes on when another queue has been released", Covers("endpoint.getresults.own-results"),
		Variant("other-released"), func(ctx SpecContext) {
			active, passive := accepted(ctx)
			received := passive.receives(messages(4, active, passive))
			var other nd1.CompletionQueue
			MustSucceed("INDAdapter::CreateCompletionQueue", passive.adapter.CreateCompletionQueue(1, &other))
			Own(ctx, other)()
			for range received {
				var sent nd1.Result
				Expect(active.Send(&sent, nil, 0)).To(Return(nd2.Success))
				expectResults(ctx, active.outbound, &sent)
			}
			expectResults(ctx, passive.inbound, pointers(received)...)
		})
})
