package connector

import (
	"context"
	"net/netip"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("IND2Connector::GetLocalAddress", func() {
	DescribeTable("returns the connector's address",
		func(ctx SpecContext, prepare preparation, bring func(a *Attempt)) {
			a := prepare(ctx)
			bring(a)
			expectLocalAddress(a, a.Subject())
		},
		Entry("while it connects", Covers("connector.getlocaladdress.nd-success"), Variant("connecting"), connecting,
			func(a *Attempt) { a.Request(nil) }),
		Entry("when the peer has accepted", Covers("connector.getlocaladdress.nd-success"), Variant("answered"), connecting,
			func(a *Attempt) { a.Answer(nil) }),
		Entry("when it has connected", Covers("connector.getlocaladdress.nd-success"), connecting,
			func(a *Attempt) { a.Establish() }),
		Entry("while it accepts", Covers("connector.getlocaladdress.nd-success"), Variant("accepting"), accepting,
			func(a *Attempt) { a.Answer(nil) }),
		Entry("when it has accepted", Covers("connector.getlocaladdress.nd-success"), Variant("accepted"), accepting,
			func(a *Attempt) { a.Establish() }),
	)

	It("returns the adapter's address, though the listener is bound to the unspecified one",
		Covers("connector.getlocaladdress.nd-success"), Variant("any-listener"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			side, every := a.Passive.Side, netip.IPv4Unspecified()
			if side.Address.Is6() {
				every = netip.IPv6Unspecified()
			}
			l, _ := side.OwnListener()
			if l.Bind(side.At(every).Sockaddr(0)).Failed() {
				Unobservable("no listener is bound to the unspecified address")
			}
			side.Listening(l)
			a.Listener, a.Address = l, side.Sockaddr(AddressFrom(l.GetLocalAddress).Port())
			get, connect := a.Get(), a.Connect(nil)
			Until(ctx, "the Connect to fail, or to reach the peer", func() bool { return connect.Done() || get.Done() })
			if !get.Done() {
				Unobservable("a listener that is bound to the unspecified address takes no request to the adapter's own")
			}
			accept := a.Accept(nil)
			Expect(connect).To(CompleteWith(nd2.Success))
			expectLocalAddress(a, a.Passive)
			a.Finish(accept)
			expectLocalAddress(a, a.Passive)
		})

	DescribeTable("refuses a buffer that is too small,",
		established(func(_ SpecContext, a *Attempt) {
			ExpectOverflow(a.Subject().Connector.GetLocalAddress)
		}), eachEnd("connector.getlocaladdress.nd-buffer-overflow"))

	DescribeTable("says how much of the buffer it used,",
		established(func(_ SpecContext, a *Attempt) {
			ExpectSizeUsed(a.Subject().Connector.GetLocalAddress, ExpectSockaddr)
		}), eachEnd("connector.getlocaladdress.size-used"))

	It("returns the address of this connection when the peer's port was that of an earlier one",
		Covers("connector.getlocaladdress.nd-success", "connector.getpeeraddress.nd-success"), Variant("port-again"),
		func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			own, port, release := BoundConnector(peer)
			for first := true; ; first = false {
				a := NewAttempt(ctx, peer.End(Shape{}), local.End(Shape{})) // each has its own listener
				a.Active.Connector = own
				accept := a.Answer(nil)
				Expect(a.Complete()).To(CompleteWith(nd2.Success))
				Expect(accept).To(CompleteWith(nd2.Success))
				expectLocalAddress(a, a.Passive)
				expectLocalAddress(a, a.Active)
				Expect(AddressFrom(a.Passive.Connector.GetPeerAddress)).To(Equal(netip.AddrPortFrom(peer.Address, port)),
					"the peer's address, at the passive connector")
				Expect(AddressFrom(a.Active.Connector.GetPeerAddress)).To(Equal(addressOf(a.Address)),
					"the peer's address, at the active connector")
				part(ctx, a.Active, a.Passive)
				release()
				if !first {
					return
				}
				own, release = peer.OwnConnector()
				if own.Bind(peer.Sockaddr(port)) != nd2.Success {
					Unobservable("the port is not free again yet")
				}
			}
		})

	It("returns the addresses of the connection, of whatever family they are",
		Covers("connector.getlocaladdress.nd-success", "connector.getpeeraddress.nd-success", "connector.bind.nd-success"),
		Variant("each-family"),
		func(ctx SpecContext) {
			byFamily(ctx, func(at *Side, a *Attempt) {
				own, other := AddressFrom(a.Active.Connector.GetLocalAddress), AddressFrom(a.Passive.Connector.GetLocalAddress)
				Expect(own.Addr()).To(Equal(at.Address), "the active connector's own address")
				Expect(other).To(Equal(addressOf(a.Address)), "the passive connector's own address")
				Expect(AddressFrom(a.Active.Connector.GetPeerAddress)).To(Equal(other),
					"the peer's address, at the active connector")
				Expect(AddressFrom(a.Passive.Connector.GetPeerAddress)).To(Equal(own),
					"the peer's address, at the passive connector")
			})
		})

	It("copies addresses of whatever family they are out to a buffer of whatever size",
		Covers("connector.getlocaladdress.nd-buffer-overflow", "connector.getlocaladdress.size-used",
			"connector.getpeeraddress.nd-buffer-overflow", "connector.getpeeraddress.size-used"),
		Variant("each-family"),
		func(ctx SpecContext) {
			byFamily(ctx, func(_ *Side, a *Attempt) {
				for _, k := range []nd2.Connector{a.Active.Connector, a.Passive.Connector} {
					for _, get := range []CopyOut{k.GetLocalAddress, k.GetPeerAddress} {
						ExpectOverflow(get)
						ExpectSizeUsed(get, ExpectSockaddr)
					}
				}
			})
		})

	It("returns the address that the request was for, or refuses, when the connector holds a request",
		Covers("connector.getlocaladdress.requested"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			a.Request(nil)
			size := uint32(nd2.SockaddrIn6Size)
			s := a.Passive.Connector.GetLocalAddress(make([]byte, size), &size)
			Expect(s).To(ReturnAsRuled("connector.getlocaladdress.requested"))
			if s == nd2.Success {
				expectLocalAddress(a, a.Passive)
			}
		})

	It("fails for a connector that is new", Covers("connector.getlocaladdress.nd-connection-invalid"),
		func(ctx SpecContext) {
			size := uint32(nd2.SockaddrIn6Size)
			Expect(Local(ctx).Connector().GetLocalAddress(make([]byte, size),
				&size)).To(ReturnAsRuled("connector.getlocaladdress.nd-connection-invalid"))
		})

	It("returns the address or refuses for a connector that is only bound", Covers("connector.getlocaladdress.bound"),
		func(ctx SpecContext) {
			local := Local(ctx)
			c := local.Connector()
			Expect(c.Bind(local.Sockaddr(0))).To(Return(nd2.Success))
			if told := addressIfTold(c); told.IsValid() {
				Expect(told.Addr()).To(Equal(local.Address), "the address told")
			}
		})

	DescribeTable("returns the address that the connector had, or refuses,",
		func(ctx SpecContext, prepare preparation, bring func(ctx SpecContext, a *Attempt) (had netip.AddrPort)) {
			a := prepare(ctx)
			had := bring(ctx, a)
			if told := addressIfTold(a.Subject().Connector); told.IsValid() {
				Expect(told).To(Equal(had), "the address told")
			}
		},
		Entry("when the peer has rejected", Covers("connector.getlocaladdress.bound"), Variant("rejected"), connecting,
			func(_ SpecContext, a *Attempt) (had netip.AddrPort) {
				connect := a.Request(nil)
				had = AddressFrom(a.Active.Connector.GetLocalAddress)
				Expect(a.Passive.Connector.Reject(nil)).To(rejected())
				connect.Wait()
				return had
			}),
		Entry("when it has disconnected", Covers("connector.getlocaladdress.bound"), Variant("disconnected"), connecting,
			func(ctx SpecContext, a *Attempt) netip.AddrPort { return disconnectFrom(ctx, a, a.Active) }),
		Entry("when it has disconnected, on the passive side", Covers("connector.getlocaladdress.bound"),
			Variant("disconnected-passive"), accepting,
			func(ctx SpecContext, a *Attempt) netip.AddrPort { return disconnectFrom(ctx, a, a.Passive) }),
	)
})

