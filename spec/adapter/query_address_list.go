package adapter

import (
	"net/netip"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Adapter::QueryAddressList", func() {
	It("fills a buffer of the size that it asks for", Covers("adapter.queryaddresslist.nd-success"),
		func(ctx SpecContext) {
			local := Local(ctx)
			list := AllAddresses(local.Adapter.QueryAddressList)
			Expect(ParseAddresses(list)).To(ContainElement(local.Address), "the list of addresses")
			for _, sockaddr := range list.Address {
				a, _ := nd2.ParseSockaddr(sockaddr)
				Expect(len(sockaddr)).To(BeNumerically(">=", len(nd2.Sockaddr(a))), "the bytes of the sockaddr of %v", a)
			}
		})

	It("refuses a buffer that is too small", Covers("adapter.queryaddresslist.nd-buffer-overflow"), func(ctx SpecContext) {
		ExpectListOverflow(ctx, Local(ctx).Adapter.QueryAddressList)
	})

	It("says how much of a larger buffer it used", Covers("adapter.queryaddresslist.size-used"), func(ctx SpecContext) {
		ExpectListSizeUsed(ctx, Local(ctx).Adapter.QueryAddressList)
	})

	It("lists every address of the adapter that the provider lists", Covers("adapter.queryaddresslist.complete"),
		func(ctx SpecContext) {
			local := Local(ctx)
			provider := local.Provider()
			var id uint64
			Expect(provider.ResolveAddress(local.Sockaddr(0), &id)).To(Return(nd2.Success))
			// Addresses come and go: those on the provider's list before and after are there between.
			before := addressesOf(provider, id)
			for _, address := range addressesOf(provider, id) {
				if slices.Contains(before, address) {
					Expect(Listed(ctx, local.Adapter.QueryAddressList, address)).To(ContainElement(address), "the adapter's list")
				}
			}
		})

	It("lists the adapter's own addresses only", Covers("adapter.queryaddresslist.own-only"), func(ctx SpecContext) {
		local := Local(ctx)
		provider := local.Provider()
		var id uint64
		Expect(provider.ResolveAddress(local.Sockaddr(0), &id)).To(Return(nd2.Success))
		for _, sockaddr := range AllAddresses(local.Adapter.QueryAddressList).Address {
			var of uint64
			Expect(provider.ResolveAddress(sockaddr, &of)).To(Return(nd2.Success))
			Expect(of).To(Equal(id), "the adapter that has the address")
		}
	})
})

// addressesOf are those of a provider's list that it resolves to an adapter.
func addressesOf(provider nd2.Provider, id uint64) (own []netip.Addr) {
	list := AllAddresses(provider.QueryAddressList)
	for i, address := range ParseAddresses(list) {
		var of uint64
		if provider.ResolveAddress(list.Address[i], &of) == nd2.Success && of == id {
			own = append(own, address)
		}
	}
	return own
}
