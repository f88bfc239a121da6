package adapter

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func queryAddressList() []mutant.Mutant {
	return slices.Concat(
		mutant.BufferSizesOf("adapter.queryaddresslist.size-used", calls.AdapterQueryAddressList),
		[]mutant.Mutant{
			mutant.New("adapter.queryaddresslist.complete/ipv4-only", "IPv6 addresses are not on the adapter's list.",
				mutant.WithoutIPv6(calls.AdapterQueryAddressList)),
			mutant.New("adapter.queryaddresslist.complete/last-missing", "The last address is not on the adapter's list.",
				mutant.WithoutLastAddress(calls.AdapterQueryAddressList)),
			mutant.New("adapter.queryaddresslist.own-only/another", "The list holds an address that is not the adapter's.",
				mutant.After(calls.AdapterQueryAddressList, func(c *calls.Call) {
					if n := len(c.List.Address); n > 0 {
						other := slices.Clone(c.List.Address[0])
						other[7]++ // the last byte of an IPv4 address
						c.List.Address = append(c.List.Address, other)
					}
				})),
		},
	)
}
