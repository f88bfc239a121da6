package provider

import (
	"context"
	"encoding/binary"
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

var _ = Describe("IND2Provider::ResolveAddress", func() {
	It("returns the id of the adapter that has the address", Covers("provider.resolveaddress.nd-success"),
		func(ctx SpecContext) {
			provider := Local(ctx).Provider()
			for _, sockaddr := range AllAddresses(provider.QueryAddressList).Address {
				a, _ := nd2.ParseSockaddr(sockaddr)
				Expect(ownAddresses(ctx, provider, resolve(provider, sockaddr), a.Addr())).To(ContainElement(a.Addr()),
					"the list of addresses")
			}
		})

	It("ignores the port", Covers("provider.resolveaddress.port-ignored"), func(ctx SpecContext) {
		local := Local(ctx)
		provider := local.Provider()
		id := resolve(provider, local.Sockaddr(0))
		for _, port := range []uint16{1, 54321, 65535} {
			Expect(resolve(provider, local.Sockaddr(port))).To(Equal(id), "with port %d", port)
		}
	})

	It("ignores the port of each address that the provider lists", Covers("provider.resolveaddress.port-ignored"),
		Variant("each-address"), func(ctx SpecContext) {
			provider := Local(ctx).Provider()
			for _, sockaddr := range AllAddresses(provider.QueryAddressList).Address {
				id := resolve(provider, sockaddr)
				for _, port := range []uint16{0, 1, 54321, 65535} {
					binary.BigEndian.PutUint16(sockaddr[2:], port) // the same place in either family
					Expect(resolve(provider, sockaddr)).To(Equal(id), "with port %d", port)
				}
			}
		})

	It("returns one id for each adapter", Covers("provider.resolveaddress.unique-id"), func(ctx SpecContext) {
		provider := Local(ctx).Provider()
		all := AllAddresses(provider.QueryAddressList)
		for _, sockaddr := range all.Address {
			id := resolve(provider, sockaddr)
			var resolved []netip.Addr
			for _, other := range all.Address {
				if a, _ := nd2.ParseSockaddr(other); resolve(provider, other) == id {
					resolved = append(resolved, a.Addr())
				}
			}
			own := ownAddresses(ctx, provider, id, resolved...)
			for _, other := range all.Address {
				a, _ := nd2.ParseSockaddr(other)
				if slices.Contains(resolved, a.Addr()) {
					Expect(own).To(ContainElement(a.Addr()), "the list of addresses")
				} else {
					Expect(own).NotTo(ContainElement(a.Addr()), "the list of addresses")
				}
			}
		}
	})

	It("returns ND_INVALID_ADDRESS when no adapter has the address", Covers("provider.resolveaddress.nd-invalid-address"),
		func(ctx SpecContext) {
			var id uint64
			for _, at := range EachFamily(Local(ctx)) {
				Expect(at.Provider().ResolveAddress(at.At(at.Unassigned()).Sockaddr(0), &id)).To(Return(nd2.InvalidAddress))
			}
		})

	It("returns ND_INVALID_ADDRESS for an address that differs from the adapter's in one bit, whichever byte it is in",
		Covers("provider.resolveaddress.nd-invalid-address"), Variant("neighbors"), func(ctx SpecContext) {
			var id uint64
			for _, at := range EachFamily(Local(ctx)) {
				provider := at.Provider()
				listed := ParseAddresses(AllAddresses(provider.QueryAddressList))
				for i := range at.Address.AsSlice() {
					bytes := at.Address.AsSlice()
					bytes[i] ^= 1
					near, _ := netip.AddrFromSlice(bytes)
					if !slices.Contains(listed, near) && (near.IsGlobalUnicast() || near.IsLinkLocalUnicast()) {
						Expect(provider.ResolveAddress(at.At(near).Sockaddr(0), &id)).To(Return(nd2.InvalidAddress), "%v", near)
					}
				}
			}
		})

	DescribeTable("refuses a sockaddr",
		func(ctx SpecContext, spoil func(sockaddr []byte) []byte) {
			local := Local(ctx)
			var id uint64
			Expect(local.Provider().ResolveAddress(spoil(local.Sockaddr(0)),
				&id)).To(ReturnAsRuled("provider.resolveaddress.malformed"))
		},
		Entry("of another family", Covers("provider.resolveaddress.malformed", "provider.resolveaddress.nd-invalid-address"),
			func(b []byte) []byte { b[0] = 17; return b }),
		Entry("that is too short", Covers("provider.resolveaddress.malformed"), Variant("short"), func(b []byte) []byte {
			return b[:7]
		}),
		Entry("of no bytes", Covers("provider.resolveaddress.malformed"), Variant("empty"), func(b []byte) []byte {
			return b[:0]
		}),
	)

	It("returns ND_NO_MEMORY when there is no memory", Covers("provider.resolveaddress.nd-no-memory"),
		func(ctx SpecContext) {
			local := Local(ctx)
			provider := local.Provider()
			undo := local.Inject(providers.Fault{Kind: providers.OutOfMemory, Call: "IND2Provider::ResolveAddress"})
			var id uint64
			Expect(provider.ResolveAddress(local.Sockaddr(0), &id)).To(Return(nd2.NoMemory))
			undo()
			Expect(provider.ResolveAddress(local.Sockaddr(0), &id)).To(Return(nd2.Success))
		})
})

// resolve returns the id of the adapter that has an address, a sockaddr.
func resolve(provider nd2.Provider, sockaddr []byte) (id uint64) {
	Expect(provider.ResolveAddress(sockaddr, &id)).To(Return(nd2.Success))
	return id
}

// ownAddresses are those that an adapter lists, now or, if some of those wanted are not among
// them, later.
func ownAddresses(ctx context.Context, provider nd2.Provider, id uint64, wanted ...netip.Addr) []netip.Addr {
	return Listed(ctx, openAdapter(ctx, provider, id).QueryAddressList, wanted...)
}
