package qp

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

var _ = Describe("A connected IND2QueuePair with requests", func() {
	When("it is disconnected", func() {
		It("cancels its Receives, in order", Covers("qp.disconnect.cancels-requests"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			c.Active.PostReceives(1, 16, 8)
			Expect(disconnect(ctx, c.Active)).To(CompleteWith(nd2.Success))
			expectCanceled(ctx, c.Active, 16, 0)
		})

		It("cancels its initiator requests, in order", Covers("qp.disconnect.cancels-requests"), Variant("initiator"), func(ctx SpecContext) {
			c := Stalled(ctx, Shape{})
			c.Active.PostReceives(1, 4, 8)
			postSends(c.Active, 8)
			Expect(disconnect(ctx, c.Active)).To(CompleteWith(nd2.Success))
			expectCanceled(ctx, c.Active, 4, 8)
		})

		DescribeTable("carries no further request", Covers("qp.disconnect.not-usable-again"),
			func(ctx SpecContext, request nd2.RequestType) {
				c := Connect(ctx, Shape{})
				post := poster(ctx, c, request)
				Expect(disconnect(ctx, c.Active)).To(CompleteWith(nd2.Success))
				Expect(EndOf(ctx, c.Active.Initiated, post(1, 0))).To(ReturnAsRuled("qp.disconnect.not-usable-again"))
			},
			Entry("such as a Send", nd2.RequestSend),
			Entry("such as a Write", Variant("write"), nd2.RequestWrite),
			Entry("such as a Read", Variant("read"), nd2.RequestRead),
			Entry("such as a Bind", Variant("bind"), nd2.RequestBind))
	})

	When("its last reference is released", func() {
		It("disconnects", Covers("qp.release.disconnects"), func(ctx SpecContext) {
			e := ownEnd(ctx)
			c := ConnectEnds(ctx, e, Peer(ctx).End(Shape{}))
			gone := Start(ctx, c.Passive.Connector, c.Passive.Connector.NotifyDisconnect)
			Expect(gone).To(BePending())
			Expect(e.Release()).To(BeZero(), "references left")
			Expect(gone).To(CompleteWith(nd2.Success, nd2.ConnectionDisconnected))
		})

		It("cancels its Receives", Covers("qp.release.cancels-requests"), func(ctx SpecContext) {
			e := ownEnd(ctx)
			ConnectEnds(ctx, e, Peer(ctx).End(Shape{}))
			e.PostReceives(1, 16, 8)
			e.Release()
			expectCanceled(ctx, e, 16, 0)
		})

		It("cancels its initiator requests", Covers("qp.release.cancels-requests"), Variant("initiator"), func(ctx SpecContext) {
			e := ownEnd(ctx)
			ConnectStalled(ctx, e)
			e.PostReceives(1, 4, 8)
			postSends(e, 8)
			e.Release()
			expectCanceled(ctx, e, 4, 8)
		})
	})

	When("the peer disconnects", func() {
		DescribeTable("has canceled them once they are canceled here", Covers("qp.peer-disconnect.canceled-locally"),
			func(ctx SpecContext, end func(ctx context.Context, e *End)) {
				e := ownEnd(ctx)
				e.PostReceives(1, 8, 8)
				peerDisconnects(ctx, ConnectEnds(ctx, e, Peer(ctx).End(Shape{})))
				end(ctx, e)
				expectCanceled(ctx, e, 8, 0)
				Expect(Drain(e.Receives)).To(HaveOutcomes())
			},
			Entry("by Disconnect", func(ctx context.Context, e *End) {
				disconnect(ctx, e).Wait()
				e.AtEnd(func() { e.Release() })
			}),
			Entry("by Flush", Variant("flush"), func(ctx context.Context, e *End) {
				Expect(e.Flush()).To(Return(nd2.Success))
				e.AtEnd(func() { e.Release() })
			}),
			Entry("by the last Release", Variant("release"), func(_ context.Context, e *End) {
				e.Release()
			}))

		It("has canceled them when the client hears of it", Covers("qp.peer-disconnect.canceled-at-once"), func(ctx SpecContext) {
			c := Connect(ctx, Shape{})
			c.Active.PostReceives(1, 4, 8)
			peerDisconnects(ctx, c)
			switch n := len(Drain(c.Active.Receives)); n {
			case 4:
				Record("The Receives are canceled when NotifyDisconnect has completed.")
			case 0:
				Record("The Receives are left posted when NotifyDisconnect has completed.")
			default:
				Record("Some of the Receives are canceled when NotifyDisconnect has completed.")
			}
		})
	})
})

// disconnect starts an end's Disconnect.
func disconnect(ctx context.Context, e *End) *Operation {
	return Start(ctx, e.Connector, e.Connector.Disconnect)
}

// peerDisconnects has the passive end disconnect, and waits for the active one to
// hear of it.
func peerDisconnects(ctx context.Context, c *Connection) {
	GinkgoHelper()
	heard := Start(ctx, c.Active.Connector, c.Active.Connector.NotifyDisconnect)
	left := disconnect(ctx, c.Passive)
	Expect(heard).To(CompleteWith(nd2.Success, nd2.ConnectionDisconnected))
	Expect(left).To(CompleteWith(nd2.Success))
}

// postSends posts n empty Sends with the contexts 1, 2, …
func postSends(e *End, n int) {
	GinkgoHelper()
	for _, context := range Sequence(1, n) {
		Expect(e.Send(context, nil, 0)).To(Return(nd2.Success))
	}
}

// expectCanceled shows that Receives and Sends, of the contexts 1, 2, …, are
// canceled in the order issued.
func expectCanceled(ctx context.Context, e *End, receives, sends int) {
	GinkgoHelper()
	Expect(Results(ctx, e.Receives, receives)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, receives), nd2.Canceled)...))
	Expect(Results(ctx, e.Initiated, sends)).To(HaveOutcomes(Outcomes(nd2.RequestSend, Sequence(1, sends), nd2.Canceled)...))
}

// ownEnd gives an end of the adapter under test whose queue pair's only reference
// is the spec's to release.
func ownEnd(ctx context.Context) *End {
	GinkgoHelper()
	e := Local(ctx).End(Shape{})
	var object nd2.Unknown
	Expect(e.Adapter.CreateQueuePair(nd2.IIDQueuePair, e.Receives, e.Initiated, 0, 16, 16, 1, 1, 0, &object)).To(Return(nd2.Success))
	e.QueuePair = object.(nd2.QueuePair)
	return e
}
