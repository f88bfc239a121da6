package qp

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A request is an initiator request that was posted.
type request struct {
	kind    nd2.RequestType
	context uintptr
	silent  bool
}

// sends are Sends with the contexts first, first+1, …
func sends(first uintptr, n int) (list []request) {
	for _, context := range Sequence(first, n) {
		list = append(list, request{nd2.RequestSend, context, false})
	}
	return list
}

// endings takes the results of requests that were posted in this order, and returns the
// status of each. A silent request without a result has succeeded; the last is not silent.
func endings(ctx context.Context, queue nd2.CompletionQueue, list []request) []nd2.Status {
	statuses := make([]nd2.Status, len(list))
	for i := 0; i < len(list); i++ {
		r := Result(ctx, queue)
		for list[i].silent && list[i].context != r.RequestContext {
			i++
		}
		Expect([]nd2.Result{r}).To(HaveOutcomes(Outcome(list[i].kind, list[i].context, r.Status)))
		if list[i].silent {
			Expect(r).NotTo(CompleteWith(nd2.Success))
		}
		statuses[i] = r.Status
	}
	Expect(Drain(queue)).To(HaveOutcomes())
	return statuses
}

// expectCanceledRequests shows that requests that were posted in this order are
// canceled, all but those that were over before. The spec is unobservable if all were:
// on iWARP a Send or a Write is over once it has been sent.
func expectCanceledRequests(ctx context.Context, queue nd2.CompletionQueue, list []request) {
	if expectCanceledLast(endings(ctx, queue, list)) == 0 {
		Unobservable("the requests are over once they have been sent")
	}
}

// expectCanceledLast shows that of requests those that have not succeeded come last and
// are canceled, and counts them.
func expectCanceledLast(statuses []nd2.Status) int {
	for i, s := range statuses {
		if s != nd2.Success {
			Expect(statuses[i:]).To(HaveEach(nd2.Canceled), "the statuses of what follows %d successes", i)
			return len(statuses) - i
		}
	}
	return 0
}

// expectTurnedDown shows that a request is canceled, or else was refused, since the
// connection has ended.
func expectTurnedDown(ctx context.Context, queue nd2.CompletionQueue, returned nd2.Status, kind nd2.RequestType,
	context uintptr,
) {
	if returned != nd2.Success {
		Expect(returned).To(Return(nd2.ConnectionInvalid))
		return
	}
	Expect(Results(ctx, queue, 1)).To(HaveOutcomes(Outcome(kind, context, nd2.Canceled)))
}
