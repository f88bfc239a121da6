package overlapped

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Overlapped::CancelOverlappedRequests", func() {
	DescribeTable("leaves the requests of other objects alone when it is called on",
		func(ctx SpecContext, which func(n *neighbors) nd2.Overlapping) {
			n := newNeighbors(ctx)
			object := which(n)
			Expect(object.CancelOverlappedRequests()).To(Return(nd2.Success))
			for _, r := range n.requests {
				if r.object == object {
					Expect(r.Operation).To(CompleteWith(nd2.Canceled))
				}
			}
			pass(ctx, n.side)
			for _, r := range n.requests {
				if r.object != object {
					Expect(r.Operation).To(BePending())
					r.fulfill()
					Expect(r.Operation).To(CompleteAsRuled(r.id))
				}
			}
		},
		Entry("a listener", Covers("overlapped.canceloverlappedrequests.own-requests-only"),
			func(n *neighbors) nd2.Overlapping { return n.listener }),
		Entry("the listener of a connection", Covers("overlapped.canceloverlappedrequests.own-requests-only"),
			Variant("connections-listener"),
			func(n *neighbors) nd2.Overlapping { return n.connected.Listener }),
		Entry("a connector", Covers("overlapped.canceloverlappedrequests.own-requests-only"), Variant("connector"),
			func(n *neighbors) nd2.Overlapping { return n.connected.Passive.Connector }),
		Entry("a completion queue", Covers("overlapped.canceloverlappedrequests.own-requests-only"), Variant("queue"),
			func(n *neighbors) nd2.Overlapping { return n.connected.Passive.Receives }),
		Entry("a shared receive queue", Covers("overlapped.canceloverlappedrequests.own-requests-only"),
			Variant("shared-queue"), func(n *neighbors) nd2.Overlapping {
				if n.shared == nil {
					Unobservable("the adapter has no shared receive queue")
				}
				return n.shared
			}),
		Entry("a connector without requests", Covers("overlapped.canceloverlappedrequests.own-requests-only"),
			Variant("idle-connector"),
			func(n *neighbors) nd2.Overlapping { return n.side.Connector() }),
		Entry("a listener without requests", Covers("overlapped.canceloverlappedrequests.own-requests-only"),
			Variant("idle-listener"),
			func(n *neighbors) nd2.Overlapping { l, _ := n.side.Listener(); return l }),
		Entry("a completion queue without requests", Covers("overlapped.canceloverlappedrequests.own-requests-only"),
			Variant("idle-queue"),
			func(n *neighbors) nd2.Overlapping { return n.connected.Passive.Initiated }),
		Entry("a memory region", Covers("overlapped.canceloverlappedrequests.own-requests-only"), Variant("region"),
			func(n *neighbors) nd2.Overlapping { return n.connected.Passive.Memory.MemoryRegion }),
	)
})

var _ = Describe("Requests of several objects on one file", func() {
	It("are notified of once, each when what it waits for has come, and keep their status",
		Covers("overlapped.notification.pending", "overlapped.getoverlappedresult.status-stays"), Variant("fulfilled"),
		func(ctx SpecContext) {
			n := newNeighbors(ctx)
			for i, r := range n.requests {
				r.fulfill()
				Expect(r.Operation).To(CompleteAsRuled(r.id))
				UntilPacket(ctx, r.Operation, "the request's packet at the completion port", func() bool {
					return r.Posts(n.side.Port) >= r.Event.Due()
				})
				for _, wait := range []bool{false, true} {
					Expect(r.object.GetOverlappedResult(r.Overlapped, wait)).To(Return(r.Status()))
				}
				pass(ctx, n.side)
				expectNotified(r.Operation, n.side, r.Event.Due())
				for _, other := range n.requests[i+1:] {
					Expect(other.Operation).To(BePending())
					expectNotified(other.Operation, n.side, 0)
				}
			}
		})
})

// neighbors are objects on one file, each with a request in progress.
type neighbors struct {
	side *Side
	// connected is an attempt that has made a connection: its passive end is a neighbor, and
	// so is its listener.
	connected *Attempt
	// listener is another listener.
	listener nd2.Listener
	// shared is a shared receive queue, nil if the adapter has none.
	shared   nd2.SharedReceiveQueue
	requests []neighbor
}

// A neighbor is a request in progress.
type neighbor struct {
	*Operation
	object nd2.Overlapping
	// fulfill brings the request to its end; id is the rule for its status.
	fulfill func()
	id      string
}

func newNeighbors(ctx SpecContext) *neighbors {
	side, peer := ownFile(Local(ctx)), Peer(ctx)
	attempt := func() *Attempt { return NewAttempt(ctx, peer.End(Shape{}), side.End(Shape{})) }
	n := &neighbors{side: side, connected: attempt()}
	// Its queues have had no result: a Notify might still announce a result that was taken.
	// Source: IND2CompletionQueue.md, IND2CompletionQueue::Notify, Remarks.
	c := n.connected.Establish()
	e := c.Passive
	// The connection listener's next request is the next attempt's.
	next, other := n.connected.Another(), attempt()
	n.listener = other.Listener
	for _, a := range []*Attempt{next, other} {
		n.add(a.Listener, a.Get(), "listener.getconnectionrequest.nd-success", func() { a.Connect(nil) })
	}
	notify := func(o *nd2.Overlapped) nd2.Status { return e.Receives.Notify(nd2.NotifyAny, o) }
	n.add(e.Receives, Start(ctx, e.Receives, notify),
		"overlapped.getoverlappedresult.nd-success", func() {
			e.PostReceives(1, 1, 8)
			Expect(c.Active.Send(1, nil, 0)).To(Return(nd2.Success))
		})
	if side.Info.MaxSharedReceiveQueueDepth > 0 {
		shared := side.End(Shape{SharedReceives: true, Threshold: 1, ReceiveDepth: 1})
		other := ConnectEnds(ctx, peer.End(Shape{}), shared)
		shared.PostReceives(1, 1, 8)
		n.shared = shared.Shared
		n.add(n.shared, Start(ctx, n.shared, n.shared.Notify), "srq.notify.nd-success", func() {
			Expect(other.Active.Send(1, nil, 0)).To(Return(nd2.Success))
		})
	}
	// The connection ends last.
	n.add(e.Connector, Start(ctx, e.Connector, e.Connector.NotifyDisconnect), "connector.notifydisconnect.nd-success",
		func() {
			Start(ctx, c.Active.Connector, c.Active.Connector.Disconnect)
		})
	return n
}

func (n *neighbors) add(object nd2.Overlapping, request *Operation, id string, fulfill func()) {
	Expect(request).To(BePending())
	n.requests = append(n.requests, neighbor{request, object, fulfill, id})
}
