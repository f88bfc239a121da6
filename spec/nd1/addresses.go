package nd1

import (
	"context"
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
func narrow(get func(b []byte, size *uintptr) nd2.Status) CopyOut {
	return func(b []byte, size *uint32) nd2.Status {
		wide := uintptr(*size)
		s := get(b, &wide)
		*size = uint32(wide)
		return s
	}
}

var _ = Describe("An INDConnector", func() {
	DescribeTable("returns the addresses of its connection",
		Covers("endpoint.getlocaladdress.nd-success", "endpoint.getpeeraddress.nd-success"),
		func(ctx SpecContext, make making) {
			active, passive, own := make(ctx)
			connect, at := requestWith(ctx, active, passive, nil)
			finish(ctx, connect, active, passive)
			from := AddressFrom(narrow(active.connection.GetLocalAddress))
			Expect(from.Addr()).To(Equal(active.Address), "the address of the active connector")
			Expect(from.Port()).NotTo(BeZero(), "the port of the active connector")
			near, far := from, at
			if own == passive {
				near, far = at, from
			}
			Expect(AddressFrom(narrow(own.connection.GetLocalAddress))).To(Equal(near), "the connector's own address")
			Expect(AddressFrom(narrow(own.connection.GetPeerAddress))).To(Equal(far), "the peer's address")
		},
		Entry("on the active side", connecting),
		Entry("on the passive side", Variant("passive"), accepting))

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
				if joinIfReachable(ctx, active, passive) {
					Expect(AddressFrom(narrow(own.connection.GetLocalAddress)).Addr()).To(Equal(at.Address), "the address given")
					Expect(AddressFrom(narrow(other.connection.GetPeerAddress)).Addr()).To(Equal(at.Address),
						"the address that the peer sees")
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
			join(ctx, active, passive)
			for _, get := range []CopyOut{narrow(own.connection.GetLocalAddress), narrow(own.connection.GetPeerAddress)} {
				ExpectOverflow(get)
				ExpectSizeUsed(get, ExpectSockaddr)
			}
		},
		Entry("on the active side", connecting),
		Entry("on the passive side", Variant("passive"), accepting))

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
			func(c nd1.Connector) CopyOut { return privateData(c) }))

	It("connects from the local port that it is given", Covers("endpoint.connect.local-port"), func(ctx SpecContext) {
		active, passive, _ := connecting(ctx)
		port := active.freePort()
		listen, address := passive.listen()
		get := take(ctx, listen, passive)
		connect := StartND1(ctx, active.connection, func(o *nd2.Overlapped) nd2.Status {
			return active.connection.Connect(active.Endpoint, address, nd1.ProtocolTCP, port, nil, o)
		})
		if connect.Returned == nd2.AddressAlreadyExists {
			Unobservable("the port is not free")
		}
		Expect(get).To(CompleteWith(nd2.Success))
		finish(ctx, connect, active, passive)
		for _, get := range []CopyOut{narrow(active.connection.GetLocalAddress), narrow(passive.connection.GetPeerAddress)} {
			Expect(AddressFrom(get).Port()).To(Equal(hostOrder(port)), "the port of the active connector")
		}
		exchange(ctx, active, passive)
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
			connect := func(data []byte) *Operation {
				return StartND1(ctx, active.connection, func(o *nd2.Overlapped) nd2.Status {
					return active.connection.Connect(active.Endpoint, address, nd1.ProtocolTCP, port, data, o)
				})
			}
			if connect(tooMuch(active.limits.MaxCallerData)).Wait() == nd2.AddressAlreadyExists {
				Unobservable("the port is not free")
			}
			get, second := take(ctx, listen, passive), connect(nil)
			UntilEnd(ctx, second, "the request to arrive", get.Done)
			Expect(second.Returned).NotTo(Equal(nd2.AddressAlreadyExists), "what Connect returned")
			Expect(get).To(CompleteWith(nd2.Success))
			finish(ctx, second, active, passive)
			Expect(AddressFrom(narrow(active.connection.GetLocalAddress)).Port()).To(Equal(hostOrder(port)), "the port")
			exchange(ctx, active, passive)
		})
})

// joinIfReachable is join for ends that may not reach each other, and reports whether they do.
func joinIfReachable(ctx context.Context, active, passive *end) bool {
	listen, address := passive.listen()
	get := take(ctx, listen, passive)
	connect := active.connect(ctx, active.Endpoint, address, nil)
	UntilEnd(ctx, connect, "the request to arrive", get.Done)
	if s := connect.Status(); !get.Done() {
		if Unreachable(s) {
			Record(fmt.Sprintf("Connect from %v to %v: %v", active.Address, passive.Address, s))
			return false
		}
		MustSucceed("INDConnector::Connect", s)
	}
	Expect(get).To(CompleteWith(nd2.Success))
	finish(ctx, connect, active, passive)
	return true
}

// freePort returns the number, in network order, of a port that a listener has just left.
func (p *party) freePort() (port uint16) {
	var l nd1.Listen
	MustSucceed("INDAdapter::Listen", p.adapter.Listen(0, nd1.ProtocolTCP, 0, &port, &l))
	Own(p.ctx, l)()
	return port
}
