package overlapped

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

// A waiter is an object of the adapter under test whose requests stay in progress.
type waiter struct {
	*Side
	nd2.Overlapping
	// begin makes a request; of listening and polling there may be several.
	begin func() *Operation
	// release drops the only reference.
	release func()
}

// A maker makes a waiter.
type maker func(ctx context.Context) waiter

// listening waits for connection requests.
func listening(ctx context.Context) waiter {
	GinkgoHelper()
	side := Local(ctx)
	l, release := side.OwnListener()
	Expect(l.Bind(side.Sockaddr(0))).To(Return(nd2.Success))
	Expect(l.Listen(0)).To(Return(nd2.Success))
	return waiter{side, l, func() *Operation {
		c := side.Connector()
		return Start(ctx, l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(c, o) })
	}, release}
}

// polling waits for results.
func polling(ctx context.Context) waiter {
	GinkgoHelper()
	side := Local(ctx)
	q, release := side.OwnCompletionQueue(8)
	return waiter{side, q, func() *Operation {
		return Start(ctx, q, func(o *nd2.Overlapped) nd2.Status { return q.Notify(nd2.NotifyAny, o) })
	}, release}
}

// connecting waits for a peer to accept.
func connecting(ctx context.Context) waiter {
	GinkgoHelper()
	a := Attempting(ctx)
	c, release := a.Active.Side.OwnConnector()
	Expect(c.Bind(a.Active.Sockaddr(0))).To(Return(nd2.Success))
	a.Active.Connector = c
	return waiter{a.Active.Side, c, func() *Operation { return a.Request(nil) }, release}
}

// accepting waits for the connection to be established.
func accepting(ctx context.Context) waiter {
	GinkgoHelper()
	a := Awaiting(ctx)
	c, release := a.Passive.Side.OwnConnector()
	a.Passive.Connector = c
	return waiter{a.Passive.Side, c, func() *Operation { return a.Answer(nil) }, release}
}

// connected waits for the peer to disconnect.
func connected(ctx context.Context) waiter {
	GinkgoHelper()
	a := Attempting(ctx)
	c, release := a.Active.Side.OwnConnector()
	Expect(c.Bind(a.Active.Sockaddr(0))).To(Return(nd2.Success))
	a.Active.Connector = c
	accept := a.Answer(nil)
	Expect(a.Complete()).To(CompleteWith(nd2.Success))
	Expect(accept).To(CompleteWith(nd2.Success))
	return waiter{a.Active.Side, c, func() *Operation { return Start(ctx, c, c.NotifyDisconnect) }, release}
}

// eachWaiter gives a table entry for each kind of request.
func eachWaiter(id string) []TableEntry {
	return []TableEntry{
		Entry("such as GetConnectionRequest", Covers(id), maker(listening)),
		Entry("such as Notify", Covers(id), Variant("notify"), maker(polling)),
		Entry("such as Connect", Covers(id), Variant("connect"), maker(connecting)),
		Entry("such as Accept", Covers(id), Variant("accept"), maker(accepting)),
		Entry("such as NotifyDisconnect", Covers(id), Variant("notify-disconnect"), maker(connected)),
	}
}

// pass returns when whatever has been notified on a side's file has come to its
// completion port: a request behind it has.
func pass(ctx context.Context, side *Side) {
	GinkgoHelper()
	q := side.CompletionQueue(8)
	barrier := Start(ctx, q, func(o *nd2.Overlapped) nd2.Status { return q.Notify(nd2.NotifyAny, o) })
	Expect(barrier.Returned).To(Return(nd2.Pending))
	Expect(q.CancelOverlappedRequests()).To(Return(nd2.Success))
	Expect(barrier).To(CompleteWith(nd2.Canceled))
	Until(ctx, "the packet of a canceled request", func() bool { return barrier.Posts(side.Port) > 0 })
}

// expectNotified shows that a request has been notified so often, by its event and
// at the port.
func expectNotified(op *Operation, side *Side, times int) {
	GinkgoHelper()
	Expect(op.Event.Sets()).To(Equal(times), "how often the event was set")
	Expect(op.Posts(side.Port)).To(Equal(times), "packets at the completion port")
}
