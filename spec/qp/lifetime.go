package qp

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("A connected IND2QueuePair with requests", func() {
	When("it is disconnected", func() {
		It("cancels its Receives, in order", Covers("qp.disconnect.cancels-requests"), ownReceives, func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			n := c.Active.ReceiveDepth()
			c.Active.PostReceives(1, n, 8)
			Expect(c.Part(ctx, c.Active)).To(CompleteWith(nd2.Success))
			expectCanceledReceives(ctx, c.Active, n)
		})

		It("cancels its initiator requests, in order", Covers("qp.disconnect.cancels-requests"), Variant("initiator"),
			twoQueues, ownReceives,
			func(ctx SpecContext) {
				c := Stalled(ctx, Shape{})
				receives, initiated := postBoth(c.Active)
				Expect(c.Part(ctx, c.Active)).To(CompleteWith(nd2.Success))
				expectCanceledReceives(ctx, c.Active, receives)
				expectCanceledRequests(ctx, c.Active.Initiated, sends(1, initiated))
			})

		DescribeTable("cancels every type of request in the initiator queue", Covers("qp.disconnect.cancels-requests"),
			func(ctx SpecContext, kind nd2.RequestType) {
				c := Stalled(ctx, Shape{InitiatorDepth: 2})
				post := poster(ctx, c, kind)
				Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
				Expect(post(2, 0)).To(Return(nd2.Success))
				Expect(c.Part(ctx, c.Active)).To(CompleteWith(nd2.Success))
				expectCanceledRequests(ctx, c.Active.Initiated, append(sends(1, 1), request{kind, 2, false}))
			}, eachBehind())

		DescribeTable("carries out no further request", Covers("qp.disconnect.not-usable-again"),
			func(ctx SpecContext, request nd2.RequestType) {
				c := Connect(ctx, Shape{})
				post := poster(ctx, c, request)
				Expect(c.Part(ctx, c.Active)).To(CompleteWith(nd2.Success))
				Expect(EndOf(ctx, c.Active.Initiated, post(1, 0))).To(ReturnAsRuled("qp.disconnect.not-usable-again"))
			},
			Entry("(a Send)", nd2.RequestSend),
			Entry("(a Write)", Variant("write"), nd2.RequestWrite),
			Entry("(a Read)", Variant("read"), nd2.RequestRead),
			Entry("(a Bind)", Variant("bind"), nd2.RequestBind),
			Entry("(an Invalidate)", Variant("invalidate"), nd2.RequestInvalidate))
	})

	When("its last reference is released", func() {
		DescribeTable("disconnects", func(ctx SpecContext, shape Shape) {
			c, release := connectOwnEnd(ctx, Local(ctx).End(shape), Peer(ctx).End(Shape{}))
			gone := Start(ctx, c.Passive.Connector, c.Passive.Connector.NotifyDisconnect)
			Expect(gone).To(BePending())
			release()
			Expect(gone).To(CompleteWith(nd2.Success, nd2.ConnectionDisconnected))
		},
			Entry("(with its own Receives)", Covers("qp.release.disconnects"), Shape{}),
			Entry("(with a shared receive queue)", Covers("qp.release.disconnects"), Variant("shared-receives"),
				Shape{SharedReceives: true}))

		It("cancels its Receives", Covers("qp.release.cancels-requests"), ownReceives, func(ctx SpecContext) {
			c, release := connectOwn(ctx, Peer(ctx).End(Shape{}))
			n := c.Active.ReceiveDepth()
			c.Active.PostReceives(1, n, 8)
			release()
			expectCanceledReceives(ctx, c.Active, n)
		})

		It("cancels its initiator requests", Covers("qp.release.cancels-requests"), Variant("initiator"),
			twoQueues, ownReceives,
			func(ctx SpecContext) {
				c, release := connectOwn(ctx, StallingEnd(ctx))
				receives, initiated := postBoth(c.Active)
				release()
				expectCanceledReceives(ctx, c.Active, receives)
				expectCanceledRequests(ctx, c.Active.Initiated, sends(1, initiated))
			})

		DescribeTable("cancels every type of request in the initiator queue", Covers("qp.release.cancels-requests"),
			func(ctx SpecContext, kind nd2.RequestType) {
				c, release := connectOwn(ctx, StallingEnd(ctx))
				c.Active.NeedRequests(2)
				post := poster(ctx, c, kind)
				Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
				Expect(post(2, 0)).To(Return(nd2.Success))
				release()
				expectCanceledRequests(ctx, c.Active.Initiated, append(sends(1, 1), request{kind, 2, false}))
			}, eachBehind())
	})

	When("the peer disconnects", func() {
		DescribeTable("has its requests canceled, at the latest by its own", Covers("qp.peer-disconnect.canceled-locally"),
			ownReceives,
			func(ctx SpecContext, end func(ctx context.Context, e *End)) {
				c := Connect(ctx, Shape{})
				n := min(8, c.Active.ReceiveDepth())
				c.Active.PostReceives(1, n, 8)
				left := peerDisconnects(ctx, c)
				end(ctx, c.Active)
				expectCanceledReceives(ctx, c.Active, n)
				Expect(Drain(c.Active.Receives)).To(HaveOutcomes())
				disconnect(ctx, c.Active).Wait() // which a Flush has left to be done
				Expect(left).To(CompleteWith(nd2.Success))
			},
			Entry("Disconnect", func(ctx context.Context, e *End) { disconnect(ctx, e).Wait() }),
			Entry("Flush", Variant("flush"), func(_ context.Context, e *End) {
				Expect(e.Flush()).To(Return(nd2.Success))
			}))

		DescribeTable("has every type of request in the initiator queue canceled, at the latest by its own Disconnect",
			Covers("qp.peer-disconnect.canceled-locally"), func(ctx SpecContext, kind nd2.RequestType) {
				c := Stalled(ctx, Shape{InitiatorDepth: 2})
				post := poster(ctx, c, kind)
				Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
				Expect(post(2, 0)).To(Return(nd2.Success))
				left := peerDisconnects(ctx, c)
				disconnect(ctx, c.Active).Wait()
				statuses := endings(ctx, c.Active.Initiated, append(sends(1, 1), request{kind, 2, false}))
				Expect(left).To(CompleteWith(nd2.Success))
				if statuses[0] == nd2.Success {
					Unobservable("the Send is over once it has been sent")
				}
				// The first request in progress, which is the Send, may have found out that the peer had gone.
				Expect(statuses[1]).To(Equal(nd2.Canceled), "the status of the request behind the Send")
			}, eachBehind())

		It("has its requests canceled, at the latest when the last reference is released", ownReceives,
			Covers("qp.peer-disconnect.canceled-by-release"), func(ctx SpecContext) {
				c, release := connectOwn(ctx, Peer(ctx).End(Shape{}))
				n := min(8, c.Active.ReceiveDepth())
				c.Active.PostReceives(1, n, 8)
				left := peerDisconnects(ctx, c)
				release()
				expectCanceledReceives(ctx, c.Active, n)
				Expect(Drain(c.Active.Receives)).To(HaveOutcomes())
				Expect(left).To(CompleteWith(nd2.Success))
			})

		It("has its requests canceled by the time that the client hears of it", Covers("qp.peer-disconnect.canceled-at-once"),
			func(ctx SpecContext) {
				c := Connect(ctx, Shape{})
				posted := min(4, c.Active.ReceiveDepth())
				c.Active.PostReceives(1, posted, 8)
				left := peerDisconnects(ctx, c)
				switch n := len(Drain(c.Active.Receives)); n {
				case posted:
					Record("The Receives are canceled when NotifyDisconnect has completed.")
				case 0:
					Record("The Receives are left posted when NotifyDisconnect has completed.")
				default:
					Record("Some of the Receives are canceled when NotifyDisconnect has completed.")
				}
				disconnect(ctx, c.Active).Wait()
				Expect(left).To(CompleteWith(nd2.Success))
			})
	})
})

