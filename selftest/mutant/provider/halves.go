package provider

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
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