// byFamily makes a connection from an address of each family that the adapter has, to one of
// the peer's that can be reached from there, and checks it.
func byFamily(ctx context.Context, check func(at *Side, a *Attempt)) {
	tried := false
	for _, at := range EachFamily(Local(ctx)) {
		facing, found := PeerAt(Peer(ctx), at.Address)
		if !found {
			continue
		}
		a := NewAttempt(ctx, at.End(Shape{}), facing.End(Shape{}))
		if c := EstablishIfReachable(ctx, a); c != nil {
			check(at, a)
			c.Settle(ctx)
			tried = true
		}
	}
	needTried(tried)
}

// expectLocalAddress shows that an end's connector has its adapter's address, and the
// passive one's the whole of the listener's.
func expectLocalAddress(a *Attempt, e *End) {
	at := AddressFrom(e.Connector.GetLocalAddress)
	Expect(at.Addr()).To(Equal(e.Address), "the address given")
	if e == a.Passive {
		Expect(at).To(Equal(addressOf(a.Address)), "the listener's address")
	} else {
		Expect(at.Port()).NotTo(BeZero(), "the port given")
	}
}

// addressIfTold returns the address of a connector that may refuse to tell it, as ruled by
// connector.getlocaladdress.bound.
func addressIfTold(c nd2.Connector) (told netip.AddrPort) {
	size := uint32(nd2.SockaddrIn6Size)
	s := c.GetLocalAddress(make([]byte, size), &size)
	Expect(s).To(ReturnAsRuled("connector.getlocaladdress.bound"))
	if s != nd2.Success {
		return told
	}
	return AddressFrom(c.GetLocalAddress)
}

// disconnectFrom makes a connection and ends it, and returns which local address the end
// had.
func disconnectFrom(ctx context.Context, a *Attempt, e *End) (had netip.AddrPort) {
	a.Establish()
	had = AddressFrom(e.Connector.GetLocalAddress)
	part(ctx, a.Active, a.Passive)
	return had
}
