package connector

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A request that has been abandoned among others that wait takes nothing from them.
var _ = Describe("IND2Connector::Accept", func() {
	DescribeTable("answers each of several requests that wait, and fails for an abandoned one, if it gets it,",
		Covers("connector.accept.nd-connection-aborted"), func(ctx SpecContext, abandoned int) {
			const waiting = 3
			attempts, connects := []*Attempt{Awaiting(ctx)}, []*Operation{}
			for len(attempts) < waiting {
				attempts = append(attempts, attempts[0].Another())
			}
			for _, a := range attempts {
				connects = append(connects, a.Connect(nil))
			}
			if slices.ContainsFunc(connects, (*Operation).EndsBriefly) {
				BacklogTooShort(waiting)
			}
			Cancel(attempts[abandoned].Active.Connector)
			connects[abandoned].Wait()
			connects = slices.Delete(connects, abandoned, abandoned+1)
			for _, a := range attempts {
				if len(connects) == 0 {
					break
				}
				Expect(a.Get()).To(CompleteWith(nd2.Success))
				accept := a.Accept(nil)
				answered := func() int { return slices.IndexFunc(connects, (*Operation).Done) }
				Until(ctx, "Accept, or the Connect that it answers, to end", func() bool {
					return accept.Done() || answered() >= 0
				})
				if i := answered(); i >= 0 {
					if connects[i].Status() == nd2.ConnectionRefused { // it took longer to refuse than it was waited for
						BacklogTooShort(waiting)
					}
					Expect(connects[i]).To(CompleteWith(nd2.Success))
					connects = slices.Delete(connects, i, i+1)
				} else {
					Expect(accept).To(CompleteAsRuled("connector.accept.nd-connection-aborted"))
				}
			}
			Expect(connects).To(BeEmpty(), "the requests without an answer")
		},
		Entry("the first of them", Variant("first-of-several"), giveUpTimeout, 0),
		Entry("the second", Variant("second-of-several"), giveUpTimeout, 1),
		Entry("the last", Variant("last-of-several"), giveUpTimeout, 2))
})
