package nd1

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("An INDEndpoint that shares completion queues with another one", func() {
	DescribeTable("still has all of its results, in order, when the other",
		func(ctx SpecContext, ends func(ctx SpecContext, e, to *end, release func())) {
			l, p := local(ctx), peer(ctx)
			const most = 64 // results
			l.need("completion queues of", most, l.limits.MaxCQEntries, "results")
			inbound, outbound := l.queue(most), l.queue(most)
			own := l.endOn(l.ordinary(), inbound, outbound)
			other, release := l.ownEndOn(l.ordinary(), inbound, outbound)
			ownPeer, otherPeer := p.end(p.ordinary()), p.end(p.ordinary())
			join(ctx, own, ownPeer)
			join(ctx, other, otherPeer)
			n := min(messages(4, own, ownPeer), messages(4, ownPeer, own), most/2-1)
			message(ctx, own, ownPeer)
			message(ctx, other, otherPeer)
			sent, received := converse(ctx, own, ownPeer, n)
			converse(ctx, other, otherPeer, n)
			ends(ctx, other, otherPeer, release)
			for _, queue := range []struct {
				nd1.CompletionQueue
				of []nd1.Result
			}{{outbound, sent}, {inbound, received}} {
				var taken []*nd1.Result
				for len(taken) < n {
					r := await(ctx, queue, 1)[0]
					if slices.ContainsFunc(pointers(queue.of), func(o *nd1.Result) bool { return o == r }) {
						taken = append(taken, r)
						Expect(r.Status).To(Return(nd2.Success))
					}
				}
				for i, r := range taken {
					Expect(r).To(BeIdenticalTo(&queue.of[i]), "the result that was handed back in place %d", i)
				}
			}
		},
		Entry("is released", Covers("endpoint.getresults.own-results"), Variant("neighbor-released"),
			func(_ SpecContext, _, _ *end, release func()) { release() }),
		Entry("disconnects", Covers("endpoint.getresults.own-results"), Variant("neighbor-disconnected"),
			func(ctx SpecContext, e, to *end, _ func()) { part(ctx, e, to) }),
		Entry("is flushed", Covers("endpoint.getresults.own-results"), Variant("neighbor-flushed"),
			func(_ SpecContext, e, _ *end, _ func()) { Expect(e.Flush()).To(Return(nd2.Success)) }))
})

// converse sends n messages each way, and leaves one end's results, of its Sends and its Receives, in its
// queues.
func converse(ctx SpecContext, e, to *end, n int) (sent, received []nd1.Result) {
	sent, received = make([]nd1.Result, n), make([]nd1.Result, n)
	theirs, answers := make([]nd1.Result, n), make([]nd1.Result, n)
	for i := range n {
		Expect(to.Receive(&theirs[i], nil)).To(Return(nd2.Success))
		Expect(e.Receive(&received[i], nil)).To(Return(nd2.Success))
	}
	for i := range n {
		Expect(e.Send(&sent[i], nil, 0)).To(Return(nd2.Success))
		Expect(to.Send(&answers[i], nil, 0)).To(Return(nd2.Success))
	}
	expectResults(ctx, to.inbound, pointers(theirs)...)
	expectResults(ctx, to.outbound, pointers(answers)...)
	return sent, received
}

func pointers(results []nd1.Result) (list []*nd1.Result) {
	for i := range results {
		list = append(list, &results[i])
	}
	return list
}

// ownEndOn is endOn with an endpoint whose only reference release drops.
func (p *party) ownEndOn(s shape, inbound, outbound nd1.CompletionQueue) (e *end, release func()) {
	e = &end{party: p, connection: p.connector(), inbound: inbound, outbound: outbound, memory: p.register(memorySize)}
	made, status := s.create(e.connection, inbound, outbound)
	Expect(status).To(Return(nd2.Success))
	e.Endpoint = made
	return e, Own(p.ctx, made)
}
