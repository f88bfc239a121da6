package ndk

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("NdkGetCqResults", func() {
	It("removes the oldest results, and leaves those that there is no room for", Covers("ndk.getcqresults.count"),
		func(ctx SpecContext) {
			c := open(ctx)
			n := Size(ctx, 60, c.limits.MaxCqDepth, c.limits.MaxSrqDepth)
			q := c.queue(queueRequest{depth: uint32(n), sge: 1})
			m := q.connected(ctx, small, 0)
			q.post(1, n)
			for i := range n {
				Expect(m.peer.Send(uintptr(i), nil, 0)).To(Return(nd2.Success))
				Expect(Result(ctx, m.peer.Initiated)).To(CompleteWith(nd2.Success))
			}
			got := results(ctx, m.receives, 1)
			for _, places := range []int{40, 100} { // more than are returned at once, and more than there are
				room := make([]ndk.Result, places)
				taken := int(m.receives.GetCqResults(room))
				Expect(taken).To(BeNumerically("<=", min(places, n-len(got))), "results in an array of %d", places)
				got = append(got, room[:taken]...)
			}
			Expect(contexts(got)).To(Equal(Sequence(1, len(got))), "the request contexts of the first results")
			got = append(got, results(ctx, m.receives, n-len(got))...) // a provider may return fewer at a time
			Expect(contexts(got)).To(Equal(Sequence(1, n)), "the request contexts of the results")
			Expect(m.receives.GetCqResults(make([]ndk.Result, 8))).To(BeZero(), "results left")
		})
})
