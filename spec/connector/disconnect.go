package connector

import (
	"math/rand/v2"
	"runtime"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
)

var _ = Describe("IND2Connector::Disconnect", func() {
	DescribeTable("ends a connection",
		func(ctx SpecContext, r role) {
			a := r.prepare(ctx)
			a.Establish()
			heard := notifyDisconnect(ctx, r.other(a))
			Expect(disconnect(ctx, r.own(a))).To(CompleteWith(nd2.Success))
			Expect(heard).To(CompleteAsRuled("connector.notifydisconnect.nd-success"))
		}, eachRole("connector.disconnect.nd-success"))

	It("returns ND_SUCCESS, or ND_PENDING and completes", Covers("connector.disconnect.nd-pending"), func(ctx SpecContext) {
		a := Attempting(ctx)
		a.Establish()
		ended := disconnect(ctx, a.Active)
		Expect(ended.Returned).To(Return(nd2.Pending, nd2.Success))
		Expect(ended).To(CompleteWith(nd2.Success))
	})

	DescribeTable("flushes the queue pair",
		func(ctx SpecContext, r role) {
			const n = 8
			a := r.prepare(ctx)
			a.Establish()
			own := r.own(a)
			own.PostReceives(1, n, 8)
			Expect(disconnect(ctx, own)).To(CompleteWith(nd2.Success))
			expectFlushed(ctx, own, n)
		}, eachRole("connector.disconnect.flushes"))

	DescribeTable("succeeds after the peer's, and flushes",
		func(ctx SpecContext, r role) {
			const n = 8
			a := r.prepare(ctx)
			a.Establish()
			own := r.own(a)
			own.PostReceives(1, n, 8)
			notify := notifyDisconnect(ctx, own)
			Expect(disconnect(ctx, r.other(a))).To(CompleteWith(nd2.Success))
			notify.Wait()
			Expect(disconnect(ctx, own)).To(CompleteWith(nd2.Success))
			expectFlushed(ctx, own, n)
		}, eachRole("connector.disconnect.after-peer"))

	When("both sides call it at once", func() {
		It("succeeds on both and flushes both", Covers("connector.disconnect.simultaneous"), func(ctx SpecContext) {
			const n, rounds = 4, 8
			local, peer := Local(ctx), Peer(ctx)
			for round := range rounds {
				random := rand.New(rand.NewPCG(uint64(GinkgoRandomSeed()), uint64(round)))
				a := NewAttempt(ctx, local.End(Shape{}), peer.End(Shape{}))
				a.Establish()
				var both sync.WaitGroup
				for _, e := range []*End{a.Active, a.Passive} {
					e.PostReceives(1, n, 8)
					wait := random.IntN(8)
					both.Go(func() {
						defer GinkgoRecover()
						for range wait {
							runtime.Gosched()
						}
						Expect(disconnect(ctx, e)).To(CompleteWith(nd2.Success))
					})
				}
				both.Wait()
				expectFlushed(ctx, a.Active, n)
				expectFlushed(ctx, a.Passive, n)
			}
		})
	})

	When("it has completed", func() {
		It("leaves a queue pair that cannot be connected again", Covers("connector.disconnect.queue-pair-used-up"), func(ctx SpecContext) {
			a := Attempting(ctx)
			a.Establish()
			Expect(disconnect(ctx, a.Active)).To(CompleteWith(nd2.Success))
			b := NewAttempt(ctx, a.Active, Peer(ctx).End(Shape{}))
			get := b.Get()
			connect := b.Connect(nil)
			Until(ctx, "the Connect to fail, or to reach the peer", func() bool { return connect.Done() || get.Done() })
			Expect(connect.Wait()).To(ReturnFailure())
			Expect(get).To(BePending())
		})

		It("lets the same addresses and ports connect again", Covers("connector.disconnect.frees-addresses"), func(ctx SpecContext) {
			a := Attempting(ctx)
			from := a.Active.Sockaddr(freePort(a.Active.Side))
			for range 3 {
				own, release := a.Active.Side.OwnConnector()
				Expect(own.Bind(from)).To(Return(nd2.Success))
				a.Active.Connector = own
				accept := a.Answer(nil)
				Expect(a.Complete()).To(CompleteWith(nd2.Success))
				Expect(accept).To(CompleteWith(nd2.Success))
				Expect(disconnect(ctx, a.Active)).To(CompleteWith(nd2.Success))
				Expect(disconnect(ctx, a.Passive)).To(CompleteWith(nd2.Success))
				release()
				a = a.Another()
			}
		})
	})

	DescribeTable("returns ND_CONNECTION_INVALID",
		func(ctx SpecContext, r role, bring func(ctx SpecContext, a *Attempt)) {
			a := r.prepare(ctx)
			bring(ctx, a)
			Expect(disconnect(ctx, r.own(a))).To(CompleteWith(nd2.ConnectionInvalid))
		},
		Entry("for a connector that is new", Covers("connector.disconnect.nd-connection-invalid"), accepting, func(SpecContext, *Attempt) {}),
		Entry("for a connector that connects", Covers("connector.disconnect.nd-connection-invalid"), Variant("connecting"), connecting,
			func(_ SpecContext, a *Attempt) { a.Request(nil) }),
		Entry("for a connector that holds a request", Covers("connector.disconnect.nd-connection-invalid"), Variant("requested"), accepting,
			func(_ SpecContext, a *Attempt) { a.Request(nil) }),
		Entry("for a connector that was rejected", Covers("connector.disconnect.nd-connection-invalid"), Variant("rejected"), connecting,
			func(ctx SpecContext, a *Attempt) { peerRejects(a).Wait() }),
		Entry("for a connector that has disconnected", Covers("connector.disconnect.nd-connection-invalid"), Variant("disconnected"), connecting,
			func(ctx SpecContext, a *Attempt) {
				a.Establish()
				Expect(disconnect(ctx, a.Active)).To(CompleteWith(nd2.Success))
			}),
	)

	When("the queue pair's last reference has been released", func() {
		It("has nothing to disconnect", Covers("connector.disconnect.nd-canceled"), func(ctx SpecContext) {
			e, release := Local(ctx).OwnEnd()
			NewAttempt(ctx, e, Peer(ctx).End(Shape{})).Establish()
			release()
			Expect(disconnect(ctx, e)).To(CompleteAsRuled("connector.disconnect.nd-canceled"))
		})
	})

	When("the adapter has been removed", func() {
		It("fails with ND_DEVICE_REMOVED", Covers("connector.disconnect.nd-device-removed"), func(ctx SpecContext) {
			a := Attempting(ctx)
			a.Establish()
			a.Active.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(disconnect(ctx, a.Active)).To(CompleteWith(nd2.DeviceRemoved))
		})
	})
})

// expectFlushed shows that n Receives, of the contexts 1 to n, are canceled in
// order, and that there is no further result.
func expectFlushed(ctx SpecContext, e *End, n int) {
	GinkgoHelper()
	Expect(Results(ctx, e.Receives, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, n), nd2.Canceled)...))
	Expect(Drain(e.Receives)).To(HaveOutcomes())
}
