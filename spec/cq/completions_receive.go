package cq

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("The status of a Receive that a message has half filled",
	Pin(CompletionQueues, "a message that was whole has its result before the other request"), func() {
		It("tells of a timeout or of a cancellation when the connection fails", Covers("cq.getresults.receive.nd-io-timeout"),
			func(ctx SpecContext) {
				c, resume := HalfReceived(ctx, Shape{})
				c.Passive.Inject(providers.Fault{Kind: providers.Partition})
				resume()
				Expect(c.Passive.Send(2, nil, 0)).To(Return(nd2.Success))
				Expect(Result(ctx, c.Passive.Initiated)).To(CompleteAsRuled("cq.getresults.send.nd-io-timeout"))
				expectEndOfHalfReceived(ctx, c, "cq.getresults.receive.nd-io-timeout")
			})

		It("tells of a remote error or of a cancellation when the peer refuses a request and thereby ends the connection",
			Covers("cq.getresults.receive.nd-remote-error"), func(ctx SpecContext) {
				c, resume := HalfReceived(ctx, Shape{})
				theirs := c.Active.Memory
				Expect(c.Passive.Write(2, c.Passive.Memory.List(0, 8), theirs.Address(0), notTheToken(theirs),
					0)).To(Return(nd2.Success))
				resume()
				Expect(Result(ctx, c.Passive.Initiated)).To(CompleteAsRuled("cq.getresults.remote-access"))
				expectEndOfHalfReceived(ctx, c, "cq.getresults.receive.nd-remote-error")
			})
	})

// expectEndOfHalfReceived judges how the Receive ended by the entry id, unless the
// message was complete before.
func expectEndOfHalfReceived(ctx context.Context, c *Connection, id string) {
	result := Result(ctx, c.Passive.Receives)
	if result.Status == nd2.Success {
		Expect(c.Passive.Memory.Bytes).To(HoldBytes(c.Active.Memory.Bytes),
			"the message of a Receive that is reported as filled")
		Unobservable("the message had arrived as a whole before the connection ended")
	}
	Expect(result).To(CompleteAsRuled(id))
}
