package connector

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Connector::NotifyDisconnect, canceled 300 times,", func() {
	DescribeTable("leaves the connection as it is, and then tells of its end,",
		established(func(ctx SpecContext, a *Attempt) {
			e := a.Subject()
			for range Many {
				notify := notifyDisconnect(ctx, e)
				Expect(e.Connector.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(notify).To(CompleteWith(nd2.Canceled))
				Enough(ctx)
			}
			notify := notifyDisconnect(ctx, e)
			Expect(notify).To(BePending())
			disconnect(ctx, a.Other(e))
			Expect(notify).To(CompleteAsRuled("connector.notifydisconnect.nd-success"))
		}),
		Entry("on the active side", Covers("connector.notifydisconnect.nd-canceled"), Variant("often"), LongTimeout,
			connecting),
		Entry("on the passive side", Covers("connector.notifydisconnect.nd-canceled"), Variant("often-passive"), LongTimeout,
			accepting))
})
