package spec

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
)

// A Connection is two connected ends: the active one connected, and the passive one
// accepted. On iWARP the passive end may send only after the first message from the
// active end has arrived.
type Connection struct {
	Ends
}

// Connect connects two ends of the same shape, the active one on the adapter under
// test.
func Connect(ctx context.Context, shape Shape) *Connection {
	return ConnectEnds(ctx, Local(ctx).End(shape), Peer(ctx).End(shape))
}

// Accepted connects two ends of the same shape, the passive one on the adapter
// under test.
func Accepted(ctx context.Context, shape Shape) *Connection {
	return ConnectEnds(ctx, Peer(ctx).End(shape), Local(ctx).End(shape))
}

// ConnectEnds connects two ends. The connection is ended when the spec ends.
func ConnectEnds(ctx context.Context, active, passive *End) *Connection {
	c := NewAttempt(ctx, active, passive).Establish()
	c.use(ctx)
	return c
}

// Reversed names the ends the other way round, for what is tried from the passive one as well. Both must be able to
// send.
func (c *Connection) Reversed() *Connection {
	return &Connection{Ends{Active: c.Passive, Passive: c.Active}}
}

// barrierContext is the request context of messages that Settle exchanges.
const barrierContext = ^uintptr(0)

// Settle exchanges an empty message each way and takes its results: both directions
// carry messages. It shows nothing of results in other queues. The connection must be idle, with no
// Receive posted and no result queued at either end.
func (c *Connection) Settle(ctx context.Context) {
	c.message(ctx, c.Active, c.Passive)
	c.message(ctx, c.Passive, c.Active)
}

// AwaitArrival makes an empty message come back from the passive end, and returns when
// it has. It shows nothing of results there, since there is no order between queues:
// see [Connection.Deliver].
func (c *Connection) AwaitArrival(ctx context.Context) {
	c.message(ctx, c.Passive, c.Active)
}

// message sends an empty message and takes its results at both ends.
func (c *Connection) message(ctx context.Context, from, to *End) {
	MustSucceed("Receive", to.Receive(barrierContext, nil))
	MustSucceed("Send", from.Send(barrierContext, nil, 0))
	MustSucceed("the result of the Send", Result(ctx, from.Initiated).Status)
	MustSucceed("the result of the Receive", Result(ctx, to.Receives).Status)
}

// Ends are the two ends of a connection, which exists or is being made: the active one
// connects, and the passive one accepts.
type Ends struct {
	Active, Passive *End
}

// Subject returns the end on the adapter under test; if both are, the active one.
func (e Ends) Subject() *End {
	if e.Passive.underTest && !e.Active.underTest {
		return e.Passive
	}
	return e.Active
}

// Peer returns the end that the subject is connected to.
func (e Ends) Peer() *End { return e.Other(e.Subject()) }

// Other returns the end that end is connected to.
func (e Ends) Other(end *End) *End {
	if end == e.Active {
		return e.Passive
	}
	return e.Active
}

// Part makes one end disconnect, and the other one, too: the first one's Disconnect, which it
// returns, may be waiting for that. The other one's has ended. Source: IND2Connector.md,
// IND2Connector::Disconnect, Return Value.
func (e Ends) Part(ctx context.Context, first *End) *Operation {
	left := Start(ctx, first.Connector, first.Connector.Disconnect)
	other := e.Other(first).Connector
	Start(ctx, other, other.Disconnect).Wait()
	return left
}

// Deliver sends an empty message to an end of the connection for each context, into a Receive of that context, and
// returns when the results of all are queued there. It takes none of them; those of the Sends it takes.
//
// Only the last message is solicited. Its notification shows that all results are queued: it comes after its result,
// and the results of a queue pair's Receives come in order. A message the other way would show nothing, since there is
// no order between queues. Source: IND2CompletionQueue.md, IND2CompletionQueue::Notify and
// IND2CompletionQueue::GetResults, Remarks.
//
// Before, no Receive may be posted at the end, and its queue of Receives must be
// empty and have no Notify outstanding.
func (c *Connection) Deliver(ctx context.Context, to *End, contexts ...uintptr) {
	from := c.Other(to)
	from.NeedRequests(len(contexts))
	to.NeedReceives(len(contexts))
	for _, context := range contexts {
		MustSucceed("Receive", to.Receive(context, nil))
	}
	notify := func(o *nd2.Overlapped) nd2.Status { return to.Receives.Notify(nd2.NotifySolicited, o) }
	notified := Start(ctx, to.Receives, notify)
	if notified.Returned == nd2.Success { // for a result that was taken before, as a provider may
		notified = Start(ctx, to.Receives, notify)
	}
	for i := range contexts {
		var flags nd2.OpFlags
		if i == len(contexts)-1 {
			flags = nd2.SendAndSolicitEvent
		}
		MustSucceed("Send", from.Send(barrierContext, nil, flags))
	}
	for _, sent := range Results(ctx, from.Initiated, len(contexts)) {
		MustSucceed("the result of the Send", sent.Status)
	}
	MustSucceed("IND2CompletionQueue::Notify", notified.Wait())
}
