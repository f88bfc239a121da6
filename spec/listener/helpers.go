package listener

import (
	"context"
	"net/netip"
	"time"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// giveUpTimeout is for specs that wait for a provider to give up.
var giveUpTimeout = SpecTimeout(40 * time.Second)

// at returns a listener that listens at an address, a sockaddr, of the side's.
func at(side *Side, sockaddr []byte) nd2.Listener {
	l := unbound(side)
	Bound(l.Bind(sockaddr))
	side.Listening(l)
	return l
}

// unbound returns a listener that is not bound.
func unbound(side *Side) nd2.Listener {
	l, _ := side.OwnListener()
	return l
}

// via sends an attempt to a listener at the given address.
func via(a *Attempt, l nd2.Listener, sockaddr []byte) *Attempt {
	a.Listener, a.Address = l, sockaddr
	return a
}

// ownListener sends an attempt to a listener that the spec releases.
func ownListener(a *Attempt) (release func()) {
	l, release := a.Passive.Side.OwnListener()
	Bound(l.Bind(a.Passive.Sockaddr(0)))
	a.Passive.Listening(l)
	via(a, l, nd2.Sockaddr(AddressFrom(l.GetLocalAddress)))
	return release
}

// chosen returns a listener that listens at a port of the client's choice.
func chosen(side *Side) (l nd2.Listener, port uint16) {
	l, port, _ = BoundListener(side)
	side.Listening(l)
	return l, port
}

// addressOf is what is compared of a sockaddr.
func addressOf(sockaddr []byte) netip.AddrPort {
	a, _ := nd2.ParseSockaddr(sockaddr)
	return a
}

// get issues a GetConnectionRequest.
func get(ctx context.Context, l nd2.Listener, c nd2.Unknown) *Operation {
	return Start(ctx, l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(c, o) })
}

// numbered issues an attempt's Connect with a byte of private data, by which its
// request is known. The spec is unobservable if the adapter that connects takes none.
func numbered(a *Attempt, n byte) *Operation {
	if a.Active.Info.MaxCallerData == 0 {
		Unobservable("the adapter that connects takes no private data, by which requests could be told apart")
	}
	return a.Connect([]byte{n})
}

// number returns the byte that a connection request was sent with as its private data.
func number(c nd2.Connector) byte {
	b := make([]byte, 1)
	size := uint32(1)
	Expect(c.GetPrivateData(b, &size)).To(Return(nd2.Success, nd2.BufferOverflow))
	return b[0]
}
