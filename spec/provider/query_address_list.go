package provider

import (
	"context"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Provider::QueryAddressList", func() {
	It("fills a buffer of the size that it asks for", Covers("provider.queryaddresslist.nd-success"),
		func(ctx SpecContext) {
			local := Local(ctx)
			list := AllAddresses(local.Provider().QueryAddressList)
			Expect(ParseAddresses(list)).To(ContainElement(local.Address), "the list of addresses")
			for _, sockaddr := range list.Address {
				a, _ := nd2.ParseSockaddr(sockaddr)
				Expect(len(sockaddr)).To(BeNumerically(">=", len(nd2.Sockaddr(a))), "the bytes of the sockaddr of %v", a)
			}
		})

	It("refuses a buffer that is too small", Covers("provider.queryaddresslist.nd-buffer-overflow"),
		func(ctx SpecContext) {
			ExpectListOverflow(ctx, Local(ctx).Provider().QueryAddressList)
		})

	It("says how much of a larger buffer it used", Covers("provider.queryaddresslist.size-used"), func(ctx SpecContext) {
		ExpectListSizeUsed(ctx, Local(ctx).Provider().QueryAddressList)
	})

	It("lists every address of every adapter", Covers("provider.queryaddresslist.complete"), func(ctx SpecContext) {
		provider := Local(ctx).Provider()
		all := AllAddresses(provider.QueryAddressList)
		seen := map[uint64]bool{}
		for _, sockaddr := range all.Address {
			var id uint64
			Expect(provider.ResolveAddress(sockaddr, &id)).To(Return(nd2.Success))
			if seen[id] {
				continue
			}
			seen[id] = true
			own := ParseAddresses(AllAddresses(openAdapter(ctx, provider, id).QueryAddressList))
			Expect(Listed(ctx, provider.QueryAddressList, own...)).To(ContainElements(own), "the addresses of adapter %#x", id)
		}
	})
})

// openAdapter opens an adapter until the spec ends.
func openAdapter(ctx context.Context, provider nd2.Provider, id uint64) nd2.Adapter {
	var object nd2.Unknown
	Expect(provider.OpenAdapter(nd2.IIDAdapter, id, &object)).To(Return(nd2.Success))
	AtEnd(ctx, func(context.Context) { object.Release() })
	return object.(nd2.Adapter)
}
