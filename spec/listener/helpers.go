package listener

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

// at gives a listener that listens at an address, a sockaddr, of the side's.
func at(side *Side, sockaddr []byte) nd2.Listener {
	GinkgoHelper()
	l := unbound(side)
	Expect(l.Bind(sockaddr)).To(Return(nd2.Success))
	Expect(l.Listen(0)).To(Return(nd2.Success))
	return l
}

// unbound gives a listener that is not bound.
func unbound(side *Side) nd2.Listener {
	GinkgoHelper()
	l, _ := side.OwnListener()
	return l
}

// via has an attempt go to a listener, at an address of its own choice.
func via(a *Attempt, l nd2.Listener, sockaddr []byte) *Attempt {
	a.Listener, a.Address = l, sockaddr
	return a
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

// get issues a GetConnectionRequest.
func get(ctx context.Context, l nd2.Listener, c nd2.Unknown) *Operation {
	return Start(ctx, l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(c, o) })
}

// number gives the byte that a connection request was sent with as its private data.
func number(c nd2.Connector) byte {
	GinkgoHelper()
	b := make([]byte, 1)
	size := uint32(1)
	Expect(c.GetPrivateData(b, &size)).To(Return(nd2.Success, nd2.BufferOverflow))
	return b[0]
}
