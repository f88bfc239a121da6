package connector

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// How Accept ends when the connection does not come about, and when it does early.
var _ = Describe("IND2Connector::Accept", func() {
	DescribeTable("fails when the peer abandons the attempt",
		func(ctx SpecContext, abandoned func(ctx SpecContext, a *Attempt) (accept *Operation)) {
			a := Awaiting(ctx)
			Expect(abandoned(ctx, a)).To(CompleteAsRuled("connector.accept.nd-connection-aborted"))
		},
		Entry("by canceling, before Accept", Covers("connector.accept.nd-connection-aborted"), giveUpTimeout,
			func(_ SpecContext, a *Attempt) *Operation {
				connect := a.Request(nil)
				Cancel(a.Active.Connector)
				connect.Wait()
				return a.Accept(nil)
			}),
		Entry("by releasing the connector, before Accept", Covers("connector.accept.nd-connection-aborted"),
			Variant("released-before"), giveUpTimeout,
			func(_ SpecContext, a *Attempt) *Operation {
				release := a.OwnActive()
				a.Request(nil)
				release()
				return a.Accept(nil)
			}),
		Entry("by rejecting, during Accept", Covers("connector.accept.nd-connection-aborted"), Variant("rejected"),
			giveUpTimeout,
			func(_ SpecContext, a *Attempt) *Operation {
				accept := a.Answer(nil)
				Expect(a.Active.Connector.Reject(nil)).To(rejected())
				return accept
			}),
		Entry("by releasing the connector, during Accept", Covers("connector.accept.nd-connection-aborted"),
			Variant("released"), giveUpTimeout,
			func(_ SpecContext, a *Attempt) *Operation {
				release := a.OwnActive()
				accept := a.Answer(nil)
				release()
				return accept
			}),
	)

	It("leaves the queue pair free for another connector when it has failed because the peer had abandoned the attempt",
		Covers("connector.accept.failure-spares-queue-pair"), giveUpTimeout, func(ctx SpecContext) {
			a := Awaiting(ctx)
			for range 2 {
				taker, releaseTaker := a.Passive.Side.OwnConnector()
				b := *a
				b.Active, b.Passive = a.Active.Side.End(Shape{}), &End{}
				*b.Passive = *a.Passive
				b.Passive.Connector = taker
				release := b.OwnActive()
				b.Request(nil)
				release()
				if b.Accept(nil).Wait() == nd2.Success {
					Unobservable("the provider has not heard yet that the peer has abandoned the attempt")
				}
				releaseTaker() // which may be what gives the queue pair back
			}
			a.Establish().Settle(ctx)
		})

	It("leaves the queue pair free for another connector when it has failed because the peer has rejected the answer",
		Covers("connector.accept.failure-spares-queue-pair"), Variant("answered"), giveUpTimeout, func(ctx SpecContext) {
			a := Awaiting(ctx)
			taker, releaseTaker := a.Passive.Side.OwnConnector()
			b := *a
			b.Active, b.Passive = a.Active.Side.End(Shape{}), &End{}
			*b.Passive = *a.Passive
			b.Passive.Connector = taker
			release := b.OwnActive()
			accept := b.Answer(nil)
			Expect(b.Active.Connector.Reject(nil)).To(rejected())
			if accept.Wait() == nd2.Success {
				Unobservable("the provider establishes the connection without the peer")
			}
			release()
			releaseTaker() // which may be what gives the queue pair back
			a.Establish().Settle(ctx)
		})

	It(
		"fails, or has another request to answer, when the peer abandoned its request before GetConnectionRequest "+
			"returned it", Covers("connector.accept.nd-connection-aborted"), Variant("never-taken"), giveUpTimeout,
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			abandoned := a.Connect(nil)
			Cancel(a.Active.Connector)
			if abandoned.Wait() != nd2.Canceled {
				BacklogTooShort(1)
			}
			a = a.Another()
			get, connect := a.Get(), a.Connect(nil)
			Expect(get).To(CompleteWith(nd2.Success))
			accept := a.Accept(nil)
			Until(ctx, "Accept, or the Connect that it answers, to end", func() bool { return accept.Done() || connect.Done() })
			if connect.Done() {
				Expect(connect).To(CompleteWith(nd2.Success))
				a.Finish(accept)
				return
			}
			Expect(accept).To(CompleteAsRuled("connector.accept.nd-connection-aborted"))
		})

	It("ends with ND_CANCELED when the client cancels it", Covers("connector.accept.canceled"), func(ctx SpecContext) {
		a := Awaiting(ctx)
		accept := a.Answer(nil)
		Expect(accept).To(BePending())
		returned := a.Passive.Connector.CancelOverlappedRequests()
		SkipIfNotCanceled(returned)
		Expect(returned).To(Return(nd2.Success))
		Expect(accept).To(CompleteAsRuled("connector.accept.canceled"))
	})

	It("ends with ND_CANCELED when the queue pair's last reference is released in the meantime",
		Covers("connector.accept.nd-canceled"), func(ctx SpecContext) {
			e, release := Local(ctx).OwnEnd()
			a := NewAttempt(ctx, Peer(ctx).End(Shape{}), e)
			accept := a.Answer(nil)
			release()
			expectEnded(ctx, a, accept)
			Expect(accept).To(CompleteWith(nd2.Canceled))
		})

	It("ends with ND_IO_TIMEOUT when the peer cannot be reached", Covers("connector.accept.nd-io-timeout"), giveUpTimeout,
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			a.Request(nil)
			a.Passive.Inject(providers.Fault{Kind: providers.Partition})
			Expect(a.Accept(nil).InTime()).To(CompleteAsRuled("connector.accept.nd-io-timeout"))
		})

	It("ends with ND_IO_TIMEOUT when the peer cannot be reached, even if the peer has received the Accept",
		Covers("connector.accept.nd-io-timeout"), Variant("heard"), giveUpTimeout, func(ctx SpecContext) {
			a := Awaiting(ctx)
			accept := a.Answer(nil)
			a.Passive.Inject(providers.Fault{Kind: providers.Partition})
			Expect(accept.InTime()).To(CompleteAsRuled("connector.accept.nd-io-timeout"))
		})

	When("the peer sends as soon as it has completed the connection", func() {
		It("may complete after the first Receive", Covers("connector.accept.first-receive"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			const size = 16
			sent := a.Active.Memory.Fill(0, size, 5)
			Expect(a.Passive.Receive(1, a.Passive.Memory.List(0, size))).To(Return(nd2.Success))
			accept := a.Answer(nil)
			Expect(a.Complete()).To(CompleteWith(nd2.Success))
			Expect(a.Active.Send(2, a.Active.Memory.List(0, size), 0)).To(Return(nd2.Success))
			received := Result(ctx, a.Passive.Receives)
			Expect(received).To(CompleteWith(nd2.Success))
			Expect(received.BytesTransferred).To(Equal(uint32(size)), "the bytes received")
			Expect(a.Passive.Memory.Bytes[:size]).To(HoldBytes(sent))
			Expect(accept).To(CompleteWith(nd2.Success))
		})

		It("lets the passive side send once the message has arrived", Covers("connector.accept.passive-sends-second"),
			func(ctx SpecContext) {
				a := Awaiting(ctx)
				Expect(a.Passive.Receive(1, nil)).To(Return(nd2.Success))
				Expect(a.Active.Receive(2, nil)).To(Return(nd2.Success))
				c := a.Establish()
				Expect(c.Active.Send(3, nil, 0)).To(Return(nd2.Success))
				Expect(Results(ctx, c.Active.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 3, nd2.Success)))
				Expect(Results(ctx, c.Passive.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 1, nd2.Success)))
				Expect(c.Passive.Send(4, nil, 0)).To(Return(nd2.Success))
				Expect(Results(ctx, c.Passive.Initiated, 1)).To(HaveOutcomes(Outcome(nd2.RequestSend, 4, nd2.Success)))
				Expect(Results(ctx, c.Active.Receives, 1)).To(HaveOutcomes(Outcome(nd2.RequestReceive, 2, nd2.Success)))
			})
	})
})

// expectEnded shows that a request of an attempt has ended by the time that another
// attempt has come to its end. A provider whose connector refers to its queue pair as
// well leaves it pending.
func expectEnded(ctx context.Context, a *Attempt, op *Operation) {
	NewAttempt(ctx, a.Active.Side.End(Shape{}), a.Passive.Side.End(Shape{})).Establish().Settle(ctx)
	Expect(op.EndsBriefly()).To(BeSo("the request to end with its queue pair", "it is still pending"))
}
