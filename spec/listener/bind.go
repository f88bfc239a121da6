package listener

import (
	"net/netip"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("IND2Listener::Bind", func() {
	It("returns ND_TOO_MANY_ADDRESSES for port 0 when no port is left", Covers("listener.bind.nd-too-many-addresses"),
		func(ctx SpecContext) {
			local := Local(ctx)
			undo := local.Inject(providers.Fault{Kind: providers.PortsExhausted})
			Expect(unbound(local).Bind(local.Sockaddr(0))).To(Return(nd2.TooManyAddresses))
			undo()
			Expect(unbound(local).Bind(local.Sockaddr(0))).To(Return(nd2.Success))
		})

	It("binds the listener to a port of the provider's choice when the port is 0", Covers("listener.bind.nd-success"),
		func(ctx SpecContext) {
			Awaiting(ctx).Establish().Settle(ctx)
		})

	It("gives each listener its own port when the port is 0", Covers("listener.bind.unique-port"),
		func(ctx SpecContext) {
			local := Local(ctx)
			seen := map[uint16]bool{}
			for range 16 {
				port := AddressFrom(at(local, local.Sockaddr(0)).GetLocalAddress).Port()
				Expect(port).NotTo(BeZero(), "the port given")
				Expect(seen).NotTo(HaveKey(port), "ports given before")
				seen[port] = true
				// What the client chooses is in the way of the ports that are next.
				if next := port + 1; next != 0 && unbound(local).Bind(local.Sockaddr(next)) == nd2.Success {
					seen[next] = true
				}
			}
		})

	It("chooses an ephemeral port when the port is 0", Covers("listener.bind.ephemeral-port"), func(ctx SpecContext) {
		local := Local(ctx)
		Expect(AddressFrom(at(local, local.Sockaddr(0)).GetLocalAddress).Port()).To(BeNumerically(">=", 49152),
			"the listener's own port")
	})

	It("binds the listener to a port of the client's choice", Covers("listener.bind.nd-success"), Variant("chosen"),
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			l, port := chosen(a.Passive.Side)
			via(a, l, a.Passive.Sockaddr(port)).Establish().Settle(ctx)
		})

	It("is refused if another listener has the port", Covers("listener.bind.nd-sharing-violation"), func(ctx SpecContext) {
		a := Awaiting(ctx)
		get, local := a.Get(), a.Passive.Side
		l := unbound(local)
		Expect(l.Bind(a.Address)).To(ReturnAsRuled("listener.bind.nd-sharing-violation"))
		Expect(l.Bind(local.Sockaddr(0))).To(Return(nd2.Success), "with another port")
		Expect(get).To(BePending()) // the other's own
	})

	It("is refused if another listener has the port, of whatever family the address is",
		Covers("listener.bind.nd-sharing-violation"), Variant("each-family"), func(ctx SpecContext) {
			for _, at := range EachFamily(Local(ctx)) {
				_, taken := at.Listener()
				Expect(unbound(at).Bind(taken)).To(ReturnAsRuled("listener.bind.nd-sharing-violation"))
			}
		})

	It("is refused if another listener has the port, which is below the ephemeral range",
		Covers("listener.bind.nd-sharing-violation"), Variant("low-port"), func(ctx SpecContext) {
			local := Local(ctx)
			taken := local.Sockaddr(ChosenPort() / 2)
			if at := unbound(local); at.Bind(taken) != nd2.Success || at.Listen(0) != nd2.Success {
				Unobservable("the port is not free")
			}
			Expect(unbound(local).Bind(taken)).To(ReturnAsRuled("listener.bind.nd-sharing-violation"))
		})

	It("is refused if a listener of another handle has the port", Covers("listener.bind.nd-sharing-violation"),
		Variant("other-handle"), func(ctx SpecContext) {
			_, taken := Local(ctx).Listener()
			Expect(unbound(Local(ctx)).Bind(taken)).To(ReturnAsRuled("listener.bind.nd-sharing-violation"))
		})

	It("is refused if another listener has the port, even after a connection through an earlier listener there has ended",
		Covers("listener.bind.nd-sharing-violation"), Variant("earlier-connection"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			side := a.Passive.Side
			earlier, port, release := BoundListener(side)
			Expect(earlier.Listen(0)).To(Return(nd2.Success))
			via(a, earlier, side.Sockaddr(port))
			taker, releaseTaker := side.OwnConnector()
			a.Passive.Connector = taker
			accept := a.Answer(nil)
			Expect(a.Complete()).To(CompleteWith(nd2.Success))
			Expect(accept).To(CompleteWith(nd2.Success))
			release()
			next := unbound(side)
			if next.Bind(a.Address) != nd2.Success {
				Unobservable("the port is not free again yet")
			}
			Expect(next.Listen(0)).To(Return(nd2.Success))
			releaseTaker()
			Expect(unbound(side).Bind(a.Address)).To(ReturnAsRuled("listener.bind.nd-sharing-violation"))
			via(a.Another(), next, a.Address).Establish().Settle(ctx)
		})

	It("is refused if another listener has the port, whatever another handle, closed by now, was used for",
		Covers("listener.bind.nd-sharing-violation"), Variant("handle-closed"), func(ctx SpecContext) {
			local, other := Local(ctx), *Local(ctx)
			_, taken := local.Listener()
			own, release := other.OwnAdapter()
			other.Adapter = own
			l, releaseListener := other.WithFile().OwnListener()
			Expect(l.Bind(other.Sockaddr(0))).To(Return(nd2.Success))
			releaseListener()
			release()
			Expect(unbound(local).Bind(taken)).To(ReturnAsRuled("listener.bind.nd-sharing-violation"))
		})

	DescribeTable("is refused if another listener has the port, also after another holder of it has been released:",
		func(ctx SpecContext, share func(side *Side, port uint16) (s nd2.Status, release func())) {
			local := Local(ctx)
			_, taken := local.Listener()
			status, release := share(local, addressOf(taken).Port())
			release()
			if status != nd2.Success {
				Unobservable("nobody else can have the port")
			}
			Expect(unbound(local).Bind(taken)).To(ReturnAsRuled("listener.bind.nd-sharing-violation"))
		},
		Entry("a listener at another address", Covers("listener.bind.nd-sharing-violation"), Variant("other-address"),
			func(side *Side, port uint16) (nd2.Status, func()) {
				families := EachFamily(side)
				at := families[len(families)-1]
				l, release := at.OwnListener()
				return l.Bind(at.Sockaddr(port)), release
			}),
		Entry("a connector", Covers("listener.bind.nd-sharing-violation"), Variant("connector-released"),
			func(side *Side, port uint16) (nd2.Status, func()) {
				c, release := side.OwnConnector()
				return c.Bind(side.Sockaddr(port)), release
			}),
	)

	It("may share its port with a listener on another adapter", Covers("listener.bind.own-adapter"),
		func(ctx SpecContext) {
			local, peer := Local(ctx), Peer(ctx)
			local.NeedOtherAdapter(peer)
			port := portOfBoth(local, peer)
			Expect(unbound(local).Bind(local.Sockaddr(port))).To(ReturnAsRuled("listener.bind.nd-sharing-violation"),
				"a second time")
		})

	It("is refused for a listener that is bound already, and the listener listens where it did",
		Covers("listener.bind.bound"), func(ctx SpecContext) {
			a := Awaiting(ctx)
			Expect(a.Listener.Bind(a.Passive.Sockaddr(ChosenPort()))).To(ReturnAsRuled("listener.bind.bound"))
			Expect(a.Listener.Bind(a.Address)).To(ReturnAsRuled("listener.bind.bound"))
			Expect(AddressFrom(a.Listener.GetLocalAddress)).To(Equal(addressOf(a.Address)), "the listener's own address")
			a.Establish().Settle(ctx)
		})

	DescribeTable("takes requests to each of the adapter's addresses of a family when the address is unspecified,",
		func(ctx SpecContext, every netip.Addr) {
			local, peer := Local(ctx), Peer(ctx)
			isOther := func(a netip.Addr) bool { return a.Is4() != every.Is4() || a.IsLinkLocalUnicast() }
			own, theirs := slices.DeleteFunc(local.Addresses(), isOther), slices.DeleteFunc(peer.Addresses(), isOther)
			if len(own) == 0 || len(theirs) == 0 {
				Unobservable("an adapter has no address of the family")
			}
			if isOther(peer.Address) {
				peer = peer.At(theirs[0])
			}
			l := at(local, local.At(every).Sockaddr(0))
			port := AddressFrom(l.GetLocalAddress).Port()
			for _, address := range own {
				a := via(NewAttempt(ctx, peer.End(Shape{}), local.End(Shape{})), l, local.At(address).Sockaddr(port))
				c := EstablishIfReachable(ctx, a)
				if c == nil {
					continue
				}
				c.Settle(ctx)
				Expect(AddressFrom(a.Passive.Connector.GetLocalAddress)).To(Equal(netip.AddrPortFrom(address, port)),
					"the passive connector's own address")
			}
		},
		Entry("IPv4", Covers("listener.bind.every-address"), netip.IPv4Unspecified()),
		Entry("IPv6", Covers("listener.bind.every-address"), Variant("ipv6"), netip.IPv6Unspecified()))

	DescribeTable("can use the port of a listener that was released",
		func(ctx SpecContext, use func(ctx SpecContext, a *Attempt) (connect *Operation)) {
			a := Awaiting(ctx)
			side := a.Passive.Side
			l, port, release := BoundListener(side)
			address := side.Sockaddr(port)
			connect := use(ctx, via(a, l, address))
			release()
			if connect != nil {
				connect.Wait() // or its request might reach the next listener
			}
			next := RebindListener(ctx, side, address)
			Expect(next.Listen(0)).To(Return(nd2.Success))
			via(a.Another(), next, address).Establish().Settle(ctx)
		},
		Entry("while it was bound", Covers("listener.bind.released-port"), Variant("bound"),
			func(SpecContext, *Attempt) *Operation {
				return nil
			}),
		Entry("while it listened", Covers("listener.bind.released-port"), Variant("listening"),
			func(_ SpecContext, a *Attempt) *Operation {
				Expect(a.Listener.Listen(0)).To(Return(nd2.Success))
				a.Get()
				return nil
			}),
		Entry("while a request waited", Covers("listener.bind.released-port"), Variant("waiting"),
			func(_ SpecContext, a *Attempt) *Operation {
				Expect(a.Listener.Listen(0)).To(Return(nd2.Success))
				return a.Connect(nil)
			}),
		Entry("while a connection made through it was alive", Covers("listener.bind.released-port"),
			func(_ SpecContext, a *Attempt) *Operation {
				Expect(a.Listener.Listen(0)).To(Return(nd2.Success))
				a.Establish()
				return nil
			}),
	)

	It("fails for an address that is not the adapter's", Covers("listener.bind.foreign-address"), func(ctx SpecContext) {
		local, peer := Local(ctx), Peer(ctx)
		Expect(unbound(local).Bind(local.At(local.Unassigned()).Sockaddr(0))).To(ReturnFailure())
		if local.OtherAdapter(peer) {
			Expect(unbound(local).Bind(peer.Sockaddr(0))).To(ReturnFailure(), "with the peer's address")
		}
	})

	It("returns ND_INSUFFICIENT_RESOURCES when the adapter is out of resources",
		Covers("listener.bind.nd-insufficient-resources"), func(ctx SpecContext) {
			local := Local(ctx)
			undo := local.Inject(providers.Fault{Kind: providers.OutOfResources, Call: "IND2Listener::Bind"})
			Expect(unbound(local).Bind(local.Sockaddr(0))).To(Return(nd2.InsufficientResources))
			undo()
			Expect(unbound(local).Bind(local.Sockaddr(0))).To(Return(nd2.Success))
		})
})

// portOfBoth has a listener listen on each of two adapters, at the same port. Others
// may have a port on one of them: it tries some.
func portOfBoth(one, other *Side) uint16 {
	const tries = 8
	var refused nd2.Status
	for range tries {
		l, port := chosen(other)
		Expect(AddressFrom(l.GetLocalAddress).Port()).To(Equal(port), "the listener's own port")
		same := unbound(one)
		refused = same.Bind(one.Sockaddr(port))
		if refused == nd2.Success {
			Expect(same.Listen(0)).To(Return(nd2.Success))
			return port
		}
	}
	Expect(refused).To(Return(nd2.Success), "with the port of a listener on another adapter")
	return 0
}
