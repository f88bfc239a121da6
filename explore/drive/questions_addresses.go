package drive

import (
	"fmt"
	"net/netip"
	"slices"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/nd2"
)

// roomForAll is more bytes than any list of addresses takes.
const roomForAll = 1 << 16

// A listing is the method QueryAddressList of a provider or an adapter.
type listing = func(list *nd2.SocketAddressList, size *uint32) nd2.Status

var askedAddresses = []question{
	{
		"the sizes of an adapter's addresses", "adapter.queryaddresslist.size-used",
		func(_ *driver, s *side, _ *model.Call) *model.Violation {
			return listsOut("adapter.queryaddresslist.size-used", s.Adapter.QueryAddressList)
		},
	},
	{
		"the sizes of a provider's addresses", "provider.queryaddresslist.size-used",
		asProvider(func(s *side, p nd2.Provider) *model.Violation {
			return listsOut("provider.queryaddresslist.size-used", p.QueryAddressList)
		}),
	},
	{
		"the addresses of an adapter and its provider",
		"adapter.queryaddresslist.complete adapter.queryaddresslist.own-only provider.queryaddresslist.complete",
		asProvider(sameAddresses),
	},
	{
		"the adapter of an address, with a port", "provider.resolveaddress.port-ignored provider.instantiated-again",
		asProvider(func(s *side, p nd2.Provider) *model.Violation {
			for _, port := range []uint16{0, 1, 65535} {
				var id uint64
				if st := p.ResolveAddress(nd2.Sockaddr(netip.AddrPortFrom(s.Address, port)), &id); st != nd2.Success || id != s.ID {
					return model.Violates("provider.resolveaddress.port-ignored provider.instantiated-again",
						fmt.Sprintf("the id %#x of the address with port %d", s.ID, port), "ResolveAddress returned %v, and %#x", st, id)
				}
			}
			return nil
		}),
	},
	{
		"a connector at each address", "connector.connect.every-address",
		func(_ *driver, s *side, _ *model.Call) *model.Violation {
			for _, a := range listed(s.Adapter.QueryAddressList) {
				connector, err := s.connector()
				if err != nil {
					return unlessLacking(err)
				}
				st := connector.Bind(nd2.Sockaddr(netip.AddrPortFrom(a, 0)))
				connector.Release()
				if noPorts(st) {
					return nil
				}
				if v := fails("connector.connect.every-address connector.bind.nd-success",
					fmt.Sprintf("Bind to the address %v of the adapter", a), st); v != nil {
					return v
				}
			}
			return nil
		},
	},
}

// asProvider returns a question to the provider of a side.
func asProvider(ask func(s *side, p nd2.Provider) *model.Violation) func(*driver, *side, *model.Call) *model.Violation {
	return func(_ *driver, s *side, _ *model.Call) *model.Violation {
		p := s.ND2()
		defer p.Release()
		return ask(s, p)
	}
}

// mostGrowth is how often a list may have grown since its size was told.
const mostGrowth = 8

// listsOut judges the size that is told of a list: no more than is needed, and what the addresses
// take at least, however much room there is.
func listsOut(rules string, list listing) *model.Violation {
	var needed uint32
	if list(nil, &needed) != nd2.BufferOverflow { // no other code tells a size
		return nil
	}
	for _, more := range []uint32{0, 1, 4096} {
		var all nd2.SocketAddressList
		size, least := needed+more, 0
		st := list(&all, &size)
		for tries := 0; st == nd2.BufferOverflow && size > needed+more && tries < mostGrowth; tries++ {
			needed = size
			size += more
			st = list(&all, &size)
		}
		for _, one := range all.Address {
			least += len(one)
		}
		if st == nd2.Success && int(size) >= least && size <= needed {
			continue
		}
		return model.Violates(rules,
			fmt.Sprintf("a list of addresses in the %d bytes that it needs, with %d bytes more", needed, more),
			"it returned %v, and a size of %d for %d addresses", st, size, len(all.Address))
	}
	return nil
}

// listings is how often a list is asked for, since an address may come and go between any two calls.
const listings = 16

// listed returns the addresses that were on a list, nil if there is none.
func listed(list listing) (addresses []netip.Addr) {
	for range listings {
		var all nd2.SocketAddressList
		size := uint32(roomForAll)
		if list(&all, &size) != nd2.Success {
			return nil
		}
		for _, one := range all.Address {
			if a, ok := nd2.ParseSockaddr(one); ok && !slices.Contains(addresses, a.Addr()) {
				addresses = append(addresses, a.Addr())
			}
		}
	}
	return addresses
}

// sameAddresses judges whether an adapter lists the addresses that its provider lists and resolves to
// it, and no others. Addresses come and go: those before and after were there between, and one is
// missing if two lists in a row lack it.
func sameAddresses(s *side, p nd2.Provider) *model.Violation {
	before := resolved(s, p)
	own := append(listed(s.Adapter.QueryAddressList), listed(s.Adapter.QueryAddressList)...)
	after := resolved(s, p)
	for _, a := range before {
		if slices.Contains(after, a) && !slices.Contains(own, a) {
			return model.Violates("adapter.queryaddresslist.complete provider.resolveaddress.unique-id",
				fmt.Sprintf("%v on the adapter's list, which the provider resolves to it", a), "the list was %v", own)
		}
	}
	for _, a := range append(slices.Clone(own), s.Address) {
		if slices.Contains(listed(s.Adapter.QueryAddressList),
			a) && !slices.Contains(before, a) && !slices.Contains(after, a) {
			return model.Violates(
				"adapter.queryaddresslist.own-only provider.queryaddresslist.complete provider.resolveaddress.unique-id",
				fmt.Sprintf("%v on the provider's list, and resolved to the adapter that lists it", a),
				"those that it resolves to the adapter were %v", after)
		}
	}
	if !slices.Contains(own, s.Address) {
		return model.Violates("adapter.queryaddresslist.complete",
			fmt.Sprintf("%v on the list of the adapter that has it", s.Address), "the list was %v", own)
	}
	return nil
}

// resolved returns the addresses on a provider's list that it resolves to the adapter of a side.
func resolved(s *side, p nd2.Provider) []netip.Addr {
	return slices.DeleteFunc(listed(p.QueryAddressList), func(a netip.Addr) bool {
		var id uint64
		return p.ResolveAddress(nd2.Sockaddr(netip.AddrPortFrom(a, 0)), &id) != nd2.Success || id != s.ID
	})
}
