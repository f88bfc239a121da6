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
	DescribeTable("still has all of its results, in order, when the other", Covers("endpoint.getresults.own-results"),
		func(ctx SpecContext, ends func(e, to *end, release func())) {
			l, p := local(ctx), peer(ctx)
			const most = 64 // results
			l.need("completion queues of", most, l.limits.MaxCQEntries, "results")
			inbound, outbound := l.queue(most), l.queue(most)
			own := l.endOn(l.ordinary(), inbound, outbound)
			other, release := l.ownEndOn(l.ordinary(), inbound, outbound)
			ownPeer, otherPeer := p.end(p.ordinary()), p.end(p.ordinary())
			join(own, ownPeer)
			join(other, otherPeer)
			n := min(messages(4, own, ownPeer), messages(4, ownPeer, own), most/2-1)
			message(own, ownPeer)
			message(other, otherPeer)
			sent, received := converse(own, ownPeer, n)
			converse(other, otherPeer, n)
			ends(other, otherPeer, release)
			for _, queue := range []struct {
				nd1.CompletionQueue
				of []*nd1.Result
			}{{outbound, sent}, {inbound, received}} {
				var taken []*nd1.Result
				for len(taken) < n {
					r := await(ctx, queue, 1)[0]
					if slices.Contains(queue.of, r) {
						taken = append(taken, r)
						Expect(r.Status).To(Return(nd2.Success))
					}
				}
				expectSame(taken, queue.of...)
			}
		},
		Entry("is released", Variant("neighbor-released"), func(_, _ *end, release func()) { release() }),
		Entry("disconnects", Variant("neighbor-disconnected"), func(e, to *end, _ func()) { part(e, to) }),
		Entry("is flushed", Variant("neighbor-flushed"),
			func(e, _ *end, _ func()) { Expect(e.Flush()).To(Return(nd2.Success)) }))
})

// converse sends n messages each way, and leaves one end's results, of its Sends and its Receives, in its
// queues.
func converse(e, to *end, n int) (sent, received []*nd1.Result) {
	theirs := to.receives(n)
	received = e.receives(n)
	var answers []*nd1.Result
	for range n {
		sent, answers = append(sent, e.send(nil, 0)), append(answers, to.send(nil, 0))
	}
	to.received(theirs...)
	to.sent(answers...)
	return sent, received
}
