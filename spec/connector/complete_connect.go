package connector

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Connector::CompleteConnect", func() {
	It("returns ND_SUCCESS, or returns ND_PENDING and completes, when the peer has accepted",
		Covers("connector.completeconnect.nd-pending"), func(ctx SpecContext) {
			a := Attempting(ctx)
			accept := a.Answer(nil)
			complete := a.Complete()
			Expect(complete.Returned).To(Return(nd2.Pending, nd2.Success))
			Expect(complete).To(CompleteWith(nd2.Success))
			Expect(accept).To(CompleteWith(nd2.Success))
		})

	It("is needed: without it Accept pends, and the active side cannot Send", Covers("connector.completeconnect.required"),
		func(ctx SpecContext) {
			a := Attempting(ctx)
			accept := a.Answer(nil)
			Expect(accept).To(BePending())
			Expect(a.Active.Send(1, nil, 0)).To(ReturnAsRuled("qp.send.nd-connection-invalid"))
			a.Finish(accept).Settle(ctx)
		})

	It("establishes the connection when the peer has accepted", Covers("connector.completeconnect.nd-success"),
		func(ctx SpecContext) {
			a := Attempting(ctx)
			accept := a.Answer(nil)
			Expect(a.Complete()).To(CompleteWith(nd2.Success))
			Expect(accept).To(CompleteWith(nd2.Success))
			(&Connection{Ends: a.Ends}).Settle(ctx)
		})

	DescribeTable("returns ND_CONNECTION_INVALID",
		func(ctx SpecContext, prepare preparation, bring func(a *Attempt)) {
			a := prepare(ctx)
			bring(a)
			c := a.Subject().Connector
			Expect(Start(ctx, c, c.CompleteConnect)).To(CompleteWith(nd2.ConnectionInvalid))
		},
		Entry("for a connector that is only bound", Covers("connector.completeconnect.nd-connection-invalid"), connecting,
			func(*Attempt) {}),
		Entry("before the peer has answered", Covers("connector.completeconnect.nd-connection-invalid"),
			Variant("connecting"), connecting,
			func(a *Attempt) { a.Request(nil) }),
		Entry("after the peer has rejected", Covers("connector.completeconnect.nd-connection-invalid"), Variant("rejected"),
			connecting,
			func(a *Attempt) { peerRejects(a).Wait() }),
		Entry("after this side has rejected", Covers("connector.completeconnect.nd-connection-invalid"), Variant("rejecting"),
			connecting,
			func(a *Attempt) {
				a.Answer(nil)
				Expect(a.Active.Connector.Reject(nil)).To(rejected())
			}),
		Entry("on the passive side, for a connector that holds a request",
			Covers("connector.completeconnect.nd-connection-invalid"), Variant("requested"), accepting,
			func(a *Attempt) { a.Request(nil) }),
		Entry("on the passive side, while it accepts", Covers("connector.completeconnect.nd-connection-invalid"),
			Variant("accepting"), accepting,
			func(a *Attempt) { a.Answer(nil) }),
		Entry("for a connection that is established", Covers("connector.completeconnect.nd-connection-invalid"),
			Variant("connected"), connecting,
			func(a *Attempt) { a.Establish() }),
	)

	It("reports that the peer has given up waiting, or makes a connection that carries nothing",
		Covers("connector.completeconnect.nd-io-timeout", "connector.completeconnect.timeout-is-transient"), giveUpTimeout,
		func(ctx SpecContext) {
			a := Attempting(ctx)
			a.Passive.PostReceives(1, 1, 8)
			accept := a.Answer(nil)
			undo := a.Active.Inject(providers.Fault{Kind: providers.Hold})
			Expect(accept.InTime().Wait()).NotTo(Equal(nd2.Success), "how the peer's Accept ended")
			undo()
			a.Another().Answer(nil) // which makes it likely that the news is there
			complete := a.Complete()
			Expect(complete).To(CompleteAsRuled("connector.completeconnect.nd-io-timeout"))
			if complete.Wait() == nd2.Success {
				if a.Active.Send(2, nil, 0) == nd2.Success {
					Result(ctx, a.Active.Initiated)
				}
				Expect(Statuses(Drain(a.Passive.Receives))).NotTo(ContainElement(nd2.Success), "results of Receives")
			}
			a.Another().Establish().Settle(ctx)
		})

	It("fails with ND_DEVICE_REMOVED when the adapter has been removed",
		Covers("connector.completeconnect.nd-device-removed"), func(ctx SpecContext) {
			a := Attempting(ctx)
			a.Answer(nil)
			a.Active.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(a.Complete()).To(CompleteWith(nd2.DeviceRemoved))
		})
})
