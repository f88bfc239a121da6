package connector

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// What becomes of a connection if the network loses what a method sends first.
var _ = Describe("An IND2Connector over a network that loses packets", func() {
	It("connects, although the first request is lost", Covers("connector.connect.sent-again"), LongTimeout,
		func(ctx SpecContext) {
			a := Attempting(ctx)
			get := a.Get()
			connect := losing(a.Active, func() *Operation { return a.Connect(nil) })
			UntilEnd(ctx, get, "the Connect to fail", connect.Done)
			if !get.Done() {
				Expect(connect).To(CompleteAsRuled("connector.connect.sent-again"))
			}
			Expect(get).To(CompleteWith(nd2.Success))
			accept := a.Accept(nil)
			Expect(connect).To(CompleteAsRuled("connector.connect.sent-again"))
			a.Finish(accept).Settle(ctx)
		})

	It("accepts, although the first answer is lost", Covers("connector.accept.sent-again"), LongTimeout,
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			connect := a.Request(nil)
			accept := losing(a.Passive, func() *Operation { return a.Accept(nil) })
			Expect(connect).To(CompleteAsRuled("connector.accept.sent-again"))
			a.Finish(accept).Settle(ctx)
		})

	It("completes a connection, although the first message to the peer is lost",
		Covers("connector.completeconnect.sent-again"), LongTimeout, func(ctx SpecContext) {
			a := Attempting(ctx)
			accept := a.Answer(nil)
			complete := losing(a.Active, a.Complete)
			Expect(complete).To(CompleteWith(nd2.Success))
			Expect(accept).To(CompleteAsRuled("connector.completeconnect.sent-again"))
			(&Connection{Ends: a.Ends}).Settle(ctx)
		})

	It("completes a connection, although the first message to the peer is lost and it disconnects at once",
		Covers("connector.completeconnect.sent-again"), Variant("disconnects"), LongTimeout, func(ctx SpecContext) {
			a := Attempting(ctx)
			accept := a.Answer(nil)
			complete := losing(a.Active, a.Complete)
			Expect(complete).To(CompleteWith(nd2.Success))
			ended := disconnect(ctx, a.Active)
			if s := accept.Wait(); s == nd2.ConnectionAborted || s == nd2.ConnectionRefused {
				return // there is no connection any more
			}
			Expect(accept).To(CompleteAsRuled("connector.completeconnect.sent-again"))
			Expect(notifyDisconnect(ctx, a.Passive)).To(CompleteAsRuled("connector.notifydisconnect.late"))
			follow(ctx, a.Passive)
			Expect(ended).To(CompleteWith(nd2.Success))
		})

	It("rejects, although the first answer is lost", Covers("connector.reject.sent-again"), LongTimeout,
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			connect := a.Request(nil)
			losing(a.Passive, func() *Operation {
				Expect(a.Passive.Connector.Reject(nil)).To(rejected())
				return nil
			})
			Expect(connect).To(CompleteAsRuled("connector.reject.sent-again"))
		})

	DescribeTable("disconnects, although the first message to the peer is lost,",
		func(ctx SpecContext, prepare preparation) {
			a := prepare(ctx)
			a.Establish().Settle(ctx)
			notify := notifyDisconnect(ctx, a.Peer())
			Expect(notify).To(BePending())
			ended := losing(a.Subject(), func() *Operation { return disconnect(ctx, a.Subject()) })
			Expect(notify).To(CompleteAsRuled("connector.disconnect.sent-again"))
			follow(ctx, a.Peer())
			ended.Wait()
		},
		Entry("on the active side", Covers("connector.disconnect.sent-again"), connecting),
		Entry("on the passive side", Covers("connector.disconnect.sent-again"), Variant("passive"), accepting))
})

// losing calls a method of an end's, and cuts the end's adapter off from the network as long as the call lasts.
func losing(e *End, call func() *Operation) *Operation {
	heal := e.Inject(providers.Fault{Kind: providers.Partition})
	defer heal()
	return call()
}
