package qp

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("An IND2QueuePair whose peer is gone", func() {
	It("finds out through a Read of no bytes that the network delivers nothing any more",
		Covers("qp.read.empty-finds-dead-peer"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			c.Settle(ctx)
			c.Active.Inject(providers.Fault{Kind: providers.Partition})
			remote := c.Passive.Memory.Remote()
			returned := c.Active.Read(1, nil, remote.Address, remote.Token, 0)
			Expect(StatusOf(ctx, c.Active.Initiated, returned)).NotTo(Equal(nd2.Success),
				"the status of a Read that nobody can have answered")
		})

	When("it has disconnected itself", func() {
		It("(for the record): given a Receive afterwards", Covers("qp.receive.after-disconnect"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			Expect(c.Part(ctx, c.Active)).To(CompleteWith(nd2.Success))
			returned := c.Active.Receive(1, nil)
			if returned != nd2.Success {
				Record(fmt.Sprintf("A Receive after Disconnect returns %v.", returned))
				return
			}
			Record(fmt.Sprintf("A Receive after Disconnect is taken; %d results are queued then.",
				len(Drain(c.Active.Receives))))
		})
	})
})
