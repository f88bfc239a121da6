package connector

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// The other end of a connection that an error has ended: specs of the peer's are in folder qp.
var _ = Describe("IND2Connector::NotifyDisconnect, when a request of the same end has failed,", func() {
	DescribeTable("completes, at the latest when the peer disconnects,",
		func(ctx SpecContext, fail func(c *Connection) (nd2.CompletionQueue, nd2.Status)) {
			c := Connect(ctx, Shape{})
			c.Settle(ctx)
			request := notifyDisconnect(ctx, c.Active)
			Expect(request).To(BePending())
			queue, returned := fail(c)
			if returned != nd2.Success {
				Unobservable("the provider finds the fault in the call, which ends no connection")
			}
			if Result(ctx, queue).Status == nd2.Success {
				Unobservable("the request is over once it has been sent")
			}
			ended := disconnect(ctx, c.Passive)
			request.Wait() // whoever asks it for its status: any will do
			follow(ctx, c.Active)
			ended.Wait()
		},
		Entry("a Send", Covers("connector.notifydisconnect.ended-by-own-error"),
			func(c *Connection) (nd2.CompletionQueue, nd2.Status) {
				unregistered := []nd2.SGE{{Buffer: c.Active.Buffer(8), MemoryRegionToken: c.Active.Memory.GetLocalToken()}}
				return c.Active.Initiated, c.Active.Send(1, unregistered, 0)
			}),
		Entry("a Write that the peer's memory does not allow", Covers("connector.notifydisconnect.ended-by-own-error"),
			Variant("write"), func(c *Connection) (nd2.CompletionQueue, nd2.Status) {
				closed := c.Passive.Side.Memory(64, nd2.AllowLocalWrite|nd2.AllowRemoteRead)
				return c.Active.Initiated, c.Active.Write(1, c.Active.Memory.List(0, 8), closed.Address(0),
					closed.GetRemoteToken(), 0)
			}),
		Entry("a Receive that is too short", Covers("connector.notifydisconnect.ended-by-own-error"), Variant("receive"),
			func(c *Connection) (nd2.CompletionQueue, nd2.Status) {
				c.Active.PostReceives(1, 1, 4)
				Expect(c.Passive.Send(1, c.Passive.Memory.List(0, 8), 0)).To(Return(nd2.Success))
				return c.Active.Receives, nd2.Success
			}))

	It("completes if a Read has found out that the peer is gone",
		Covers("connector.notifydisconnect.ended-by-silence"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			c.Settle(ctx)
			request := notifyDisconnect(ctx, c.Active)
			Expect(request).To(BePending())
			c.Active.Inject(providers.Fault{Kind: providers.Partition})
			remote := c.Passive.Memory.Remote()
			returned := c.Active.Read(1, nil, remote.Address, remote.Token, 0)
			Expect(StatusOf(ctx, c.Active.Initiated, returned)).NotTo(Equal(nd2.Success),
				"the status of a Read that nobody can have answered")
			request.Wait() // likewise
		})
})
