package cq

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2CompletionQueue::Notify, when the connection has failed,", func() {
	DescribeTable("is satisfied by an initiator request that is canceled, if it asks for",
		func(ctx SpecContext, kind nd2.NotifyType, request nd2.RequestType) {
			x := exchangeFor(ctx, request, Shape{})
			x.prepare(ctx, request, 1)
			failWrite(x)
			Expect(Result(ctx, x.Initiated).Status).NotTo(Equal(nd2.Success), "the status of what ends the connection")
			forget(ctx, x.Initiated)
			waiting := notify(ctx, x.Initiated, kind)
			Expect(waiting).To(BePending())
			if x.post(request, 2, 0) != nd2.Success {
				x.Initiated.CancelOverlappedRequests()
				waiting.Wait()
				Unobservable("requests are refused once the connection has failed")
			}
			Expect(waiting).To(CompleteWith(nd2.Success))
			Expect(Results(ctx, x.Initiated, 1)).To(HaveOutcomes(Outcome(request, 2, nd2.Canceled)))
		}, eachCanceled())
})

// eachCanceled lists each type of initiator request for each type of Notify that a failure satisfies.
func eachCanceled() (entries []TableEntry) {
	for _, waiting := range []struct {
		asks, rule string
		kind       nd2.NotifyType
	}{
		{"any result", "cq.notify.error-satisfies-any", nd2.NotifyAny},
		{"solicited results", "cq.notify.error-satisfies-solicited", nd2.NotifySolicited},
	} {
		for _, request := range []nd2.RequestType{
			nd2.RequestWrite, nd2.RequestSend, nd2.RequestRead, nd2.RequestBind, nd2.RequestInvalidate,
		} {
			name := request.String()
			entries = append(entries, Entry(waiting.asks+", as a "+name+" is", Covers(waiting.rule),
				Variant("canceled-"+strings.ToLower(name)), waiting.kind, request))
		}
	}
	return entries
}
