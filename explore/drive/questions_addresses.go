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
		"the sizes of an adapter's addresses", func(_ *driver, s *side, _ *model.Call) {
			listsOut("adapter.queryaddresslist.size-used", s.Adapter.QueryAddressList)
		},
	},
	{
		"the sizes of a provider's addresses", asProvider(func(_ *side, p nd2.Provider) {
			listsOut("provider.queryaddresslist.size-used", p.QueryAddressList)
		}),
	},
	{"the addresses of an adapter and its provider", asProvider(sameAddresses)},
	{
		"the adapter of an address, with a port", asProvider(func(s *side, p nd2.Provider) {
			for _, port := range []uint16{0, 1, 65535} {
				var id uint64
				if st := p.ResolveAddress(nd2.Sockaddr(netip.AddrPortFrom(s.Address, port)), &id); st != nd2.Success || id != s.ID {
					breaks("provider.resolveaddress.port-ignored provider.instantiated-again",
						"ResolveAddress returned %v and %#x for port %d, and the adapter is %#x", st, id, port, s.ID)
				}
			}
		}),
	},
	{
		"a connector at each address", func(_ *driver, s *side, _ *model.Call) {
			for _, a := range listed(s.Adapter.QueryAddressList) {
				connector, err := s.connector()
				if err != nil {
					broken(err)
					return
				}
				st := connector.Bind(nd2.Sockaddr(netip.AddrPortFrom(a, 0)))
				connector.Release()
				if noPorts(st) {
					return
				}
				mayLack("connector.connect.every-address connector.bind.nd-success",
					fmt.Sprintf("Bind to the address %v of the adapter", a), st)
			}
		},
	},
}

// asProvider returns a question to the provider of a side.
func asProvider(ask func(s *side, p nd2.Provider)) func(*driver, *side, *model.Call) {
	return func(_ *driver, s *side, _ *model.Call) {
		p := s.ND2()
		defer p.Release()
		ask(s, p)
	}
}

// listsOut has a list told with the room that it needs, and with more: then, too, the size is what the list takes.
func listsOut(rules string, list listing) {
	for _, more := range []uint32{0, 1, 4096} {
		for tries := 1; ; tries++ {
			var needed uint32
			if list(nil, &needed) != nd2.BufferOverflow { // no other code tells a size
				return
			}
			size := needed + more
			st := list(&nd2.SocketAddressList{}, &size)
			if st != nd2.Success || size <= needed { // the judge looks at these
				break
			}
			if tries == mostChanges {
				breaks(rules, "a list of %d bytes says that it takes %d of %d", needed, size, needed+more)
			}
		}
	}
}

// listed returns a list of addresses, or nil if there is none.
func listed(list listing) (addresses []netip.Addr) {
	var all nd2.SocketAddressList
	size := uint32(roomForAll)
	if list(&all, &size) != nd2.Success {
		return nil
	}
	for _, one := range all.Address {
		if a, ok := nd2.ParseSockaddr(one); ok {
			addresses = append(addresses, a.Addr())
		}
	}
	return addresses
}

// sameAddresses judges whether an adapter lists the addresses that its provider lists and resolves to it, and no
// others. Addresses come and go: one is missing if none of many lists has it.
func sameAddresses(s *side, p nd2.Provider) {
	ofAdapter := func() []netip.Addr { return append(listed(s.Adapter.QueryAddressList), s.Address) }
	ofProvider := func() []netip.Addr { return append(resolved(s, p), s.Address) }
	if a, list := missing(ofProvider, func() []netip.Addr { return listed(s.Adapter.QueryAddressList) }); a.IsValid() {
		breaks("adapter.queryaddresslist.complete provider.resolveaddress.unique-id",
			"the provider resolves %v to the adapter, whose list was %v", a, list)
	}
	if a, list := missing(ofAdapter, func() []netip.Addr { return resolved(s, p) }); a.IsValid() {
		breaks("adapter.queryaddresslist.own-only provider.queryaddresslist.complete provider.resolveaddress.unique-id",
			"the adapter lists %v, and the provider resolves %v to it", a, list)
	}
}

// mostChanges is how often a list may have changed before it is judged.
const mostChanges = 64

// missing returns an address that a first list has before and after, and that none of many others between has. It
// returns the last of these lists, too.
func missing(has, lacks func() []netip.Addr) (one netip.Addr, last []netip.Addr) {
	wanted := has()
	for range mostChanges {
		last = lacks()
		wanted = slices.DeleteFunc(wanted, func(a netip.Addr) bool { return slices.Contains(last, a) })
		if len(wanted) == 0 {
			return netip.Addr{}, last
		}
	}
	for _, a := range has() {
		if slices.Contains(wanted, a) {
			return a, last
		}
	}
	return netip.Addr{}, last
}

// resolved returns the addresses on a provider's list that it resolves to the adapter of a side.
func resolved(s *side, p nd2.Provider) []netip.Addr {
	return slices.DeleteFunc(listed(p.QueryAddressList), func(a netip.Addr) bool {
		var id uint64
		return p.ResolveAddress(nd2.Sockaddr(netip.AddrPortFrom(a, 0)), &id) != nd2.Success || id != s.ID
	})
}
