package connector

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A side's Disconnect may pend until the other side is disconnected, too, and whether
// that needs its client is up to the protocol. So the specs end connections as clients
// do, on both sides. Source: IND2Connector.md, IND2Connector::Disconnect, Return Value
// and Remarks.

// disconnect starts an end's Disconnect.
func disconnect(ctx context.Context, e *End) *Operation {
	return Start(ctx, e.Connector, e.Connector.Disconnect)
}

// notifyDisconnect starts an end's NotifyDisconnect.
func notifyDisconnect(ctx context.Context, e *End) *Operation {
	return Start(ctx, e.Connector, e.Connector.NotifyDisconnect)
}

// follow makes an end disconnect from a peer that has done so before, as ruled by
// connector.disconnect.after-peer.
func follow(ctx context.Context, e *End) {
	Expect(disconnect(ctx, e)).To(CompleteWith(nd2.Success, nd2.ConnectionInvalid))
}

// part ends a connection: one end disconnects, and the other does when it hears of it.
func part(ctx context.Context, first, second *End) {
	heard := notifyDisconnect(ctx, second)
	ended := disconnect(ctx, first)
	heard.Wait()
	follow(ctx, second)
	Expect(ended).To(CompleteWith(nd2.Success))
}

// expectFlushed shows that n Receives, of the contexts 1 to n, are canceled in
// order, and that there is no further result.
func expectFlushed(ctx SpecContext, e *End, n int) {
	Expect(Results(ctx, e.Receives, n)).To(HaveOutcomes(Outcomes(nd2.RequestReceive, Sequence(1, n), nd2.Canceled)...))
	Expect(Drain(e.Receives)).To(HaveOutcomes())
}
