package listener

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Listener::GetConnectionRequest", func() {
	It("is given a request when 300 calls have been canceled", Covers("listener.getconnectionrequest.nd-canceled"),
		Variant("often"), LongTimeout, func(ctx SpecContext) {
			a := Awaiting(ctx)
			c := a.Passive.Side.Connector()
			for range Many {
				call := get(ctx, a.Listener, c)
				Expect(a.Listener.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(call).To(CompleteWith(nd2.Canceled))
				Enough(ctx)
			}
			a.Establish().Settle(ctx)
		})
})
