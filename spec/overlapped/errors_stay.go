package overlapped

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Overlapped::GetOverlappedResult", func() {
	DescribeTable("does not turn an error into a success", Covers("overlapped.getoverlappedresult.error-stays"),
		func(ctx SpecContext, end func(a *Attempt)) {
			a := Attempting(ctx)
			connect := a.Request(nil)
			expectPending(connect)
			end(a)
			AwaitEvent(ctx, connect.Event, "a Connect that has ended")
			if !nd2.Status(connect.Overlapped.Internal).Failed() {
				Unobservable("the provider tells of the error by this call only")
			}
			for range 3 {
				Expect(a.Active.Connector.GetOverlappedResult(connect.Overlapped, false)).To(ReturnFailure(nd2.Canceled))
			}
		},
		Entry("if the peer has refused the request", func(a *Attempt) { a.Passive.Connector.Reject(nil) }),
		Entry("if the request was canceled", Variant("canceled"), func(a *Attempt) { Cancel(a.Active.Connector) }))
})
