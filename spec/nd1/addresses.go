package nd1

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

// narrow is a v1 method with sizes of 32 bits, like v2's.
func narrow[B any](get func(b B, size *uintptr) nd2.Status) func(b B, size *uint32) nd2.Status {
	return func(b B, size *uint32) nd2.Status {
		wide := uintptr(*size)
		s := get(b, &wide)
		*size = uint32(wide)
		return s
	}
}

// near is an end's own address, and far its peer's.
func (e *end) near() CopyOut { return narrow(e.connection.GetLocalAddress) }
func (e *end) far() CopyOut  { return narrow(e.connection.GetPeerAddress) }

var _ = Describe("An INDConnector", func() {
	sides := []TableEntry{
		Entry("on the active side", connecting), Entry("on the passive side", Variant("passive"), accepting),
	}

	DescribeTable("returns the addresses of its connection",
		Covers("endpoint.getlocaladdress.nd-success", "endpoint.getpeeraddress.nd-success"),
		func(ctx SpecContext, make making) {
			active, passive, own := make(ctx)
			connect, far := requestWith(active, passive, nil)
			finish(connect, active, passive)
			near := AddressFrom(active.near())
			Expect(near.Addr()).To(Equal(active.Address), "the address of the active connector")
			Expect(near.Port()).NotTo(BeZero(), "the port of the active connector")
			if own == passive {
				near, far = far, near
			}
			Expect(AddressFrom(own.near())).To(Equal(near), "the connector's own address")
			Expect(AddressFrom(own.far())).To(Equal(far), "the peer's address")
		}, sides)

	DescribeTable("has the address by which its adapter was opened, of each family,",
		Covers("endpoint.getlocaladdress.nd-success"),
		func(ctx SpecContext, connects bool) {
			tried := false
			for _, at := range EachFamily(Local(ctx)) {
				facing, found := PeerAt(Peer(ctx), at.Address)
				if !found {
					continue
				}
				l, p := open(ctx, at), open(ctx, facing)
				own, other := l.end(l.ordinary()), p.end(p.ordinary())
				active, passive := own, other
				if !connects {
					active, passive = other, own
				}
				if joinIfReachable(active, passive) {
					Expect(AddressFrom(own.near()).Addr()).To(Equal(at.Address), "the address given")
					Expect(AddressFrom(other.far()).Addr()).To(Equal(at.Address), "the address that the peer sees")
					tried = true
				}
			}
			if !tried {
				Unobservable("no address of the adapter can reach the peer")
			}
		},
		Entry("on the active side", Variant("each-family"), true),
		Entry("on the passive side", Variant("each-family-passive"), false))

	DescribeTable("copies addresses out to a buffer of whatever size",
		Covers("endpoint.getlocaladdress.nd-buffer-overflow", "endpoint.getpeeraddress.nd-buffer-overflow",
			"endpoint.getlocaladdress.size-used", "endpoint.getpeeraddress.size-used"),
		func(ctx SpecContext, make making) {
			active, passive, own := make(ctx)
			join(active, passive)
			for _, get := range []CopyOut{own.near(), own.far()} {
				ExpectOverflow(get)
				ExpectSizeUsed(get, ExpectSockaddr)
			}
		}, sides)

	DescribeTable("that is new has none,",
		func(ctx SpecContext, get func(c nd1.Connector) CopyOut) {
			size := uint32(nd2.SockaddrIn6Size)
			Expect(get(local(ctx).connector())(make([]byte, size), &size)).To(Return(nd2.ConnectionInvalid))
		},
		Entry("no local address", Covers("endpoint.getlocaladdress.nd-connection-invalid"),
			func(c nd1.Connector) CopyOut { return narrow(c.GetLocalAddress) }),
		Entry("no peer", Covers("endpoint.getpeeraddress.nd-connection-invalid"),
			func(c nd1.Connector) CopyOut { return narrow(c.GetPeerAddress) }),
		Entry("no data of a peer's", Covers("endpoint.getconnectiondata.nd-connection-invalid"),
			func(c nd1.Connector) CopyOut { return privateData(c, nil, nil) }))

	It("connects from the local port that it is given", Covers("endpoint.connect.local-port"), func(ctx SpecContext) {
		active, passive, _ := connecting(ctx)
		port := active.freePort()
		listen, address := passive.listen()
		get := passive.take(listen)
		connect := active.connectWith(active.Endpoint, address, port, nil)
		if connect.Returned == nd2.AddressAlreadyExists {
			Unobservable("the port is not free")
		}
		Expect(get).To(CompleteWith(nd2.Success))
		finish(connect, active, passive)
		for _, get := range []CopyOut{active.near(), passive.far()} {
			Expect(AddressFrom(get).Port()).To(Equal(hostOrder(port)), "the port of the active connector")
		}
		exchange(active, passive)
	})

	It("connects from the local port that it was given before, with too much data",
		Covers("endpoint.connect.retry-after-buffer-overflow"), Variant("local-port"), func(ctx SpecContext) {
			active, passive, _ := connecting(ctx)
			port := active.freePort()
			var again nd1.Listen // else a provider that checks the data first could be blamed for a lingering port
			if active.adapter.Listen(0, nd1.ProtocolTCP, port, nil, &again) != nd2.Success {
				Unobservable("the port is not free again yet")
			}
			Own(ctx, again)()
			listen, address := passive.listen()
			first := active.connectWith(active.Endpoint, address, port, tooMuch(active.limits.MaxCallerData))
			if first.Wait() == nd2.AddressAlreadyExists {
				Unobservable("the port is not free")
			}
			get, second := passive.take(listen), active.connectWith(active.Endpoint, address, port, nil)
			UntilEnd(ctx, second, "the request to arrive", get.Done)
			Expect(second.Returned).NotTo(Equal(nd2.AddressAlreadyExists), "what Connect returned")
			finishTaken(get, second, active, passive)
			Expect(AddressFrom(active.near()).Port()).To(Equal(hostOrder(port)), "the port")
			exchange(active, passive)
		})
})

// joinIfReachable is join for ends that may not reach each other, and reports whether they do.
func joinIfReachable(active, passive *end) bool {
	listen, address := passive.listen()
	get, connect := passive.take(listen), active.connect(address, nil)
	UntilEnd(active.ctx, connect, "the request to arrive", get.Done)
	if s := connect.Status(); !get.Done() {
		if Unreachable(s) {
			Record(fmt.Sprintf("Connect from %v to %v: %v", active.Address, passive.Address, s))
			return false
		}
		MustSucceed("INDConnector::Connect", s)
	}
	finishTaken(get, connect, active, passive)
	return true
}
