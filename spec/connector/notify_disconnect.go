package connector

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Connector::NotifyDisconnect", func() {
	DescribeTable("completes when the peer disconnects,",
		established(func(ctx SpecContext, a *Attempt) {
			notify := notifyDisconnect(ctx, a.Subject())
			Expect(notify).To(BePending())
			ended := disconnect(ctx, a.Peer())
			Expect(notify).To(CompleteAsRuled("connector.notifydisconnect.nd-success"))
			follow(ctx, a.Subject())
			Expect(ended).To(CompleteWith(nd2.Success))
		}), eachEnd("connector.notifydisconnect.nd-success"))

	It("completes each of several requests in progress", Covers("connector.notifydisconnect.nd-success"),
		Variant("several"), func(ctx SpecContext) {
			a := accepting(ctx)
			a.Establish()
			var requests []*Operation
			for range 3 {
				request := notifyDisconnect(ctx, a.Passive)
				if len(requests) > 0 && request.Returned != nd2.Pending {
					break
				}
				requests = append(requests, request)
			}
			ended := disconnect(ctx, a.Active)
			last := len(requests) - 1
			told := requests[0]
			if last > 0 && told.Wait() == nd2.Canceled { // by the requests that followed, as GetOverlappedResult's page has it
				told = requests[last]
			}
			Expect(told).To(CompleteAsRuled("connector.notifydisconnect.nd-success"))
			for _, request := range requests[1:] {
				request.Wait() // the page does not say that there may be several, nor how another fails
			}
			follow(ctx, a.Passive)
			Expect(ended).To(CompleteWith(nd2.Success))
		})

	DescribeTable("pends for as long as there is a connection,",
		func(ctx SpecContext, prepare preparation) {
			a := prepare(ctx)
			c := a.Establish()
			notify := notifyDisconnect(ctx, a.Subject())
			c.Settle(ctx)
			Expect(notify).To(BePending())
		}, eachEnd("connector.notifydisconnect.nd-pending"))

	DescribeTable("completes when it is called after the peer's Disconnect,",
		established(func(ctx SpecContext, a *Attempt) {
			a.Subject().PostReceives(1, receives(4, a.Subject()), 8)
			first := notifyDisconnect(ctx, a.Subject())
			disconnect(ctx, a.Peer())
			first.Wait()
			Expect(notifyDisconnect(ctx, a.Subject())).To(CompleteAsRuled("connector.notifydisconnect.late"))
		}), eachEnd("connector.notifydisconnect.late"))

	DescribeTable("ends when its own side disconnects, or when it is then canceled,",
		established(func(ctx SpecContext, a *Attempt) {
			notify := notifyDisconnect(ctx, a.Subject())
			part(ctx, a.Subject(), a.Peer())
			Expect(a.Subject().Connector.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(notify).To(CompleteAsRuled("connector.notifydisconnect.own-disconnect"))
		}), eachEnd("connector.notifydisconnect.own-disconnect"))

	DescribeTable("notifies only once of its end,",
		established(func(ctx SpecContext, a *Attempt) {
			notify := notifyDisconnect(ctx, a.Subject())
			part(ctx, a.Subject(), a.Peer())
			own := a.Subject().Connector
			Expect(own.CancelOverlappedRequests()).To(Return(nd2.Success))
			notify.Wait()
			before := notify.Event.Sets()
			Expect(own.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(notify.Event.Sets()).To(Equal(before), "how often the event was set")
		}), eachEnd("connector.notifydisconnect.ends-once"))

	DescribeTable("ends when it is called after its own side's Disconnect,",
		established(func(ctx SpecContext, a *Attempt) {
			part(ctx, a.Subject(), a.Peer())
			notify := notifyDisconnect(ctx, a.Subject())
			Expect(a.Subject().Connector.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(notify).To(CompleteAsRuled("connector.notifydisconnect.after-own-disconnect"))
		}), eachEnd("connector.notifydisconnect.after-own-disconnect"))

	DescribeTable("ends with ND_CANCELED when the client cancels it, and the connection stays,",
		func(ctx SpecContext, prepare preparation) {
			a := prepare(ctx)
			c := a.Establish()
			own := a.Subject()
			notify := notifyDisconnect(ctx, own)
			Expect(own.Connector.CancelOverlappedRequests()).To(Return(nd2.Success))
			Expect(notify).To(CompleteWith(nd2.Canceled))
			c.Settle(ctx)
			again := notifyDisconnect(ctx, own)
			disconnect(ctx, a.Peer())
			Expect(again).To(CompleteAsRuled("connector.notifydisconnect.nd-success"))
		}, eachEnd("connector.notifydisconnect.nd-canceled"))

	When("it has completed", func() {
		It("(for the record): what becomes of the posted requests", Covers("connector.notifydisconnect.flushes-nothing"),
			func(ctx SpecContext) {
				a := Attempting(ctx)
				a.Establish()
				n := receives(4, a.Active)
				a.Active.PostReceives(1, n, 8)
				notify := notifyDisconnect(ctx, a.Active)
				disconnect(ctx, a.Passive)
				notify.Wait()
				Record(fmt.Sprintf("Receives canceled when the peer has disconnected: %d of %d", len(Drain(a.Active.Receives)), n))
			})
	})

	DescribeTable("does not complete before the connection is established,",
		func(ctx SpecContext, prepare preparation) {
			a := prepare(ctx)
			accept := a.Answer(nil)
			notify := notifyDisconnect(ctx, a.Subject())
			Expect(notify.Returned).To(ReturnAsRuled("connector.notifydisconnect.not-before-established"))
			a.Finish(accept).Settle(ctx)
			if notify.Done() {
				Expect(notify).To(CompleteWith(nd2.ConnectionInvalid))
			}
		}, eachEnd("connector.notifydisconnect.not-before-established"))

	DescribeTable("returns ND_CONNECTION_INVALID for a connector that was never connected",
		func(ctx SpecContext, prepare preparation, bring func(a *Attempt)) {
			a := prepare(ctx)
			bring(a)
			Expect(notifyDisconnect(ctx, a.Subject())).To(CompleteWith(nd2.ConnectionInvalid))
		},
		Entry("(it is new)", Covers("connector.notifydisconnect.nd-connection-invalid"), accepting, func(*Attempt) {}),
		Entry("(it is connecting)", Covers("connector.notifydisconnect.nd-connection-invalid"), Variant("connecting"),
			connecting,
			func(a *Attempt) { a.Request(nil) }),
		Entry("(it holds a request)", Covers("connector.notifydisconnect.nd-connection-invalid"), Variant("requested"),
			accepting,
			func(a *Attempt) { a.Request(nil) }),
		Entry("(it was rejected)", Covers("connector.notifydisconnect.nd-connection-invalid"), Variant("rejected"),
			connecting,
			func(a *Attempt) { peerRejects(a).Wait() }),
	)
})
