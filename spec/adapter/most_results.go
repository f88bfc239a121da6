package adapter

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// expectMostResults shows that a completion queue holds as many results as the adapter's can, at
// a time and of as many queue pairs as it takes; or as many as a spec can afford.
func expectMostResults(ctx SpecContext) {
	const affordable, pairs = 1 << 14, 16
	local, peer := Local(ctx), Peer(ctx)
	each := min(local.Info.MaxReceiveQueueDepth, peer.Info.MaxInitiatorQueueDepth, peer.MaxResults(), affordable)
	most := min(local.MaxResults(), affordable, pairs*each)
	each = min(each, most)
	local.Attainable(Shape{QueueDepth: most, ReceiveDepth: each})
	peer.Attainable(Shape{InitiatorDepth: each})
	queue := local.CompletionQueue(most)
	want := map[uintptr][]uintptr{} // by queue pair
	for first := uint32(0); first < most; first += each {
		pair := uintptr(1 + first/each)
		n := min(each, most-first)
		c := ConnectEnds(ctx, peer.End(Shape{InitiatorDepth: each}),
			local.End(Shape{Context: pair, ReceiveDepth: each, UseReceives: queue}))
		want[pair] = Sequence(uintptr(first), int(n))
		c.Deliver(ctx, c.Passive, want[pair]...)
	}
	came := map[uintptr][]uintptr{}
	for _, r := range Results(ctx, queue, int(most)) {
		Expect(r).To(CompleteWith(nd2.Success))
		came[r.QueuePairContext] = append(came[r.QueuePairContext], r.RequestContext)
	}
	Expect(came).To(Equal(want), "the requests of each queue pair")
	Expect(Drain(queue)).To(HaveOutcomes())
}
