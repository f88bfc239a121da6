package connector

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// How an attempt is abandoned.
var _ = Describe("IND2Connector::Connect", func() {
	It(
		"ends with ND_CANCELED when the client cancels it before the peer has taken the request, and another connector can "+
			"connect the queue pair", Covers("connector.connect.canceled"), func(ctx SpecContext) {
			// The request may come after the next one, of the same queue pair, which a right
			// listener then takes for abandoned in its place.
			const tries = 4
			var accepted nd2.Status
			for range tries {
				a := Attempting(ctx)
				cancelConnect(a, a.Connect(nil))
				next := NewAttempt(ctx, a.Active, Peer(ctx).End(Shape{}))
				connect := next.Request(nil)
				accept := next.Accept(nil)
				if connect.Wait() == nd2.Success {
					next.Complete().Wait()
				}
				accepted = accept.Wait()
				if accepted == nd2.Success {
					return
				}
			}
			Unmet("one of 4 Accepts to end with ND_SUCCESS", "the last has ended with "+accepted.String())
		})

	It(
		"ends with ND_CANCELED when the client cancels it after the peer has taken the request, and another connector can "+
			"connect the queue pair", Covers("connector.connect.canceled"), Variant("taken"), func(ctx SpecContext) {
			a := Attempting(ctx)
			cancelConnect(a, a.Request(nil))
			NewAttempt(ctx, a.Active, Peer(ctx).End(Shape{})).Establish().Settle(ctx)
		})

	It("leaves another attempt at the same listener alone when it is canceled",
		Covers("overlapped.canceloverlappedrequests.own-requests-only"), Variant("attempts"), giveUpTimeout,
		func(ctx SpecContext) {
			a := Attempting(ctx)
			b := a.Another()
			canceled := a.Request(nil)
			get, connect := b.Get(), b.Connect(nil)
			cancelConnect(a, canceled)
			a.Accept(nil).Wait() // however it ends
			Expect(get).To(CompleteWith(nd2.Success))
			Expect(connect).To(BePending())
			accept := b.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			b.Finish(accept).Settle(ctx)
		})

	DescribeTable(
		"leaves the queue pair free for another connector to the same listener when the peer never learns that it was "+
			"canceled,",
		func(ctx SpecContext, meanwhile func(a *Attempt)) {
			a := Attempting(ctx)
			connect := a.Request(nil)
			undo := a.Active.Inject(providers.Fault{Kind: providers.Partition})
			meanwhile(a)
			Cancel(a.Active.Connector)
			connect.Wait()
			undo()
			again := *a
			again.Passive = a.Passive.Side.End(Shape{})
			again.Anew().Establish().Settle(ctx)
		},
		Entry("while the peer takes its time", Covers("connector.connect.canceled-unheard"), giveUpTimeout,
			func(*Attempt) {}),
		Entry("while the peer accepts", Covers("connector.connect.canceled-unheard"), Variant("accepted"), giveUpTimeout,
			func(a *Attempt) { a.Accept(nil) }),
		Entry("while the peer rejects", Covers("connector.connect.canceled-unheard"), Variant("rejected"), giveUpTimeout,
			func(a *Attempt) {
				Expect(a.Passive.Connector.Reject(nil)).To(rejected())
			}),
	)

	It("is abandoned when its connector is released in the meantime, and another connector can connect the queue pair",
		Covers("connector.connect.abandoned-by-release"), giveUpTimeout, func(ctx SpecContext) {
			a := Attempting(ctx)
			connector, release := a.Active.Side.OwnConnector()
			Expect(connector.Bind(a.Active.Sockaddr(0))).To(Return(nd2.Success))
			a.Active.Connector = connector
			a.Request(nil)
			release()
			a.Accept(nil).Wait() // however it ends
			NewAttempt(ctx, a.Active, Peer(ctx).End(Shape{})).Establish().Settle(ctx)
		})

	It("waits for clients that take longer than a Send takes to time out", Covers("connector.connect.patient"),
		Pin(ReceiveQueue, "a peer waits longer for those of a shared queue"),
		giveUpTimeout, func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			clock := ConnectEnds(ctx, local.End(Shape{}), peer.End(Shape{}))

			var finish []func()
			for _, ends := range [][2]*Side{{local, peer}, {peer, local}} {
				attempt := func() *Attempt { return NewAttempt(ctx, ends[0].End(Shape{}), ends[1].End(Shape{})) }
				listening, holding, answered := attempt(), attempt(), attempt()
				waits, holds, accept := listening.Connect(nil), holding.Request(nil), answered.Answer(nil)
				finish = append(finish,
					func() {
						Expect(listening.Get()).To(CompleteWith(nd2.Success))
						taken := listening.Accept(nil)
						Expect(waits).To(CompleteWith(nd2.Success))
						listening.Finish(taken)
					},
					func() {
						late := holding.Accept(nil)
						Expect(holds).To(CompleteWith(nd2.Success))
						holding.Finish(late)
					},
					func() { answered.Finish(accept) })
			}

			if !GaveUp(ctx, clock.Active) {
				Unobservable("a Send that finds no Receive takes longer than the spec")
			}
			for _, goOn := range finish {
				goOn()
			}
		})
})

// cancelConnect cancels an attempt that is in progress. An attempt that has been refused at
// once is no attempt to cancel.
func cancelConnect(a *Attempt, connect *Operation) {
	if !connect.Done() {
		Cancel(a.Active.Connector)
	}
	if connect.Wait() == nd2.ConnectionRefused {
		BacklogTooShort(1)
	}
	Expect(connect).To(CompleteAsRuled("connector.connect.canceled"))
}
