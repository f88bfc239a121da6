package spec

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
)

// Stalled connects an end of the adapter under test whose initiator queue does not
// move once a Send is in it: the peer takes its Receives from a shared receive
// queue that is empty. Each Receive that is posted there lets one Send through.
func Stalled(ctx context.Context, shape Shape) *Connection {
	GinkgoHelper()
	return ConnectStalled(ctx, Local(ctx).End(shape))
}

// ConnectStalled connects an end likewise.
func ConnectStalled(ctx context.Context, active *End) *Connection {
	GinkgoHelper()
	peer := Peer(ctx)
	if peer.Info.MaxSharedReceiveQueueDepth == 0 {
		Unobservable("the peer has no shared receive queue to hold Sends up with")
	}
	return ConnectEnds(ctx, active, peer.End(Shape{SharedReceives: true}))
}

// Unsupported skips the spec, since the provider does not claim the feature that it is
// about.
func Unsupported(feature string) {
	GinkgoHelper()
	why := "the adapter does not claim " + feature
	note(NoteUnsupported, why)
	Skip(string(NoteUnsupported) + ": " + why)
}

// Unobservable skips the spec, since what it is about cannot be brought about
// here; why says what stands in the way.
func Unobservable(why string) {
	GinkgoHelper()
	note(NoteUnobservable, why)
	Skip(string(NoteUnobservable) + ": " + why)
}
