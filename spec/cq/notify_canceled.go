package cq

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2CompletionQueue::Notify, when the connection has failed,", func() {
	DescribeTable("is satisfied by an initiator request that is canceled, if it asks for",
		func(ctx SpecContext, kind nd2.NotifyType) {
			x := exchangeFor(ctx, nd2.RequestWrite, Shape{})
			failWrite(x)
			Expect(Result(ctx, x.Initiated).Status).NotTo(Equal(nd2.Success), "the status of what ends the connection")
			forget(ctx, x.Initiated)
			waiting := notify(ctx, x.Initiated, kind)
			Expect(waiting).To(BePending())
			if x.post(nd2.RequestWrite, 2, 0) != nd2.Success {
				x.Initiated.CancelOverlappedRequests()
				waiting.Wait()
				Unobservable("requests are refused once the connection has failed")
			}
			Expect(waiting).To(CompleteWith(nd2.Success))
			Expect(Results(ctx, x.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestWrite, 2, nd2.Canceled)))
		},
		Entry("any result", Covers("cq.notify.error-satisfies-any"), Variant("canceled-write"), nd2.NotifyAny),
		Entry("solicited results", Covers("cq.notify.error-satisfies-solicited"), Variant("canceled-write"),
			nd2.NotifySolicited))
})
