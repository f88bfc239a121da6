package provider

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func queryAddressList() []mutant.Mutant {
	return slices.Concat(
		mutant.BufferSizesOf("provider.queryaddresslist.size-used", calls.ProviderQueryAddressList),
		[]mutant.Mutant{
			mutant.New("provider.queryaddresslist.complete/ipv4-only", "IPv6 addresses are not on the list.",
				mutant.WithoutIPv6(calls.ProviderQueryAddressList)),
			mutant.New("provider.queryaddresslist.complete/last-missing", "The last address is not on the list.",
				mutant.WithoutLastAddress(calls.ProviderQueryAddressList)),
		},
	)
}
