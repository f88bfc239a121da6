package listener

import (
	"net/netip"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
	. "github.com/ndconform/ndconform/spec/fixture"
)

var _ = Describe("IND2Listener::GetLocalAddress", func() {
	It("returns the address and port that the listener is bound to", Covers("listener.getlocaladdress.nd-success"),
		func(ctx SpecContext) {
			local := Local(ctx)
			l, port := chosen(local)
			Expect(AddressFrom(l.GetLocalAddress)).To(Equal(netip.AddrPortFrom(local.Address, port)),
				"the listener's own address")
		})

	It("returns the address, of whatever family it is",
		Covers("listener.getlocaladdress.nd-success", "listener.bind.nd-success"), Variant("each-family"),
		func(ctx SpecContext) {
			for _, at := range EachFamily(Local(ctx)) {
				l, port := chosen(at)
				Expect(AddressFrom(l.GetLocalAddress)).To(Equal(netip.AddrPortFrom(at.Address, port)),
					"the listener's own address")
			}
		})

	It("returns the port that the provider chose", Covers("listener.getlocaladdress.nd-success"), Variant("port"),
		func(ctx SpecContext) {
			local := Local(ctx)
			l, address := local.Listener()
			Expect(AddressFrom(l.GetLocalAddress).Addr()).To(Equal(local.Address), "the listener's own address")
			Expect(AddressFrom(l.GetLocalAddress)).To(Equal(addressOf(address)), "when it is asked again")
		})

	It("returns the port that the provider chose where the address is unspecified",
		Covers("listener.getlocaladdress.nd-success"), Variant("unspecified"), func(ctx SpecContext) {
			for _, side := range EachFamily(Local(ctx)) {
				every := netip.IPv4Unspecified()
				if side.Address.Is6() {
					every = netip.IPv6Unspecified()
				}
				l := unbound(side)
				if l.Bind(side.At(every).Sockaddr(0)) != nd2.Success {
					Unobservable("listeners are bound to one address only")
				}
				Expect(l.Listen(0)).To(Return(nd2.Success))
				Expect(AddressFrom(l.GetLocalAddress).Port()).NotTo(BeZero(), "the port, at %v", every)
			}
		})

	It("refuses a buffer that is too small", Covers("listener.getlocaladdress.nd-buffer-overflow"), func(ctx SpecContext) {
		l, _ := Local(ctx).Listener()
		ExpectOverflow(l.GetLocalAddress)
	})

	It("copies the address out to a buffer of whatever size, of whatever family it is",
		Covers("listener.getlocaladdress.nd-buffer-overflow", "listener.getlocaladdress.size-used"),
		Variant("each-family"), func(ctx SpecContext) {
			for _, at := range EachFamily(Local(ctx)) {
				l, _ := chosen(at)
				ExpectOverflow(l.GetLocalAddress)
				ExpectSizeUsed(l.GetLocalAddress, ExpectSockaddr)
			}
		})

	It("says how much of the buffer it used", Covers("listener.getlocaladdress.size-used"), func(ctx SpecContext) {
		l, _ := Local(ctx).Listener()
		ExpectSizeUsed(l.GetLocalAddress, ExpectSockaddr)
	})

	It("returns the address or refuses for a listener that is only bound", Covers("listener.getlocaladdress.bound"),
		func(ctx SpecContext) {
			local := Local(ctx)
			l := unbound(local)
			Expect(l.Bind(local.Sockaddr(0))).To(Return(nd2.Success))
			size := uint32(nd2.SockaddrIn6Size)
			s := l.GetLocalAddress(make([]byte, size), &size)
			Expect(s).To(ReturnAsRuled("listener.getlocaladdress.bound"))
			if s == nd2.Success {
				Expect(AddressFrom(l.GetLocalAddress).Addr()).To(Equal(local.Address), "the listener's own address")
			}
		})

	It("fails for a listener that is not bound", Covers("listener.getlocaladdress.nd-invalid-device-state"),
		func(ctx SpecContext) {
			size := uint32(nd2.SockaddrIn6Size)
			Expect(unbound(Local(ctx)).GetLocalAddress(make([]byte, size),
				&size)).To(ReturnAsRuled("listener.getlocaladdress.nd-invalid-device-state"))
		})
})
