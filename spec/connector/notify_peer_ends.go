package connector

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// How a peer may end a connection without a Disconnect, whichever side it is.
var _ = Describe("IND2Connector::NotifyDisconnect", func() {
	DescribeTable("completes when the peer releases",
		func(ctx SpecContext, establish establishing, posted int, flushed, connectorFirst bool) {
			other, ending, releaseQueuePair, releaseConnector := establish(ctx)
			if posted > 0 {
				ending.PostReceives(1, receives(posted, ending), 8)
			}
			notify := notifyDisconnect(ctx, other)
			Expect(notify).To(BePending())
			if flushed {
				Expect(ending.Flush()).To(Return(nd2.Success))
			}
			if connectorFirst {
				releaseConnector()
				releaseQueuePair()
			} else {
				releaseQueuePair()
				releaseConnector() // the connector may hold a reference to the queue pair
			}
			Expect(notify).To(CompleteAsRuled("connector.notifydisconnect.released-queue-pair"))
		},
		Entry("its queue pair", Covers("connector.notifydisconnect.released-queue-pair"), activeReleases, 0, false, false),
		Entry("its queue pair with Receives posted", Covers("connector.notifydisconnect.released-queue-pair"),
			Variant("posted"), activeReleases, 2, false, false),
		Entry("its connector, and then the queue pair", Covers("connector.notifydisconnect.released-queue-pair"),
			Variant("connector-first"), activeReleases, 0, false, true),
		Entry("its queue pair, as the passive side", Covers("connector.notifydisconnect.released-queue-pair"),
			Variant("passive"), passiveReleases, 0, false, false),
		Entry("its queue pair with Receives posted, as the passive side",
			Covers("connector.notifydisconnect.released-queue-pair"), Variant("passive-posted"), passiveReleases, 2, false,
			false),
		Entry("its connector, and then the queue pair, as the passive side",
			Covers("connector.notifydisconnect.released-queue-pair"), Variant("passive-connector-first"), passiveReleases, 0,
			false, true),
		Entry("its queue pair, which it has flushed", Covers("connector.notifydisconnect.released-queue-pair"),
			Variant("flushed"), activeReleases, 2, true, false),
		Entry("its connector, and then the queue pair, which it has flushed",
			Covers("connector.notifydisconnect.released-queue-pair"), Variant("flushed-connector-first"), activeReleases, 2,
			true, true),
		Entry("its queue pair, which it has flushed, as the passive side",
			Covers("connector.notifydisconnect.released-queue-pair"), Variant("passive-flushed"), passiveReleases, 2, true,
			false),
	)

	DescribeTable("completes when the peer disconnects and has flushed its queue pair before,",
		established(func(ctx SpecContext, a *Attempt) {
			heard := notifyDisconnect(ctx, a.Subject())
			Expect(heard).To(BePending())
			Expect(a.Peer().Flush()).To(Return(nd2.Success))
			ended := disconnect(ctx, a.Peer())
			Expect(heard).To(CompleteAsRuled("connector.notifydisconnect.nd-success"))
			follow(ctx, a.Subject())
			Expect(ended).To(CompleteWith(nd2.Success))
		}),
		Entry("on the active side", Covers("connector.notifydisconnect.nd-success"), Variant("flushed"), connecting),
		Entry("on the passive side", Covers("connector.notifydisconnect.nd-success"), Variant("passive-flushed"), accepting))

	It("completes when the peer has abandoned its Accept before CompleteConnect heard of it",
		Covers("connector.notifydisconnect.abandoned-accept"), func(ctx SpecContext) {
			a := Attempting(ctx)
			accept := a.Answer(nil)
			if a.Active.Address == a.Passive.Address {
				Unobservable("the adapter is its own peer, and can't be kept from hearing only as an initiator")
			}
			undo := a.Active.Inject(providers.Fault{Kind: providers.Hold})
			Cancel(a.Passive.Connector)
			if !accept.EndsBriefly() {
				Unobservable("the peer's Accept does not end while this side hears nothing")
			}
			complete := a.Complete()
			if !complete.EndsBriefly() {
				undo()
			}
			if complete.Wait() != nd2.Success {
				return // it says itself that there is no connection
			}
			heard := notifyDisconnect(ctx, a.Active)
			undo()
			if heard.Wait() == nd2.ConnectionInvalid {
				return
			}
			Expect(heard).To(CompleteAsRuled("connector.notifydisconnect.abandoned-accept"))
		})

	DescribeTable("completes when a request of the peer's fails through its own fault",
		func(ctx SpecContext, connect func(ctx SpecContext) (other, failing *End)) {
			other, failing := connect(ctx)
			notify := notifyDisconnect(ctx, other)
			Expect(notify).To(BePending())
			unregistered := []nd2.SGE{{Buffer: failing.Buffer(8), MemoryRegionToken: failing.Memory.GetLocalToken()}}
			if returned := failing.Send(1, unregistered, 0); returned != nd2.Success {
				Unobservable("the provider finds the fault in the call, which ends no connection")
			}
			Expect(Result(ctx, failing.Initiated).Status).NotTo(Equal(nd2.Success), "the status of the Send")
			Expect(notify).To(CompleteAsRuled("connector.notifydisconnect.ended-by-error"))
		},
		Entry("(it is the active side)", Covers("connector.notifydisconnect.ended-by-error"),
			func(ctx SpecContext) (other, failing *End) {
				c := Connect(ctx, Shape{})
				c.Settle(ctx)
				return c.Passive, c.Active
			}),
		Entry("(it is the passive side)", Covers("connector.notifydisconnect.ended-by-error"), Variant("passive"),
			func(ctx SpecContext) (other, failing *End) {
				c := Connect(ctx, Shape{})
				c.Settle(ctx)
				return c.Active, c.Passive
			}),
	)
})

// An establishing makes a connection; the spec then releases one of its ends.
type establishing = func(ctx SpecContext) (other, ending *End, releaseQueuePair, releaseConnector func())

// activeReleases makes the adapter under test accept.
func activeReleases(ctx SpecContext) (other, ending *End, releaseQueuePair, releaseConnector func()) {
	ending, releaseQueuePair = Peer(ctx).OwnEnd()
	c, releaseConnector := NewAttempt(ctx, ending, Local(ctx).End(Shape{})).EstablishOwn()
	return c.Passive, ending, releaseQueuePair, releaseConnector
}

// passiveReleases makes the adapter under test connect.
func passiveReleases(ctx SpecContext) (other, ending *End, releaseQueuePair, releaseConnector func()) {
	ending, releaseQueuePair = Peer(ctx).OwnEnd()
	c, releaseConnector := NewAttempt(ctx, Local(ctx).End(Shape{}), ending).EstablishOwnPassive()
	return c.Active, ending, releaseQueuePair, releaseConnector
}