// disconnect starts an end's Disconnect.
func disconnect(ctx context.Context, e *End) *Operation {
	return Start(ctx, e.Connector, e.Connector.Disconnect)
}

// peerDisconnects makes the passive end disconnect, and waits for the active one to hear of
// it. The Disconnect may be in progress until the active end is disconnected or released.
func peerDisconnects(ctx context.Context, c *Connection) (left *Operation) {
	heard := Start(ctx, c.Active.Connector, c.Active.Connector.NotifyDisconnect)
	left = disconnect(ctx, c.Passive)
	Expect(heard).To(CompleteWith(nd2.Success, nd2.ConnectionDisconnected))
	return left
}

// postBoth posts a few Receives and more empty Sends, with the contexts 1, 2, …, as
// many as there is room for.
func postBoth(e *End) (receives, initiated int) {
	receives, initiated = min(4, e.ReceiveDepth()), min(8, e.InitiatorDepth())
	e.PostReceives(1, receives, 8)
	for _, context := range Sequence(1, initiated) {
		Expect(e.Send(context, nil, 0)).To(Return(nd2.Success))
	}
	return receives, initiated
}

// expectCanceledReceives shows that Receives of the contexts 1, 2, … are canceled in
// the order issued.
func expectCanceledReceives(ctx context.Context, e *End, n int) {
	Expect(Results(ctx, e.Receives, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, n), nd2.Canceled)...))
}

// connectOwn connects a new end of the adapter under test to passive. release releases the end's queue
// pair and its connector, since a connector may hold a reference to the queue pair.
func connectOwn(ctx context.Context, passive *End) (c *Connection, release func()) {
	return connectOwnEnd(ctx, Local(ctx).End(Shape{}), passive)
}

// connectOwnEnd is connectOwn with an end that is there, which is given the queue pair that
// the spec releases. Its context is 0.
func connectOwnEnd(ctx context.Context, e, passive *End) (c *Connection, release func()) {
	releasePair := e.OwnQueuePair()
	c, releaseConnector := NewAttempt(ctx, e, passive).EstablishOwn()
	return c, func() {
		releasePair()
		releaseConnector()
	}
}

// eachBehind returns a table entry for each type of request that can be behind a Send.
func eachBehind() []TableEntry {
	return []TableEntry{
		Entry("(a Write)", Variant("behind-write"), nd2.RequestWrite),
		Entry("(a Read)", Variant("behind-read"), nd2.RequestRead),
		Entry("(a Bind)", Variant("behind-bind"), nd2.RequestBind),
		Entry("(an Invalidate)", Variant("behind-invalidate"), nd2.RequestInvalidate),
	}
}
