package spec

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
)

// Deliver has an empty message arrive at an end of the connection for each context,
// into a Receive of that context, and returns when the results of all are queued
// there. It takes none of them; those of the Sends it takes.
//
// What shows that the results are queued is a notification of the last one, the only
// one that is solicited: it comes after its result, and the results of a queue pair's
// Receives come in order. A message the other way would show nothing, since there is
// no order between queues. Source: IND2CompletionQueue.md,
// IND2CompletionQueue::Notify and IND2CompletionQueue::GetResults, Remarks.
//
// Before, no Receive may be posted at the end, and its queue of Receives must be
// empty and have no Notify outstanding.
func (c *Connection) Deliver(ctx context.Context, to *End, contexts ...uintptr) {
	from := c.Other(to)
	from.NeedRequests(len(contexts))
	to.NeedReceives(len(contexts))
	for _, context := range contexts {
		succeed("Receive", to.PostReceive(context, nil))
	}
	notified := Start(ctx, to.Receives, func(o *nd2.Overlapped) nd2.Status {
		return to.Receives.Notify(nd2.NotifySolicited, o)
	})
	for i := range contexts {
		var flags nd2.OpFlags
		if i == len(contexts)-1 {
			flags = nd2.SendAndSolicitEvent
		}
		succeed("Send", from.Send(barrierContext, nil, flags))
	}
	for _, sent := range Results(ctx, from.Initiated, len(contexts)) {
		succeed("the result of the Send", sent.Status)
	}
	succeed("IND2CompletionQueue::Notify", notified.Wait())
}
