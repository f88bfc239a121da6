package nd1

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("INDAdapter::Listen", func() {
	DescribeTable("refuses",
		func(ctx SpecContext, id string, protocol int32, assigned *uint16) {
			l := local(ctx)
			for range Often {
				var listen nd1.Listen
				Expect(l.adapter.Listen(0, protocol, 0, assigned, &listen)).To(ReturnAsRuled(id))
				Expect(listen).To(BeNil(), "the listener given")
			}
			active, passive, _ := accepting(ctx)
			join(active, passive)
		},
		Entry("a protocol that there is not", Covers("endpoint.listen.nd-invalid-parameter-2"),
			"endpoint.listen.nd-invalid-parameter-2", int32(256), new(uint16)),
		Entry("a call for any port that does not take it", Covers("endpoint.listen.nd-invalid-parameter-mix"),
			"endpoint.listen.nd-invalid-parameter-mix", int32(nd1.ProtocolTCP), nil))

	It("refuses a port at which somebody listens", Covers("endpoint.listen.nd-address-already-exists"),
		func(ctx SpecContext) {
			active, passive, _ := accepting(ctx)
			listen, address := passive.listen()
			at, _ := nd2.ParseSockaddr(address)
			for range 3 {
				var another nd1.Listen
				Expect(passive.adapter.Listen(0, nd1.ProtocolTCP, hostOrder(at.Port()), nil,
					&another)).To(Return(nd2.AddressAlreadyExists))
				Expect(another).To(BeNil(), "the listener given")
			}
			finishTaken(passive.take(listen), active.connect(address, nil), active, passive)
		})

	DescribeTable("takes requests at the port that it is asked for",
		func(ctx SpecContext, assigned *uint16) {
			active, passive, _ := accepting(ctx)
			port := passive.freePort()
			var listen nd1.Listen
			s := passive.adapter.Listen(0, nd1.ProtocolTCP, port, assigned, &listen)
			if s == nd2.AddressAlreadyExists {
				Unobservable("the port is not free")
			}
			Expect(s).To(Return(nd2.Success))
			Own(ctx, listen)
			if assigned != nil {
				Expect(*assigned).To(Equal(port), "the port told")
			}
			at := passive.Sockaddr(hostOrder(port))
			finishTaken(passive.take(listen), active.connect(at, nil), active, passive)
		},
		Entry("and tells it", Covers("endpoint.listen.port-told"), new(uint16)),
		Entry("and need not tell it", Covers("endpoint.listen.port"), nil))
})

var _ = Describe("INDListen::GetConnectionRequest", func() {
	It("waits, is canceled, and is made again", Covers("endpoint.getconnectionrequest.nd-canceled"),
		func(ctx SpecContext) {
			active, passive, _ := accepting(ctx)
			listen, address := passive.listen()
			for range 3 {
				get := passive.take(listen)
				Expect(get).To(BePending())
				Expect(listen.CancelOverlappedRequests()).To(Return(nd2.Success))
				Expect(get).To(CompleteWith(nd2.Canceled))
			}
			finishTaken(passive.take(listen), active.connect(address, nil), active, passive)
		})

	It("gives each of several calls a different request", Covers("endpoint.getconnectionrequest.each-once"),
		func(ctx SpecContext) {
			const n = 3
			l, p := local(ctx), peer(ctx)
			p.need("private data of", 1, p.limits.MaxCallerData, "bytes")
			listen, address := l.listen()
			var takers, callers [n]*end
			var gets, connects [n]*Operation
			for i := range n {
				callers[i], takers[i] = p.end(p.ordinary()), l.end(l.ordinary())
				gets[i] = takers[i].take(listen)
				Expect(gets[i]).To(BePending())
			}
			for i, caller := range callers {
				connects[i] = caller.connect(address, []byte{byte(1 + i)})
			}
			seen := map[byte]bool{}
			for i, taker := range takers {
				Expect(gets[i]).To(CompleteWith(nd2.Success))
				b, size := make([]byte, 1), uint32(1)
				privateData(taker.connection, nil, nil)(b, &size)
				Expect(b[0]).To(BeElementOf(byte(1), byte(2), byte(3)), "the private data of request %d", i)
				Expect(!seen[b[0]]).To(BeSo("each request to be given once", fmt.Sprintf("that of private data %d twice", b[0])))
				seen[b[0]] = true
				caller := callers[b[0]-1]
				finish(connects[b[0]-1], caller, taker)
				exchange(caller, taker)
			}
		})
})
