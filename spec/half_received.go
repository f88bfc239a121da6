package spec

import (
	"context"

	"github.com/ndconform/ndconform/providers"
)

// HalfReceived has a long message get stuck in a Receive, of context 1, of the passive end,
// which is on the adapter under test: its sender hears nothing until resume is called, so
// that it stops when as much is under way as may be unacknowledged. Where the fault that
// this takes can't be injected, the message may arrive as a whole.
func HalfReceived(ctx context.Context, shape Shape) (c *Connection, resume func()) {
	const longer = 4 << 20 // bytes; than what may be unacknowledged, several times
	const least = 64       // bytes, of which it takes part to end the connection
	const firstByte = 1
	local, peer := Local(ctx), Peer(ctx)
	size := int(min(longer, local.Info.MaxTransferLength, peer.Info.MaxTransferLength))
	size = min(size, int(local.Info.MaxRegistrationSize), int(peer.Info.MaxRegistrationSize))
	local.need("a transfer of", least, uint32(size), "bytes")
	shape.MemorySize = size
	c = ConnectEnds(ctx, peer.End(Shape{MemorySize: size}), local.End(shape))
	if peer.Address == local.Address {
		Unobservable("the adapter is its own peer, and can't be kept from hearing only as a sender")
	}
	c.Settle(ctx)
	c.Active.Memory.Fill(0, size, firstByte)
	resume = c.Active.InjectIfPossible(providers.Fault{Kind: providers.Hold})
	c.Passive.PostReceives(1, 1, size)
	succeed("Send", c.Active.Send(1, c.Active.Memory.List(0, size), 0))
	Until(ctx, "the first byte of the message to arrive", func() bool {
		return Contents(c.Passive.Memory.Bytes[:1])[0] == firstByte
	})
	return c, resume
}
