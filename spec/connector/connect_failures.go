package connector

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// How Connect fails, and what can be done then.
var _ = Describe("IND2Connector::Connect", func() {
	DescribeTable("ends with ND_CONNECTION_REFUSED, or without an answer",
		func(ctx SpecContext, refused func(a *Attempt) *Operation) {
			Expect(refused(Attempting(ctx)).InTime()).To(CompleteWith(nd2.ConnectionRefused, nd2.IOTimeout))
		},
		Entry("where nobody listens", Covers("connector.connect.nd-connection-refused"), patience, nobodyListens),
		Entry("where the listener has gone", Covers("connector.connect.nd-connection-refused"), Variant("listener-gone"), patience, listenerGone),
	)

	When("the peer rejects", func() {
		It("ends with ND_CONNECTION_REFUSED", Covers("connector.connect.nd-connection-refused"), Variant("rejected"), func(ctx SpecContext) {
			Expect(peerRejects(Attempting(ctx))).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
		})
	})

	DescribeTable("can be tried again with the same connector after ND_CONNECTION_REFUSED",
		func(ctx SpecContext, refused func(a *Attempt) *Operation) {
			a := Attempting(ctx)
			again := *a
			refused(a).Wait()
			again.Passive.Connector = again.Passive.Side.Connector()
			again.Establish().Settle(ctx)
		},
		Entry("for want of a listener", Covers("connector.connect.retry-after-connection-refused"), Variant("no-listener"), nobodyListens),
		Entry("by a Reject", Covers("connector.connect.retry-after-connection-refused"), peerRejects),
	)

	When("it has failed", func() {
		It("leaves the queue pair as it was", Covers("connector.connect.failure-spares-queue-pair"), func(ctx SpecContext) {
			a := Attempting(ctx)
			n := receives(2, a.Active)
			a.Active.PostReceives(1, n, 8)
			Expect(peerRejects(a)).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
			Expect(Drain(a.Active.Receives)).To(HaveOutcomes())
			c := a.Anew().Establish()

			c.Passive.PostReceives(1, 1, 8)
			Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
			Expect(Result(ctx, c.Passive.Receives)).To(CompleteWith(nd2.Success))
			for range n {
				Expect(c.Passive.Send(2, nil, 0)).To(Return(nd2.Success))
				Expect(Result(ctx, c.Passive.Initiated)).To(CompleteWith(nd2.Success))
			}
			Expect(Results(ctx, c.Active.Receives, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, n), nd2.Success)...))
		})
	})

	DescribeTable("says what the network says",
		func(ctx SpecContext, kind providers.FaultKind, status nd2.Status) {
			a := Attempting(ctx)
			get := a.Get()
			a.Active.Inject(providers.Fault{Kind: kind})
			Expect(a.Connect(nil)).To(CompleteWith(status))
			Expect(get).To(BePending())
		},
		Entry("with ND_NETWORK_UNREACHABLE", Covers("connector.connect.nd-network-unreachable"), providers.NetworkUnreachable, nd2.NetworkUnreachable),
		Entry("with ND_HOST_UNREACHABLE", Covers("connector.connect.nd-host-unreachable"), providers.HostUnreachable, nd2.HostUnreachable),
	)

	DescribeTable("can be tried again with the same connector once there is a way",
		func(ctx SpecContext, kind providers.FaultKind) {
			a := Attempting(ctx)
			undo := a.Active.Inject(providers.Fault{Kind: kind})
			a.Connect(nil).Wait()
			undo()
			a.Establish().Settle(ctx)
		},
		Entry("after ND_NETWORK_UNREACHABLE", Covers("connector.connect.retry-after-unreachable"), Variant("network"), providers.NetworkUnreachable),
		Entry("after ND_HOST_UNREACHABLE", Covers("connector.connect.retry-after-unreachable"), providers.HostUnreachable),
	)

	When("there is no answer", func() {
		It("ends with ND_IO_TIMEOUT", Covers("connector.connect.nd-io-timeout"), patience, func(ctx SpecContext) {
			a := Attempting(ctx)
			a.Active.Inject(providers.Fault{Kind: providers.Partition})
			Expect(a.Connect(nil).InTime()).To(CompleteAsRuled("connector.connect.nd-io-timeout"))
		})

		It("can be tried again with the same connector later", Covers("connector.connect.retry-after-io-timeout"), patience, func(ctx SpecContext) {
			a := Attempting(ctx)
			undo := a.Active.Inject(providers.Fault{Kind: providers.Partition})
			a.Connect(nil).InTime()
			undo()
			a.Establish().Settle(ctx)
		})
	})
})

// nobodyListens connects to a port of the peer at which nobody listens.
func nobodyListens(a *Attempt) *Operation {
	GinkgoHelper()
	nowhere := *a
	_, port, _ := a.Passive.Side.BoundListener()
	nowhere.Address = a.Passive.Sockaddr(port)
	return nowhere.Connect(nil)
}

// listenerGone connects to where a listener was that has been released.
func listenerGone(a *Attempt) *Operation {
	GinkgoHelper()
	l, release := a.Passive.Side.OwnListener()
	Expect(l.Bind(a.Passive.Sockaddr(0))).To(Return(nd2.Success))
	Expect(l.Listen(0)).To(Return(nd2.Success))
	a.Address = a.Passive.Sockaddr(AddressFrom(l.GetLocalAddress).Port())
	release()
	return a.Connect(nil)
}

// peerRejects connects to a peer that rejects.
func peerRejects(a *Attempt) *Operation {
	GinkgoHelper()
	connect := a.Request(nil)
	Expect(a.Passive.Connector.Reject(nil)).To(rejected())
	return connect
}
