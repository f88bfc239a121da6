package connector

import (
	"context"
	"math/rand/v2"
	"runtime"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("IND2Connector::Disconnect", Pin(ReceiveQueue, "it ends no Receives of a shared queue"), func() {
	DescribeTable("ends a connection,",
		established(func(ctx SpecContext, a *Attempt) {
			heard := notifyDisconnect(ctx, a.Peer())
			ended := disconnect(ctx, a.Subject())
			Expect(heard).To(CompleteAsRuled("connector.notifydisconnect.nd-success"))
			follow(ctx, a.Peer())
			Expect(ended).To(CompleteWith(nd2.Success))
		}), eachEnd("connector.disconnect.nd-success"))

	It("returns ND_SUCCESS, or returns ND_PENDING and completes", Covers("connector.disconnect.nd-pending"),
		func(ctx SpecContext) {
			a := Attempting(ctx)
			a.Establish()
			ended := disconnect(ctx, a.Active)
			Expect(ended.Returned).To(Return(nd2.Pending, nd2.Success))
			follow(ctx, a.Passive)
			Expect(ended).To(CompleteWith(nd2.Success))
		})

	DescribeTable("flushes the queue pair,",
		func(ctx SpecContext, prepare preparation) {
			a := prepare(ctx)
			for _, posted := range []int{8, 1} {
				a = a.Another()
				a.Establish()
				own := a.Subject()
				n := receives(posted, own)
				own.PostReceives(1, n, 8)
				part(ctx, own, a.Peer())
				expectFlushed(ctx, own, n)
			}
		}, eachEnd("connector.disconnect.flushes"))

	DescribeTable("flushes the queue pair, although the peer can't be reached,",
		func(ctx SpecContext, prepare preparation) {
			a := prepare(ctx)
			a.Establish().Settle(ctx)
			own := a.Subject()
			if !own.CanInject(providers.Partition) {
				Unobservable("the provider cannot cut its adapter off from the network")
			}
			n := receives(8, own)
			own.PostReceives(1, n, 8)
			heal := own.Inject(providers.Fault{Kind: providers.Partition})
			disconnect(ctx, own).InTime()
			expectFlushed(ctx, own, n)
			heal()
			disconnect(ctx, a.Peer()).InTime() // from a side that has forgotten it
		},
		Entry("on the active side", Covers("connector.disconnect.flushes"), Variant("unreachable"), giveUpTimeout,
			connecting),
		Entry("on the passive side", Covers("connector.disconnect.flushes"), Variant("passive-unreachable"),
			giveUpTimeout, accepting))

	DescribeTable("succeeds after the peer's Disconnect, and flushes the queue pair,",
		func(ctx SpecContext, prepare preparation) {
			a := prepare(ctx)
			for _, posted := range []int{8, 1} {
				a = a.Another()
				a.Establish()
				own := a.Subject()
				n := receives(posted, own)
				own.PostReceives(1, n, 8)
				heard := notifyDisconnect(ctx, own)
				ended := disconnect(ctx, a.Peer())
				heard.Wait()
				Expect(disconnect(ctx, own)).To(CompleteAsRuled("connector.disconnect.after-peer"))
				Expect(ended).To(CompleteWith(nd2.Success))
				expectFlushed(ctx, own, n)
			}
		}, eachEnd("connector.disconnect.after-peer"))

	It("succeeds on both sides and flushes both when they call it at once", Covers("connector.disconnect.simultaneous"),
		func(ctx SpecContext) {
			const rounds = 8
			local, peer := Local(ctx), Peer(ctx)
			for round := range rounds {
				random := rand.New(rand.NewPCG(uint64(GinkgoRandomSeed()), uint64(round)))
				a := NewAttempt(ctx, local.End(Shape{}), peer.End(Shape{}))
				a.Establish()
				var both []<-chan struct{}
				for _, e := range []*End{a.Active, a.Passive} {
					e.PostReceives(1, receives(4, e), 8)
				}
				for _, e := range []*End{a.Active, a.Passive} {
					wait := random.IntN(8)
					both = append(both, InBackground(ctx, func() {
						for range wait {
							runtime.Gosched()
						}
						Expect(disconnect(ctx, e)).To(CompleteAsRuled("connector.disconnect.simultaneous"))
					}))
				}
				for _, over := range both {
					<-over
				}
				for _, e := range []*End{a.Active, a.Passive} {
					expectFlushed(ctx, e, receives(4, e))
				}
			}
		})

	It("succeeds on both sides and flushes both when neither has heard of the other's",
		Covers("connector.disconnect.simultaneous"), Variant("crossing"), func(ctx SpecContext) {
			a := Attempting(ctx)
			a.Establish().Settle(ctx)
			ends := []*End{a.Active, a.Passive}
			var releases []func()
			for _, e := range ends {
				e.PostReceives(1, receives(4, e), 8)
				releases = append(releases, e.InjectIfPossible(providers.Fault{Kind: providers.Hold}))
			}
			var both []*Operation
			for _, e := range ends {
				both = append(both, disconnect(ctx, e))
			}
			for _, release := range releases {
				release()
			}
			for i, e := range ends {
				Expect(both[i]).To(CompleteAsRuled("connector.disconnect.simultaneous"))
				expectFlushed(ctx, e, receives(4, e))
			}
		})

	DescribeTable("leaves nothing for the peer to Read,",
		func(ctx SpecContext, prepare preparation) {
			a := prepare(ctx)
			a.Establish().Settle(ctx)
			own, other := a.Subject(), a.Peer()
			disconnected(ctx, own, other)
			from := own.Memory.Remote()
			returned := other.Read(1, other.Memory.List(0, 8), from.Address, from.Token, 0)
			follow(ctx, other) // which may be what cancels it
			Expect(StatusOf(ctx, other.Initiated, returned)).NotTo(Equal(nd2.Success),
				"the status of a Read from a side that has disconnected")
		}, eachEnd("connector.disconnect.ends-reading"))

	DescribeTable("leaves nothing for the peer to Write,",
		func(ctx SpecContext, prepare preparation) {
			a := prepare(ctx)
			a.Establish().Settle(ctx)
			another := a.Another().Establish()
			own, other := a.Subject(), a.Peer()
			disconnected(ctx, own, other)
			to, size := own.Memory.Remote(), 64
			kept := own.Memory.Fill(0, size, 1) // for the memory is the client's to use again
			other.Memory.Fill(0, size, 2)
			returned := other.Write(1, other.Memory.List(0, size), to.Address, to.Token, 0)
			another.Settle(ctx) // on the way that the Write's data would take
			Expect(own.Memory.Bytes[:size]).To(HoldBytes(kept))
			follow(ctx, other)
			EndOf(ctx, other.Initiated, returned) // with success, too, if its data has been sent
			Expect(own.Memory.Bytes[:size]).To(HoldBytes(kept))
		}, eachEnd("connector.disconnect.ends-writing"))

	When("it has completed", func() {
		It("leaves a queue pair that cannot be connected again", Covers("connector.disconnect.queue-pair-used-up"),
			func(ctx SpecContext) {
				a := Attempting(ctx)
				a.Establish()
				part(ctx, a.Active, a.Passive)
				b := NewAttempt(ctx, a.Active, Peer(ctx).End(Shape{}))
				get := b.Get()
				connect := b.Connect(nil)
				Until(ctx, "the Connect to fail, or to reach the peer", func() bool { return connect.Done() || get.Done() })
				if get.Done() { // the provider may look at its queue pair once it is accepted only
					b.Accept(nil)
					if connect.Wait() == nd2.Success {
						connect = b.Complete()
					}
				}
				Expect(connect.Wait()).To(ReturnFailure())
			})

		It("lets the same addresses and ports be connected again", Covers("connector.disconnect.frees-addresses"),
			func(ctx SpecContext) {
				a := Attempting(ctx)
				own, port, release := BoundConnector(a.Active.Side)
				a.Active.Connector = own
				accept := a.Answer(nil)
				Expect(a.Complete()).To(CompleteWith(nd2.Success))
				Expect(accept).To(CompleteWith(nd2.Success))
				part(ctx, a.Active, a.Passive)
				release()

				a = a.Another()
				a.Active.Connector = RebindConnector(ctx, a.Active.Side, a.Active.Sockaddr(port))
				a.Establish().Settle(ctx)
			})
	})

	DescribeTable("returns ND_CONNECTION_INVALID",
		func(ctx SpecContext, prepare preparation, bring func(ctx SpecContext, a *Attempt)) {
			a := prepare(ctx)
			bring(ctx, a)
			Expect(disconnect(ctx, a.Subject())).To(CompleteWith(nd2.ConnectionInvalid))
		},
		Entry("for a connector that is new", Covers("connector.disconnect.nd-connection-invalid"), accepting,
			func(SpecContext, *Attempt) {}),
		Entry("for a connector that is connecting", Covers("connector.disconnect.nd-connection-invalid"),
			Variant("connecting"), connecting,
			func(_ SpecContext, a *Attempt) { a.Request(nil) }),
		Entry("for a connector that holds a request", Covers("connector.disconnect.nd-connection-invalid"),
			Variant("requested"), accepting,
			func(_ SpecContext, a *Attempt) { a.Request(nil) }),
		Entry("for a connector that was rejected", Covers("connector.disconnect.nd-connection-invalid"), Variant("rejected"),
			connecting,
			func(ctx SpecContext, a *Attempt) { peerRejects(a).Wait() }),
		Entry("for a connector that has disconnected", Covers("connector.disconnect.nd-connection-invalid"),
			Variant("disconnected"), connecting,
			func(ctx SpecContext, a *Attempt) {
				a.Establish()
				part(ctx, a.Active, a.Passive)
			}),
	)

	It("has nothing to disconnect when the queue pair's last reference has been released",
		Covers("connector.disconnect.nd-canceled"), func(ctx SpecContext) {
			e, release := Local(ctx).OwnEnd()
			c := NewAttempt(ctx, e, Peer(ctx).End(Shape{})).Establish()
			release()
			ended := disconnect(ctx, e)
			disconnect(ctx, c.Passive).Wait()
			Record("Disconnect once the queue pair has been released: " + ended.Wait().String())
		})

	It("fails with ND_DEVICE_REMOVED when the adapter has been removed", Covers("connector.disconnect.nd-device-removed"),
		func(ctx SpecContext) {
			a := Attempting(ctx)
			a.Establish()
			a.Active.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(disconnect(ctx, a.Active)).To(CompleteWith(nd2.DeviceRemoved))
		})
})

// disconnected disconnects an end, and waits until its Disconnect and the other end's NotifyDisconnect have succeeded.
func disconnected(ctx context.Context, own, other *End) {
	heard := notifyDisconnect(ctx, other)
	ended := disconnect(ctx, own)
	heard.Wait()
	if !ended.Done() { // it may wait for the peer's client
		follow(ctx, other)
	}
	Expect(ended).To(CompleteWith(nd2.Success))
}
