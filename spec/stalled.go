package spec

import (
	"context"
)

// Stalled connects an end of the adapter under test whose initiator queue does not
// move once a Send is in it: the peer takes its Receives from a shared receive
// queue that is empty. Each Receive that is posted there lets one Send through.
func Stalled(ctx context.Context, shape Shape) *Connection {
	return ConnectStalled(ctx, Local(ctx).End(shape))
}

// ConnectStalled is Stalled for an end that the spec has made.
func ConnectStalled(ctx context.Context, active *End) *Connection {
	peer := Peer(ctx)
	if peer.Info.MaxSharedReceiveQueueDepth == 0 {
		Unobservable("the peer has no shared receive queue to hold Sends up with")
	}
	return ConnectEnds(ctx, active, peer.End(Shape{SharedReceives: true}))
}
