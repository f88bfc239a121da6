package listener

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Listener::GetConnectionRequest", func() {
	It("leaves requests for other calls, and can be canceled, when the connector that waits for a request is released",
		Covers("listener.getconnectionrequest.released-connector"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			connector, release := a.Passive.Side.OwnConnector()
			left := get(ctx, a.Listener, connector)
			release()
			own := a.Get()
			for range 2 { // one may go to the connector that nobody has any more
				a.Another().Connect(nil)
			}
			Expect(own).To(CompleteWith(nd2.Success))
			Expect(a.Listener.CancelOverlappedRequests()).To(Return(nd2.Success))
			Until(ctx, "the request that was canceled to end", left.Done)
		})
})
