package nd1

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("An INDConnector", func() {
	It("is refused by Connect when the peer rejects", Covers("endpoint.connect.nd-connection-refused"),
		func(ctx SpecContext) {
			active, passive, _ := connecting(ctx)
			connect := request(ctx, active, passive)
			Expect(passive.connection.Reject(nil)).To(Return(nd2.Success, nd2.Pending))
			Expect(connect).To(CompleteWith(nd2.ConnectionRefused))
		})

	It("refuses to reject with too much private data", Covers("endpoint.reject.nd-buffer-overflow"),
		func(ctx SpecContext) {
			active, passive, _ := accepting(ctx)
			request(ctx, active, passive)
			Expect(passive.connection.Reject(tooMuch(passive.limits.MaxCalleeData))).To(Return(nd2.BufferOverflow))
		})

	DescribeTable("that is new refuses",
		func(ctx SpecContext, call func(c nd1.Connector) func(o *nd2.Overlapped) nd2.Status) {
			e, passive, _ := connecting(ctx)
			for range 3 {
				Expect(StartND1(ctx, e.connection, call(e.connection))).To(CompleteWith(nd2.ConnectionInvalid))
			}
			join(ctx, e, passive)
			exchange(ctx, e, passive)
		},
		Entry("CompleteConnect", Covers("endpoint.completeconnect.nd-connection-invalid"),
			func(c nd1.Connector) func(o *nd2.Overlapped) nd2.Status { return c.CompleteConnect }),
		Entry("Disconnect", Covers("endpoint.disconnect.nd-connection-invalid"),
			func(c nd1.Connector) func(o *nd2.Overlapped) nd2.Status { return c.Disconnect }),
		Entry("NotifyDisconnect", Covers("endpoint.notifydisconnect.nd-connection-invalid"),
			func(c nd1.Connector) func(o *nd2.Overlapped) nd2.Status { return c.NotifyDisconnect }))

	DescribeTable("can't be disconnected",
		func(ctx SpecContext, make making, begin func(ctx SpecContext, active, passive *end)) {
			active, passive, own := make(ctx)
			begin(ctx, active, passive)
			for range 3 {
				Expect(disconnectOf(ctx, own)).To(CompleteWith(nd2.ConnectionInvalid))
			}
		},
		Entry("while it connects", Covers("endpoint.disconnect.nd-connection-invalid"), Variant("connecting"), connecting,
			func(ctx SpecContext, active, passive *end) { request(ctx, active, passive) }),
		Entry("while it holds a request", Covers("endpoint.disconnect.nd-connection-invalid"), Variant("requested"),
			accepting, func(ctx SpecContext, active, passive *end) { request(ctx, active, passive) }),
		Entry("once it has disconnected", Covers("endpoint.disconnect.nd-connection-invalid"), Variant("disconnected"),
			connecting, func(ctx SpecContext, active, passive *end) {
				join(ctx, active, passive)
				part(ctx, active, passive)
			}),
		Entry("once it has disconnected, as the passive one", Covers("endpoint.disconnect.nd-connection-invalid"),
			Variant("disconnected-passive"), accepting, func(ctx SpecContext, active, passive *end) {
				join(ctx, active, passive)
				part(ctx, passive, active)
			}))

	DescribeTable("cancels the endpoint's Receives when it disconnects", Covers("endpoint.disconnect.flushes"),
		func(ctx SpecContext, make making) {
			active, passive, own := make(ctx)
			join(ctx, active, passive)
			message(ctx, active, passive)
			received := own.receives(messages(5, own, own))
			part(ctx, own, other(own, active, passive))
			for i, r := range await(ctx, own.inbound, len(received)) {
				Expect(r).To(BeIdenticalTo(&received[i]), "result %d that was handed back", i)
				Expect(*r).To(CompleteWith(nd2.Canceled))
			}
			expectNone(own.inbound)
		},
		Entry("as the active one", connecting),
		Entry("as the passive one", Variant("passive"), accepting))

	DescribeTable("tells of the peer's Disconnect, and not before",
		Covers("endpoint.notifydisconnect.peer-disconnects"),
		func(ctx SpecContext, make making) {
			active, passive, own := make(ctx)
			join(ctx, active, passive)
			notify := StartND1(ctx, own.connection, own.connection.NotifyDisconnect)
			exchange(ctx, active, passive)
			Expect(notify).To(BePending())
			disconnect := disconnectOf(ctx, other(own, active, passive))
			Expect(notify).To(CompleteAsRuled("endpoint.notifydisconnect.peer-disconnects"))
			disconnectOf(ctx, own).Wait()
			disconnect.Wait()
		},
		Entry("as the active one", connecting),
		Entry("as the passive one", Variant("passive"), accepting))

	DescribeTable("goes on when its NotifyDisconnect is canceled", Covers("endpoint.notifydisconnect.nd-canceled"),
		func(ctx SpecContext, make making) {
			active, passive, own := make(ctx)
			join(ctx, active, passive)
			for range 3 {
				notify := StartND1(ctx, own.connection, own.connection.NotifyDisconnect)
				Expect(own.connection.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(notify).To(CompleteWith(nd2.Canceled))
			}
			exchange(ctx, active, passive)
		},
		Entry("as the active one", connecting),
		Entry("as the passive one", Variant("passive"), accepting))
})

// other is an end's peer.
func other(e, active, passive *end) *end {
	if e == active {
		return passive
	}
	return active
}

// receives posts n empty Receives, and returns their results.
func (e *end) receives(n int) []nd1.Result {
	posted := make([]nd1.Result, n)
	for i := range posted {
		Expect(e.Receive(&posted[i], nil)).To(Return(nd2.Success))
	}
	return posted
}

// disconnectOf issues an end's Disconnect.
func disconnectOf(ctx context.Context, e *end) *Operation {
	return StartND1(ctx, e.connection, e.connection.Disconnect)
}

// part disconnects both ends, and returns when both have ended.
func part(ctx context.Context, first, second *end) {
	left := disconnectOf(ctx, first)
	disconnectOf(ctx, second).Wait()
	left.Wait()
}
