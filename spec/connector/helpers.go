package connector

import (
	"context"
	"unsafe"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

// A role is the end of a connection that the adapter under test is at.
type role struct {
	// prepare prepares a connection at which it is there.
	prepare func(ctx context.Context) *Attempt
	own     func(a *Attempt) *End
	other   func(a *Attempt) *End
}

func active(a *Attempt) *End  { return a.Active }
func passive(a *Attempt) *End { return a.Passive }

var (
	connecting = role{Attempting, active, passive}
	accepting  = role{Awaiting, passive, active}
)

// eachRole gives a table entry for each role.
func eachRole(ids ...string) []TableEntry {
	return []TableEntry{
		Entry("on the active side", Covers(ids...), connecting),
		Entry("on the passive side", Covers(ids...), Variant("passive"), accepting),
	}
}

// missing is private data of size bytes that is not there: its address is null.
func missing(size int) []byte {
	header := struct {
		data          unsafe.Pointer
		length, space int
	}{nil, size, size}
	return *(*[]byte)(unsafe.Pointer(&header))
}

// privateData gives size bytes of private data, none of which is zero, as padding
// is.
func privateData(size uint32) []byte {
	b := make([]byte, size)
	for i := range b {
		b[i] = byte(1 + i%255)
	}
	return b
}

// expectPrivateData shows that a connector has got the data that was sent, of which
// a fabric may have made up to most bytes, by padding it.
func expectPrivateData(c nd2.Connector, sent []byte, most uint32) {
	GinkgoHelper()
	b := make([]byte, most+1)
	size := uint32(len(b))
	Expect(c.GetPrivateData(b, &size)).To(Return(nd2.Success))
	Expect(size).To(And(BeNumerically(">=", len(sent)), BeNumerically("<=", most)), "the length of the private data")
	Expect(b[:len(sent)]).To(HoldBytes(sent))
	Expect(b[len(sent):size]).To(HoldBytes(make([]byte, int(size)-len(sent))), "the padding")
}

// privateSizes gives a table entry for each interesting size of private data.
func privateSizes(id string) []TableEntry {
	return []TableEntry{
		Entry("no byte", Covers(id), Variant("none"), func(uint32) uint32 { return 0 }),
		Entry("one byte", Covers(id), Variant("one"), func(uint32) uint32 { return 1 }),
		Entry("half of what may be sent", Covers(id), Variant("half"), func(most uint32) uint32 { return most / 2 }),
		Entry("all that may be sent", Covers(id), func(most uint32) uint32 { return most }),
	}
}

// freePort gives a port of the side's address that nobody is bound to.
func freePort(side *Side) uint16 {
	GinkgoHelper()
	l, release := side.OwnListener()
	Expect(l.Bind(side.Sockaddr(0))).To(Return(nd2.Success))
	Expect(l.Listen(0)).To(Return(nd2.Success))
	port := AddressFrom(l.GetLocalAddress).Port()
	release()
	return port
}

// disconnect starts an end's Disconnect.
func disconnect(ctx context.Context, e *End) *Operation {
	return Start(ctx, e.Connector, e.Connector.Disconnect)
}

// notifyDisconnect starts an end's NotifyDisconnect.
func notifyDisconnect(ctx context.Context, e *End) *Operation {
	return Start(ctx, e.Connector, e.Connector.NotifyDisconnect)
}

// expectRefused shows that no connection comes of a Connect: it fails, and the
// GetConnectionRequest that waits for it gets nothing.
func expectRefused(ctx context.Context, connect, get *Operation, id string) {
	GinkgoHelper()
	Until(ctx, "the Connect to fail, or to reach the peer", func() bool { return connect.Done() || get.Done() })
	Expect(connect).To(CompleteAsRuled(id))
	Expect(get).To(BePending())
}
