package connector

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// A refused call leaves no trace, however often it is repeated.
var _ = Describe("An IND2Connector that has refused a call 150 times", func() {
	It("connects, when it was a Connect with too much private data",
		Covers("connector.connect.retry-after-invalid-buffer-size"), Variant("often"), func(ctx SpecContext) {
			a := Attempting(ctx)
			data := tooMuch(a.Active.Info.MaxCallerData)
			RequestOnce(ctx, a)
			for range Often {
				expectUnnotified(a.Connect(data), nd2.InvalidBufferSize)
			}
			a.Establish().Settle(ctx)
		})

	DescribeTable("accepts, when it was", func(ctx SpecContext, refuse func(a *Attempt, data []byte)) {
		a := Awaiting(ctx)
		data := tooMuch(a.Passive.Info.MaxCalleeData)
		RequestOnce(ctx, a)
		connect := a.Request(nil)
		for range Often {
			refuse(a, data)
		}
		Expect(connect).To(BePending())
		accept := a.Accept(nil)
		Expect(connect).To(CompleteWith(nd2.Success))
		a.Finish(accept).Settle(ctx)
	},
		Entry("an Accept with too much private data", Covers("connector.accept.retry-after-invalid-buffer-size"),
			Variant("often"), func(a *Attempt, data []byte) { expectUnnotified(a.Accept(data), nd2.InvalidBufferSize) }),
		Entry("a Reject with too much private data", Covers("connector.reject.retry-after-invalid-buffer-size"),
			Variant("often"), func(a *Attempt, data []byte) {
				Expect(a.Passive.Connector.Reject(data)).To(Return(nd2.InvalidBufferSize))
			}))

	It("connects, when it was each call that takes a connection", invalidUnconnected, Variant("often-then-connected"),
		func(ctx SpecContext) {
			a := Attempting(ctx)
			RequestOnce(ctx, a)
			expectUnconnected(ctx, a.Active.Connector, Often)
			a.Establish().Settle(ctx)
		})

	It("keeps its address, when it was another Bind", Covers("connector.bind.bound"), Variant("often"),
		func(ctx SpecContext) {
			a := Attempting(ctx)
			own, port, _ := BoundConnector(a.Active.Side)
			RequestOnce(ctx, a)
			for range Often {
				Expect(own.Bind(a.Active.Sockaddr(0))).To(ReturnAsRuled("connector.bind.bound"))
			}
			a.Active.Connector = own
			a.Establish().Settle(ctx)
			Expect(AddressFrom(a.Passive.Connector.GetPeerAddress).Port()).To(Equal(port), "the active connector's port")
		})

	It("leaves a connection alone, when it was a Connect of its queue pair", Covers("connector.accept.one-connection"),
		Variant("often"), func(ctx SpecContext) {
			a := Attempting(ctx)
			other := a.Another()
			RequestOnce(ctx, other)
			c := a.Establish()
			gone := notifyDisconnect(ctx, c.Active)
			for range Often {
				refuseActive(ctx, a)
			}
			Expect(gone).To(BePending())
			c.Settle(ctx)
			other.Request(nil)
		})
})

// refuseActive makes another connector connect the queue pair of the active end, which is connected.
func refuseActive(ctx context.Context, a *Attempt) {
	k, release := a.Active.OwnConnector()
	defer release()
	Bound(k.Bind(a.Active.Sockaddr(0)))
	expectUnnotified(Start(ctx, k, func(o *nd2.Overlapped) nd2.Status {
		return k.Connect(a.Active.QueuePair, a.Address, 0, 0, nil, o)
	}), nd2.ConnectionActive)
}

// expectUnnotified shows that a request fails with a status, and that nothing is notified of it if it does so at once.
func expectUnnotified(request *Operation, status nd2.Status) {
	Expect(request).To(CompleteWith(status))
	if request.Returned != nd2.Pending {
		Expect(request.Event.Sets()).To(BeZero(), "how often the event was set")
	}
}
