package connector

import (
	"context"
	"fmt"
	"net/netip"
	"unsafe"

	. "github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// A preparation prepares a connection at whose active or passive end the adapter under
// test is.
type preparation = func(ctx context.Context) *Attempt

// established makes the body of a table of preparations that begins with an established connection.
func established(check func(ctx SpecContext, a *Attempt)) func(ctx SpecContext, prepare preparation) {
	return func(ctx SpecContext, prepare preparation) {
		a := prepare(ctx)
		a.Establish()
		check(ctx, a)
	}
}

var (
	connecting preparation = Attempting
	accepting  preparation = Awaiting
)

// eachEnd returns a table entry for each end that the adapter under test can be at.
func eachEnd(ids ...string) []TableEntry {
	return []TableEntry{
		Entry("on the active side", Covers(ids...), connecting),
		Entry("on the passive side", Covers(ids...), Variant("passive"), accepting),
	}
}

// missing is private data of at most size bytes that is not there: its address is
// null. The spec is unobservable if most, which is what may be sent, is 0.
func missing(size int, most uint32) []byte {
	size = len(atMost(make([]byte, size), most))
	header := struct {
		data          unsafe.Pointer
		length, space int
	}{nil, size, size}
	return *(*[]byte)(unsafe.Pointer(&header))
}

// torn is private data of at most size bytes whose second half is missing. The spec is unobservable if fewer than two
// bytes may be sent.
func torn(e *End, size int, most uint32) []byte {
	if most < 2 {
		Unobservable(fmt.Sprintf("private data of %d bytes has no two parts", most))
	}
	size = min(size, int(min(most, privateDataMost)))
	return Torn(e.Side, size/2, size-size/2)
}

// expectRefused shows that no connection comes of a Connect: it fails, and the
// GetConnectionRequest that waits for it gets nothing.
func expectRefused(ctx context.Context, connect, get *Operation, id string) {
	Until(ctx, "the Connect to fail, or to reach the peer", func() bool { return connect.Done() || get.Done() })
	Expect(connect).To(CompleteAsRuled(id))
	Expect(get).To(BePending())
}

// notAccepted shows that a refused Accept has made no connection: the peer's Connect
// pends, or has failed with the connector that holds its request. Source:
// IND2Connector.md, IND2Connector::Accept, Return Value.
func notAccepted(connect *Operation) {
	if connect.Done() {
		Expect(connect.Wait()).To(ReturnFailure())
	}
}

// rejected matches what a Reject returns that is carried out, now or soon.
func rejected() types.GomegaMatcher { return Return(nd2.Success, nd2.Pending) }

// receives and requests are as many as n of what an end's queue holds.
func receives(n int, e *End) int { return min(n, e.ReceiveDepth()) }
func requests(n int, e *End) int { return min(n, e.InitiatorDepth()) }

// addressOf is what is compared of a sockaddr.
func addressOf(sockaddr []byte) netip.AddrPort {
	a, _ := nd2.ParseSockaddr(sockaddr)
	return a
}
