package overlapped

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A kind of request is a call on an object.
type requestKind struct {
	nd2.Overlapping
	call func(o *nd2.Overlapped) nd2.Status
}

// An OVERLAPPED's former requests don't matter, whichever objects they were on.
var _ = Describe("IND2Overlapped::GetOverlappedResult", func() {
	It("returns the status of the later request when an OVERLAPPED serves for one kind of request after another",
		Covers("overlapped.getoverlappedresult.used-again"), Variant("each-kind"), func(ctx SpecContext) {
			c := Accepted(ctx, Shape{})
			side := c.Passive.Side
			kinds := eachKind(c.Passive)
			for _, first := range kinds {
				for _, second := range kinds {
					request := Start(ctx, first, first.call)
					expectPending(request)
					Expect(first.CancelOverlappedRequests()).To(Return(nd2.Success))
					Expect(request).To(CompleteWith(nd2.Canceled))
					expectServesNext(ctx, request, side.Port, second, second.call)
				}
			}
		})
})

// eachKind lists the requests that wait at the end of a connection, and at other objects.
func eachKind(e *End) []requestKind {
	queue, connector := e.Side.CompletionQueue(1), e.Side.Connector()
	listener, _ := e.Side.Listener()
	kinds := []requestKind{
		{queue, func(o *nd2.Overlapped) nd2.Status { return queue.Notify(nd2.NotifyAny, o) }},
		{listener, func(o *nd2.Overlapped) nd2.Status { return listener.GetConnectionRequest(connector, o) }},
		{e.Connector, e.Connector.NotifyDisconnect},
	}
	if e.Info.MaxSharedReceiveQueueDepth == 0 {
		return kinds
	}
	shared := e.Side.SharedReceiveQueue(1, 1, 1)
	MustSucceed("Receive", shared.Receive(1, nil))
	return append(kinds, requestKind{shared, shared.Notify})
}
