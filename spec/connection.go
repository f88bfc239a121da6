package spec

import (
	"context"
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
	return NewAttempt(ctx, active, passive).Establish()
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

// AwaitArrival has an empty message come back from the passive end, and returns when
// it has. It shows nothing of results there, since there is no order between queues:
// see [Connection.Deliver].
func (c *Connection) AwaitArrival(ctx context.Context) {
	c.message(ctx, c.Passive, c.Active)
}

// message sends an empty message and takes its results at both ends.
func (c *Connection) message(ctx context.Context, from, to *End) {
	succeed("Receive", to.PostReceive(barrierContext, nil))
	succeed("Send", from.Send(barrierContext, nil, 0))
	succeed("the result of the Send", Result(ctx, from.Initiated).Status)
	succeed("the result of the Receive", Result(ctx, to.Receives).Status)
}
