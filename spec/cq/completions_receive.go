package cq

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("The status of a Receive that a message is half way into", func() {
	When("the connection fails", func() {
		It("tells of a timeout, or that it was canceled", Covers("cq.getresults.receive.nd-io-timeout"), func(ctx SpecContext) {
			c, resume := halfReceived(ctx)
			c.Passive.Inject(providers.Fault{Kind: providers.Partition})
			resume()
			Expect(c.Passive.Send(2, nil, 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Passive.Initiated)).To(CompleteAsRuled("cq.getresults.send.nd-io-timeout"))
			expectEndOfHalfReceived(ctx, c, "cq.getresults.receive.nd-io-timeout")
		})
	})

	When("the peer refuses a request and ends the connection by it", func() {
		It("tells of a remote error, or that it was canceled", Covers("cq.getresults.receive.nd-remote-error"), func(ctx SpecContext) {
			c, resume := halfReceived(ctx)
			theirs := c.Active.Memory
			Expect(c.Passive.Write(2, c.Passive.Memory.List(0, 8), theirs.Address(0), notTheToken(theirs), 0)).To(Return(nd2.Success))
			resume()
			Expect(Result(ctx, c.Passive.Initiated)).To(CompleteAsRuled("cq.getresults.remote-access"))
			expectEndOfHalfReceived(ctx, c, "cq.getresults.receive.nd-remote-error")
		})
	})
})

// firstByte is what the long message begins with.
const firstByte = 1

// halfReceived has a long message get stuck in a Receive of the adapter under test:
// its sender hears nothing until resume is called, so that it stops when as much is
// under way as may be unacknowledged.
func halfReceived(ctx context.Context) (c *Connection, resume func()) {
	GinkgoHelper()
	const longer = 4 << 20 // bytes; than what may be unacknowledged, several times
	local, peer := Local(ctx), Peer(ctx)
	size := int(min(longer, local.Info.MaxTransferLength, peer.Info.MaxTransferLength))
	size = min(size, int(local.Info.MaxRegistrationSize), int(peer.Info.MaxRegistrationSize))
	c = ConnectEnds(ctx, peer.End(Shape{MemorySize: size}), local.End(Shape{MemorySize: size}))
	if peer.Address == local.Address {
		Unobservable("the adapter is its own peer, and can't be kept from hearing only as a sender")
	}
	c.Settle(ctx)
	c.Active.Memory.Fill(0, size, firstByte)
	resume = c.Active.InjectIfPossible(providers.Fault{Kind: providers.Hold})
	c.Passive.PostReceives(1, 1, size)
	Expect(c.Active.Send(1, c.Active.Memory.List(0, size), 0)).To(Return(nd2.Success))
	Until(ctx, "the first byte of the message to arrive", func() bool { return Contents(c.Passive.Memory.Bytes[:1])[0] == firstByte })
	return c, resume
}

// expectEndOfHalfReceived judges how the Receive ended by the entry id, unless the
// message was complete before.
func expectEndOfHalfReceived(ctx context.Context, c *Connection, id string) {
	GinkgoHelper()
	result := Result(ctx, c.Passive.Receives)
	if result.Status == nd2.Success {
		Expect(c.Passive.Memory.Bytes).To(HoldBytes(c.Active.Memory.Bytes), "the message of a Receive that is reported as filled")
		Unobservable("the message had arrived as a whole before the connection ended")
	}
	Expect(result).To(CompleteAsRuled(id))
}
