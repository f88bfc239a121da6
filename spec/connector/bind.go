package connector

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("IND2Connector::Bind", func() {
	It("returns ND_TOO_MANY_ADDRESSES for port 0 when no port is left", Covers("connector.bind.nd-too-many-addresses"),
		func(ctx SpecContext) {
			local := Local(ctx)
			c := local.Connector()
			undo := local.Inject(providers.Fault{Kind: providers.PortsExhausted})
			Expect(c.Bind(local.Sockaddr(0))).To(Return(nd2.TooManyAddresses))
			undo()
			Expect(local.Connector().Bind(local.Sockaddr(0))).To(Return(nd2.Success))
		})

	It("binds the connector to a port of the provider's choice when the port is 0", Covers("connector.bind.nd-success"),
		func(ctx SpecContext) {
			a := Attempting(ctx)
			c := a.Establish()
			from := AddressFrom(a.Active.Connector.GetLocalAddress)
			Expect(from.Addr()).To(Equal(a.Active.Address), "the address that the active connector has")
			Expect(AddressFrom(a.Passive.Connector.GetPeerAddress)).To(Equal(from),
				"the peer's address, at the passive connector")
			c.Settle(ctx)
		})

	It("gives each connector its own port when the port is 0", Covers("connector.bind.unique-port"),
		func(ctx SpecContext) {
			a := Attempting(ctx)
			seen := map[uint16]bool{}
			for range 8 {
				a = a.Another()
				a.Answer(nil)
				port := AddressFrom(a.Active.Connector.GetLocalAddress).Port()
				Expect(port).NotTo(BeZero(), "the port given")
				Expect(seen).NotTo(HaveKey(port), "ports given before")
				seen[port] = true
			}
		})

	It("chooses an ephemeral port when the port is 0", Covers("connector.bind.ephemeral-port"), func(ctx SpecContext) {
		a := Attempting(ctx)
		a.Request(nil)
		Expect(AddressFrom(a.Active.Connector.GetLocalAddress).Port()).To(BeNumerically(">=", 49152),
			"the active connector's own port")
	})

	It("binds the connector to a port of the client's choice", Covers("connector.bind.nd-success"), Variant("chosen"),
		func(ctx SpecContext) {
			a := Attempting(ctx)
			own, port, _ := BoundConnector(a.Active.Side)
			a.Active.Connector = own
			c := a.Establish()
			Expect(AddressFrom(a.Passive.Connector.GetPeerAddress).Port()).To(Equal(port),
				"the peer's port, at the passive connector")
			c.Settle(ctx)
		})

	It("is refused if another connector has the port", Covers("connector.bind.nd-sharing-violation"),
		func(ctx SpecContext) {
			local := Local(ctx)
			_, taken, _ := BoundConnector(local)
			c := local.Connector()
			bound := c.Bind(local.Sockaddr(taken))
			Expect(bound).To(ReturnAsRuled("connector.bind.nd-sharing-violation"))
			if bound != nd2.Success {
				Expect(c.Bind(local.Sockaddr(0))).To(Return(nd2.Success), "with another port")
			}
		})

	It("may share its port with a listener", Covers("connector.bind.port-of-listener"), func(ctx SpecContext) {
		a := Attempting(ctx)
		_, shared := a.Active.Side.Listener()
		a.Active.Connector = a.Active.Side.Connector()
		if bound := a.Active.Connector.Bind(shared); bound != nd2.Success {
			Expect(bound).To(ReturnAsRuled("connector.bind.nd-sharing-violation"))
			Record("Bind of a connector to the port of a listener: " + bound.String())
			return
		}
		c := a.Establish()
		Expect(AddressFrom(a.Passive.Connector.GetPeerAddress)).To(Equal(addressOf(shared)),
			"the peer's address, at the passive connector")
		c.Settle(ctx)
	})

	It("is refused, or the Connect is, when a connection with the same addresses and ports exists",
		Covers("connector.bind.nd-address-already-exists"), func(ctx SpecContext) {
			a := Attempting(ctx)
			own, shared := sharedAddress(a.Active.Side)
			a.Active.Connector = own
			c := a.Establish()

			b := a.Another()
			b.Active.Connector = b.Active.Side.Connector()
			if bound := b.Active.Connector.Bind(shared); bound != nd2.Success {
				SkipIfPortless(bound)
				Expect(bound).To(ReturnAsRuled("connector.bind.nd-address-already-exists"))
			} else {
				expectRefused(ctx, b.Connect(nil), b.Get(), "connector.bind.nd-address-already-exists")
			}
			c.Settle(ctx)
		})

	It("is refused for a connector that is bound already, and leaves the address as it was",
		Covers("connector.bind.bound"), func(ctx SpecContext) {
			a := Attempting(ctx)
			other := ChosenPort()
			Expect(a.Active.Connector.Bind(a.Active.Sockaddr(other))).To(ReturnAsRuled("connector.bind.bound"))
			c := a.Establish()
			Expect(AddressFrom(a.Active.Connector.GetLocalAddress).Port()).NotTo(Equal(other), "the active connector's own port")
			Expect(a.Active.Connector.Bind(a.Active.Sockaddr(0))).To(ReturnAsRuled("connector.bind.bound"))
			c.Settle(ctx)
		})

	DescribeTable("can use the port of a connector that was released",
		func(ctx SpecContext, use func(a *Attempt)) {
			a := Attempting(ctx)
			side := a.Active.Side
			c, port, release := BoundConnector(side)
			a.Active.Connector = c
			use(a)
			release()
			RebindConnector(ctx, side, side.Sockaddr(port))
			for _, at := range EachFamily(side)[1:] {
				_, port, release := BoundConnector(at)
				release()
				RebindConnector(ctx, at, at.Sockaddr(port))
			}
		},
		Entry("while it was bound", Covers("connector.bind.released-port"), Variant("bound"), func(*Attempt) {}),
		Entry("while it was connecting", Covers("connector.bind.released-port"), Variant("connecting"), func(a *Attempt) {
			a.Request(nil)
		}),
		Entry("after its request had been refused", Covers("connector.bind.released-port"), Variant("refused"),
			func(a *Attempt) {
				connect := a.Request(nil)
				Expect(a.Passive.Connector.Reject(nil)).To(rejected())
				Expect(connect).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
			}),
		Entry("while it was connected", Covers("connector.bind.released-port"), func(a *Attempt) {
			accept := a.Answer(nil)
			Expect(a.Complete()).To(CompleteWith(nd2.Success))
			Expect(accept).To(CompleteWith(nd2.Success))
		}),
	)

	It("fails for an address that is not the adapter's", Covers("connector.bind.foreign-address"), func(ctx SpecContext) {
		local, peer := Local(ctx), Peer(ctx)
		Expect(local.Connector().Bind(local.At(local.Unassigned()).Sockaddr(0))).To(ReturnFailure())
		if local.OtherAdapter(peer) {
			Expect(local.Connector().Bind(peer.Sockaddr(0))).To(ReturnFailure(), "with the peer's address")
		}
	})

	It("is refused when the connector's queue pair has been released", Covers("connector.bind.nd-canceled"),
		func(ctx SpecContext) {
			e, release := Local(ctx).OwnEnd()
			a := NewAttempt(ctx, Peer(ctx).End(Shape{}), e)
			accept := a.Answer(nil)
			release()
			expectEnded(ctx, a, accept)
			Expect(e.Connector.Bind(e.Sockaddr(0))).To(ReturnAsRuled("connector.bind.nd-canceled"))
		})

	It("returns ND_DEVICE_REMOVED when the adapter has been removed", Covers("connector.bind.nd-device-removed"),
		func(ctx SpecContext) {
			local := Local(ctx)
			c := local.Connector()
			local.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			Expect(c.Bind(local.Sockaddr(0))).To(Return(nd2.DeviceRemoved))
		})
})

// sharedAddress returns a connector that is bound to a port which others may have, too: a listener's, or its own if the
// provider refuses that.
func sharedAddress(side *Side) (c nd2.Connector, address []byte) {
	_, address = side.Listener()
	c = side.Connector()
	bound := c.Bind(address)
	if bound == nd2.Success {
		return c, address
	}
	c, port, _ := BoundConnector(side)
	return c, side.Sockaddr(port)
}
