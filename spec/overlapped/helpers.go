package overlapped

import (
	"context"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A waiter is an object of the adapter under test whose requests stay in progress. Its file has no other object, except
// the barriers of pass.
type waiter struct {
	*Side
	nd2.Overlapping
	// made are the requests that created it.
	made []*Operation
	// begin makes a request; listening, polling and replenishing may have several.
	begin func() *Operation
	// release drops the only reference.
	release func()
	// withPeer says that the peer takes part in the request, which may go on when it is canceled.
	withPeer bool
}

// cancel cancels the waiter's requests.
func (w waiter) cancel() {
	returned := w.CancelOverlappedRequests()
	if w.withPeer {
		SkipIfNotCanceled(returned)
	}
	Expect(returned).To(Return(nd2.Success))
}

// A maker makes a waiter.
type maker func(ctx context.Context) waiter

// listening waits for connection requests.
func listening(ctx context.Context) waiter {
	side := ownFile(Local(ctx))
	l, release := side.OwnListener()
	Expect(l.Bind(side.Sockaddr(0))).To(Return(nd2.Success))
	Expect(l.Listen(0)).To(Return(nd2.Success))
	return waiter{Side: side, Overlapping: l, begin: func() *Operation {
		c := side.Connector()
		return Start(ctx, l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(c, o) })
	}, release: release}
}

// polling waits for results.
func polling(ctx context.Context) waiter {
	side := ownFile(Local(ctx))
	q, release := side.OwnCompletionQueue(1)
	return waiter{Side: side, Overlapping: q, begin: func() *Operation {
		return Start(ctx, q, func(o *nd2.Overlapped) nd2.Status { return q.Notify(nd2.NotifyAny, o) })
	}, release: release}
}

// replenishing waits for the Receives of a shared receive queue to be taken. The spec is unobservable if there is none.
func replenishing(ctx context.Context) waiter {
	side := ownFile(Local(ctx))
	if side.Info.MaxSharedReceiveQueueDepth == 0 {
		Unobservable("the adapter has no shared receive queue")
	}
	var object nd2.Unknown
	Expect(side.Adapter.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, side.File, 1, 1, 1, 0, 0,
		&object)).To(Return(nd2.Success))
	release := Own(ctx, object)
	q := object.(nd2.SharedReceiveQueue)
	Expect(q.Receive(1, nil)).To(Return(nd2.Success))
	return waiter{Side: side, Overlapping: q, begin: func() *Operation {
		return Start(ctx, q, q.Notify)
	}, release: release}
}

// connecting waits for a peer to accept.
func connecting(ctx context.Context) waiter {
	a := Attempting(ctx)
	side := ownFile(a.Active.Side)
	c, release := side.OwnConnector()
	Expect(c.Bind(a.Active.Sockaddr(0))).To(Return(nd2.Success))
	a.Active.Connector = c
	return waiter{Side: side, Overlapping: c, begin: func() *Operation {
		return a.Request(nil)
	}, release: release, withPeer: true}
}

// accepting waits for the connection to be established.
func accepting(ctx context.Context) waiter {
	a := Awaiting(ctx)
	side := ownFile(a.Passive.Side)
	c, release := side.OwnConnector()
	a.Passive.Connector = c
	return waiter{Side: side, Overlapping: c, begin: func() *Operation {
		return a.Answer(nil)
	}, release: release, withPeer: true}
}

// connected waits for the peer to disconnect.
func connected(ctx context.Context) waiter {
	a := Attempting(ctx)
	side := ownFile(a.Active.Side)
	c, release := side.OwnConnector()
	Expect(c.Bind(a.Active.Sockaddr(0))).To(Return(nd2.Success))
	a.Active.Connector = c
	connect := a.Request(nil)
	accept := a.Accept(nil)
	Expect(connect).To(CompleteWith(nd2.Success))
	complete := a.Complete()
	Expect(complete).To(CompleteWith(nd2.Success))
	Expect(accept).To(CompleteWith(nd2.Success))
	return waiter{
		Side: side, Overlapping: c, made: []*Operation{connect, complete},
		begin: func() *Operation { return Start(ctx, c, c.NotifyDisconnect) }, release: release,
	}
}

// eachWaiter returns a table entry for each kind of request.
func eachWaiter(id string) []TableEntry {
	return append(eachUnconnectedWaiter(id),
		Entry("(NotifyDisconnect)", Covers(id), Variant("notify-disconnect"), maker(connected)))
}

// eachUnconnectedWaiter returns a table entry for each kind of request that does not wait for the end of a connection.
func eachUnconnectedWaiter(id string) []TableEntry {
	return append(eachLoneWaiter(id),
		Entry("(Connect)", Covers(id), Variant("connect"), maker(connecting)),
		Entry("(Accept)", Covers(id), Variant("accept"), maker(accepting)))
}

// eachLoneWaiter returns a table entry for each kind of request in which no peer takes part.
func eachLoneWaiter(id string) []TableEntry {
	return []TableEntry{
		Entry("(GetConnectionRequest)", Covers(id), maker(listening)),
		Entry("(Notify)", Covers(id), Variant("notify"), maker(polling)),
		Entry("(Notify of a shared receive queue)", Covers(id), Variant("notify-shared"), maker(replenishing)),
	}
}

// ownFile returns a side with a separate file, bound to the side's port.
func ownFile(side *Side) *Side {
	own := side.WithFile()
	Expect(own.File.BindCompletionPort(own.Port, 1)).To(Return(nd2.Success))
	return own
}

// pass cancels a request of another object on a side's file, and returns when its packet has come: a wrong notification
// from before has had as long. Nothing orders the packets of two objects.
func pass(ctx context.Context, side *Side) (barrier *Operation) {
	q := side.CompletionQueue(1)
	barrier = Start(ctx, q, func(o *nd2.Overlapped) nd2.Status { return q.Notify(nd2.NotifyAny, o) })
	Expect(barrier.Returned).To(Return(nd2.Pending))
	Expect(q.CancelOverlappedRequests()).To(Return(nd2.Success))
	Expect(barrier).To(CompleteWith(nd2.Canceled))
	UntilPacket(ctx, barrier, "the packet of a canceled request", func() bool { return barrier.Posts(side.Port) > 0 })
	return barrier
}

// expectNoneNotified shows that a side's port has no notifications except for these requests.
func expectNoneNotified(side *Side, but ...*Operation) {
	for _, packet := range side.Port.Packets() {
		pending := slices.ContainsFunc(but, func(r *Operation) bool { return r.Overlapped == packet })
		Expect(pending).To(BeSo("packets of requests that were pending alone", "one of another request"))
	}
}

// expectNotified shows that a request was notified that many times, by its event and at the port.
func expectNotified(op *Operation, side *Side, times int) {
	Expect(op.Event.Sets()).To(Equal(times), "how often the event was set")
	Expect(op.Posts(side.Port)).To(Equal(times), "packets at the completion port")
}

// final returns a request's status from waiting in GetOverlappedResult, repeated as long as another phase follows a
// notified phase; ND_PENDING if a call has not waited.
func final(object nd2.Overlapping, o *nd2.Overlapped, event *Event) nd2.Status {
	for phases := 0; ; phases++ {
		if s := object.GetOverlappedResult(o, true); s != nd2.Pending || event.Sets() <= phases {
			return s
		}
	}
}

// expectPending skips the spec if a request ended at once: GetOverlappedResult has nothing to wait for.
func expectPending(request *Operation) {
	if request.Returned != nd2.Pending {
		Unobservable("the provider ends the request at once")
	}
}
