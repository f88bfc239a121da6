package connector

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Connector::GetPeerAddress", func() {
	DescribeTable("returns the address that the other side has as its own,",
		established(func(_ SpecContext, a *Attempt) {
			Expect(AddressFrom(a.Subject().Connector.GetPeerAddress)).To(Equal(AddressFrom(a.Peer().Connector.GetLocalAddress)),
				"the peer's address, at the connector")
		}), eachEnd("connector.getpeeraddress.nd-success"))

	DescribeTable("refuses a buffer that is too small,",
		established(func(_ SpecContext, a *Attempt) {
			ExpectOverflow(a.Subject().Connector.GetPeerAddress)
		}), eachEnd("connector.getpeeraddress.nd-buffer-overflow"))

	DescribeTable("says how much of the buffer it used,",
		established(func(_ SpecContext, a *Attempt) {
			ExpectSizeUsed(a.Subject().Connector.GetPeerAddress, ExpectSockaddr)
		}), eachEnd("connector.getpeeraddress.size-used"))

	DescribeTable("returns the peer's address, or refuses,",
		func(ctx SpecContext, prepare preparation, bring func(a *Attempt)) {
			a := prepare(ctx)
			bring(a)
			b := make([]byte, nd2.SockaddrIn6Size)
			size := uint32(len(b))
			s := a.Subject().Connector.GetPeerAddress(b, &size)
			Expect(s).To(ReturnAsRuled("connector.getpeeraddress.connecting"))
			if s == nd2.Success {
				Expect(AddressFrom(a.Subject().Connector.GetPeerAddress)).To(Equal(AddressFrom(a.Peer().Connector.GetLocalAddress)),
					"the peer's address, at the connector")
			}
		},
		Entry("when the connector holds a request", Covers("connector.getpeeraddress.connecting"), accepting,
			func(a *Attempt) { a.Request(nil) }),
		Entry("when the peer has accepted", Covers("connector.getpeeraddress.connecting"), Variant("answered"), connecting,
			func(a *Attempt) { a.Answer(nil) }),
	)

	DescribeTable("returns ND_CONNECTION_INVALID",
		func(ctx SpecContext, bring func(ctx SpecContext, a *Attempt)) {
			a := Attempting(ctx)
			bring(ctx, a)
			size := uint32(nd2.SockaddrIn6Size)
			Expect(a.Active.Connector.GetPeerAddress(make([]byte, size), &size)).To(Return(nd2.ConnectionInvalid))
		}, unconnected("connector.getpeeraddress.nd-connection-invalid"))
})
