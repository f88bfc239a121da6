package nd1

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("Private data that is too long", func() {
	It("is refused by INDConnector::Connect", Covers("endpoint.connect.nd-buffer-overflow"), func(ctx SpecContext) {
		active, passive, _ := connecting(ctx)
		_, address := passive.listen()
		Expect(active.connect(address, tooMuch(active.limits.MaxCallerData))).To(CompleteWith(nd2.BufferOverflow))
	})

	It("leaves a connector that can connect", Covers("endpoint.connect.retry-after-buffer-overflow"),
		func(ctx SpecContext) {
			active, passive, _ := connecting(ctx)
			_, address := passive.listen()
			active.connect(address, tooMuch(active.limits.MaxCallerData)).Wait()
			join(active, passive)
			exchange(active, passive)
		})

	It("is refused by INDConnector::Accept", Covers("endpoint.accept.nd-buffer-overflow"), func(ctx SpecContext) {
		active, passive, _ := accepting(ctx)
		connect := request(active, passive)
		Expect(passive.accept(passive.Endpoint, tooMuch(passive.limits.MaxCalleeData))).To(CompleteWith(nd2.BufferOverflow))
		if connect.Done() { // the connector may be unusable, with what it held
			Expect(connect.Wait()).To(ReturnFailure())
		}
	})

	It("leaves a connector that can accept", Covers("endpoint.accept.retry-after-buffer-overflow"), func(ctx SpecContext) {
		active, passive, _ := accepting(ctx)
		connect := request(active, passive)
		passive.accept(passive.Endpoint, tooMuch(passive.limits.MaxCalleeData)).Wait()
		finish(connect, active, passive)
		exchange(active, passive)
	})
})

// tooMuch is a byte more private data than may be sent. The spec is unobservable if no
// fabric carries that much.
func tooMuch(most uintptr) []byte {
	const feasible = 1 << 20
	if most >= feasible {
		Unobservable(fmt.Sprintf("the spec would have to send more than %d bytes of private data", most))
	}
	return make([]byte, most+1)
}

var _ = Describe("An INDConnector", func() {
	It("is refused by Connect when the peer rejects", Covers("endpoint.connect.nd-connection-refused"),
		func(ctx SpecContext) {
			active, passive, _ := connecting(ctx)
			connect := request(active, passive)
			Expect(passive.connection.Reject(nil)).To(Return(nd2.Success, nd2.Pending))
			Expect(connect).To(CompleteWith(nd2.ConnectionRefused))
		})

	It("refuses to reject with too much private data", Covers("endpoint.reject.nd-buffer-overflow"),
		func(ctx SpecContext) {
			active, passive, _ := accepting(ctx)
			request(active, passive)
			Expect(passive.connection.Reject(tooMuch(passive.limits.MaxCalleeData))).To(Return(nd2.BufferOverflow))
		})

	DescribeTable("that is new refuses",
		func(ctx SpecContext, call func(c nd1.Connector) func(o *nd2.Overlapped) nd2.Status) {
			active, passive, _ := connecting(ctx)
			for range 3 {
				Expect(StartND1(ctx, active.connection, call(active.connection))).To(CompleteWith(nd2.ConnectionInvalid))
			}
			join(active, passive)
			exchange(active, passive)
		},
		Entry("CompleteConnect", Covers("endpoint.completeconnect.nd-connection-invalid"),
			func(c nd1.Connector) func(o *nd2.Overlapped) nd2.Status { return c.CompleteConnect }),
		Entry("Disconnect", Covers("endpoint.disconnect.nd-connection-invalid"),
			func(c nd1.Connector) func(o *nd2.Overlapped) nd2.Status { return c.Disconnect }),
		Entry("NotifyDisconnect", Covers("endpoint.notifydisconnect.nd-connection-invalid"),
			func(c nd1.Connector) func(o *nd2.Overlapped) nd2.Status { return c.NotifyDisconnect }))

	requested := func(active, passive *end) { request(active, passive) }
	DescribeTable("can't be disconnected", Covers("endpoint.disconnect.nd-connection-invalid"),
		func(ctx SpecContext, make making, begin func(active, passive *end)) {
			active, passive, own := make(ctx)
			begin(active, passive)
			for range 3 {
				Expect(own.disconnect()).To(CompleteWith(nd2.ConnectionInvalid))
			}
		},
		Entry("while it connects", Variant("connecting"), connecting, requested),
		Entry("while it holds a request", Variant("requested"), accepting, requested),
		Entry("once it has disconnected", Variant("disconnected"), connecting, func(active, passive *end) {
			join(active, passive)
			part(active, passive)
		}),
		Entry("once it has disconnected, as the passive one", Variant("disconnected-passive"), accepting,
			func(active, passive *end) {
				join(active, passive)
				part(passive, active)
			}))

	sides := []TableEntry{
		Entry("as the active one", connecting), Entry("as the passive one", Variant("passive"), accepting),
	}

	DescribeTable("cancels the endpoint's Receives when it disconnects", Covers("endpoint.disconnect.flushes"),
		func(ctx SpecContext, make making) {
			active, passive, own := make(ctx)
			join(active, passive)
			message(active, passive)
			received := own.receives(messages(5, own, own))
			part(own, other(own, active, passive))
			expectCanceled(ctx, own.inbound, received)
		}, sides)

	DescribeTable("tells of the peer's Disconnect, and not before",
		Covers("endpoint.notifydisconnect.peer-disconnects"),
		func(ctx SpecContext, make making) {
			active, passive, own := make(ctx)
			join(active, passive)
			notify := own.hear()
			exchange(active, passive)
			Expect(notify).To(BePending())
			disconnect := other(own, active, passive).disconnect()
			Expect(notify).To(CompleteAsRuled("endpoint.notifydisconnect.peer-disconnects"))
			own.disconnect().Wait()
			disconnect.Wait()
		}, sides)

	DescribeTable("goes on when its NotifyDisconnect is canceled", Covers("endpoint.notifydisconnect.nd-canceled"),
		func(ctx SpecContext, make making) {
			active, passive, own := make(ctx)
			join(active, passive)
			for range 3 {
				notify := own.hear()
				Expect(own.connection.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(notify).To(CompleteWith(nd2.Canceled))
			}
			exchange(active, passive)
		}, sides)
})
