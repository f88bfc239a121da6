package provider

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var addresses = slices.Concat(
	BufferSizesOf("provider.queryaddresslist.size-used", calls.ProviderQueryAddressList),
	[]Mutant{
		New("provider.queryaddresslist.complete/ipv4-only", "IPv6 addresses are not on the list.",
			WithoutIPv6(calls.ProviderQueryAddressList)),
		New("provider.queryaddresslist.complete/last-missing", "The last address is not on the list.",
			WithoutLastAddress(calls.ProviderQueryAddressList)),
		New("provider.resolveaddress.malformed/resolved", "A malformed sockaddr resolves.",
			NeverFailing(calls.ProviderResolveAddress)),
		New("provider.resolveaddress.port-ignored/ipv6-refused", "An IPv6 address with a port does not resolve.",
			Refusing(calls.ProviderResolveAddress, nd2.InvalidAddress, func(c *calls.Call) bool {
				a, ok := nd2.ParseSockaddr(c.Buffer)
				return ok && a.Addr().Is6() && a.Port() != 0
			})),
		New("provider.resolveaddress.unique-id/all-the-same", "The addresses of all adapters give the same id.",
			KeepingAfter(calls.ProviderResolveAddress, func(c *calls.Call, first *calls.Record[uint64]) {
				*c.FoundID = first.Keep(nil, *c.FoundID)
			})),
		New("provider.resolveaddress.unique-id/by-family", "The addresses of an adapter give different ids.",
			After(calls.ProviderResolveAddress, func(c *calls.Call) { *c.FoundID += uint64(len(c.Buffer)) << 32 })),
	},
)

// halves breaks one half of a sentence at a time: families of addresses, the object beside a code, a buffer's size.
func halves() []Mutant {
	return slices.Concat(
		ReturningObjects("IND2Provider"),
		TooSmall("provider.queryaddresslist.nd-buffer-overflow", calls.ProviderQueryAddressList),
		Halves("provider.resolveaddress.nd-success", Families...),
		Halves("provider.resolveaddress.nd-invalid-address", Families...),
		[]Mutant{
			New("provider.resolveaddress.port-ignored/ipv4-refused", "An IPv4 address with a port does not resolve.",
				Refusing(calls.ProviderResolveAddress, nd2.InvalidAddress, func(c *calls.Call) bool {
					return len(c.Buffer) == nd2.SockaddrInSize && (c.Buffer[2] != 0 || c.Buffer[3] != 0)
				})),
		},
		Malformed("provider.queryaddresslist", calls.ProviderQueryAddressList),
	)
}
