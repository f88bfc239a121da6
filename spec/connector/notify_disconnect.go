package connector

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

var _ = Describe("IND2Connector::NotifyDisconnect", func() {
	DescribeTable("completes when the peer disconnects",
		func(ctx SpecContext, r role) {
			a := r.prepare(ctx)
			a.Establish()
			notify := notifyDisconnect(ctx, r.own(a))
			Expect(notify).To(BePending())
			Expect(disconnect(ctx, r.other(a))).To(CompleteWith(nd2.Success))
			Expect(notify).To(CompleteAsRuled("connector.notifydisconnect.nd-success"))
		}, eachRole("connector.notifydisconnect.nd-success"))

	DescribeTable("pends as long as there is a connection",
		func(ctx SpecContext, r role) {
			a := r.prepare(ctx)
			c := a.Establish()
			notify := notifyDisconnect(ctx, r.own(a))
			c.Settle(ctx)
			Expect(notify).To(BePending())
		}, eachRole("connector.notifydisconnect.nd-pending"))

	DescribeTable("completes when it comes late",
		func(ctx SpecContext, r role) {
			a := r.prepare(ctx)
			a.Establish()
			first := notifyDisconnect(ctx, r.own(a))
			Expect(disconnect(ctx, r.other(a))).To(CompleteWith(nd2.Success))
			first.Wait()
			Expect(notifyDisconnect(ctx, r.own(a))).To(CompleteAsRuled("connector.notifydisconnect.late"))
		}, eachRole("connector.notifydisconnect.late"))

	When("the peer releases its queue pair", func() {
		It("completes", Covers("connector.notifydisconnect.released-queue-pair"), func(ctx SpecContext) {
			e, release := Peer(ctx).OwnEnd()
			a := NewAttempt(ctx, e, Local(ctx).End(Shape{}))
			a.Establish()
			notify := notifyDisconnect(ctx, a.Passive)
			Expect(notify).To(BePending())
			release()
			Expect(notify).To(CompleteAsRuled("connector.notifydisconnect.released-queue-pair"))
		})
	})

	DescribeTable("ends once when its own side disconnects",
		func(ctx SpecContext, r role) {
			a := r.prepare(ctx)
			a.Establish()
			notify := notifyDisconnect(ctx, r.own(a))
			Expect(disconnect(ctx, r.own(a))).To(CompleteWith(nd2.Success))
			Expect(r.own(a).Connector.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(notify).To(CompleteAsRuled("connector.notifydisconnect.own-disconnect"))
			Expect(notify.Event.Sets()).To(Equal(1), "how often the event was set")
		}, eachRole("connector.notifydisconnect.own-disconnect"))

	DescribeTable("ends when it comes after its own side's Disconnect",
		func(ctx SpecContext, r role) {
			a := r.prepare(ctx)
			a.Establish()
			Expect(disconnect(ctx, r.own(a))).To(CompleteWith(nd2.Success))
			notify := notifyDisconnect(ctx, r.own(a))
			Expect(r.own(a).Connector.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(notify).To(CompleteAsRuled("connector.notifydisconnect.after-own-disconnect"))
		}, eachRole("connector.notifydisconnect.after-own-disconnect"))

	When("the client cancels it", func() {
		It("ends with ND_CANCELED, and the connection stays", Covers("connector.notifydisconnect.nd-canceled"), func(ctx SpecContext) {
			a := Attempting(ctx)
			c := a.Establish()
			notify := notifyDisconnect(ctx, a.Active)
			Expect(a.Active.Connector.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(notify).To(CompleteWith(nd2.Canceled))
			c.Settle(ctx)
			again := notifyDisconnect(ctx, a.Active)
			Expect(disconnect(ctx, a.Passive)).To(CompleteWith(nd2.Success))
			Expect(again).To(CompleteAsRuled("connector.notifydisconnect.nd-success"))
		})
	})

	When("it has completed", func() {
		It("has left the requests posted", Covers("connector.notifydisconnect.flushes-nothing"), func(ctx SpecContext) {
			a := Attempting(ctx)
			a.Establish()
			a.Active.PostReceives(1, 4, 8)
			notify := notifyDisconnect(ctx, a.Active)
			Expect(disconnect(ctx, a.Passive)).To(CompleteWith(nd2.Success))
			notify.Wait()
			Expect(Drain(a.Active.Receives)).To(HaveOutcomes())
		})
	})

	DescribeTable("returns ND_CONNECTION_INVALID for a connector that was never connected",
		func(ctx SpecContext, r role, bring func(a *Attempt)) {
			a := r.prepare(ctx)
			bring(a)
			Expect(notifyDisconnect(ctx, r.own(a))).To(CompleteWith(nd2.ConnectionInvalid))
		},
		Entry("but is new", Covers("connector.notifydisconnect.nd-connection-invalid"), accepting, func(*Attempt) {}),
		Entry("but connects", Covers("connector.notifydisconnect.nd-connection-invalid"), Variant("connecting"), connecting,
			func(a *Attempt) { a.Request(nil) }),
		Entry("but holds a request", Covers("connector.notifydisconnect.nd-connection-invalid"), Variant("requested"), accepting,
			func(a *Attempt) { a.Request(nil) }),
		Entry("but was rejected", Covers("connector.notifydisconnect.nd-connection-invalid"), Variant("rejected"), connecting,
			func(a *Attempt) { peerRejects(a).Wait() }),
	)
})
