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

	It("lets the passive side send once it has a message, although what says that the connection is complete was lost",
		Covers("connector.accept.passive-sends-second"), Variant("unheard"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			if a.Active.Address == a.Passive.Address {
				Unobservable("the adapter is its own peer, and can't be kept from hearing only as the active side")
			}
			Expect(a.Passive.Receive(1, nil)).To(Return(nd2.Success))
			Expect(a.Active.Receive(2, nil)).To(Return(nd2.Success))
			accept := a.Answer(nil)
			release := a.Active.InjectIfPossible(providers.Fault{Kind: providers.Hold}) // or it is told to say so again
			heal := a.Active.InjectIfPossible(providers.Fault{Kind: providers.Partition})
			complete := a.Complete()
			if !complete.EndsBriefly() {
				Unobservable("CompleteConnect waits for the peer")
			}
			Expect(complete).To(CompleteWith(nd2.Success))
			heal()
			Expect(a.Active.Send(3, nil, 0)).To(Return(nd2.Success))
			var received []nd2.Result
			Until(ctx, "the message to arrive, or the Accept to end", func() bool {
				received = Drain(a.Passive.Receives)
				return len(received) > 0 || accept.Done()
			})
			if len(received) == 0 {
				Unobservable("the passive side does without the message that is lost, or has given up")
			}
			Expect(received).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
			Expect(a.Passive.Send(4, nil, 0)).To(Return(nd2.Success))
			release()
			Expect(Results(ctx, a.Passive.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 4, nd2.Success)))
			Expect(Results(ctx, a.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 3, nd2.Success)))
			Expect(Results(ctx, a.Active.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 2, nd2.Success)))
			Expect(accept).To(CompleteWith(nd2.Success))
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
