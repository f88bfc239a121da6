package adapter

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var addresses = slices.Concat(
	BufferSizesOf("adapter.queryaddresslist.size-used", calls.AdapterQueryAddressList),
	[]Mutant{
		New("adapter.addresses.share-resources/ipv4-only", "Only connections from IPv4 addresses use what others use.",
			Refusing(calls.ConnectorConnect, nd2.InvalidParameter1, func(c *calls.Call) bool {
				q, ok := c.QueuePair.(*calls.QueuePair)
				return ok && len(c.Destination) == nd2.SockaddrIn6Size && shares(q)
			})),
		New("adapter.addresses.share-resources/queue-of-one-address",
			"A completion queue serves the address of its first connection only.",
			KeepingAt(calls.ConnectorConnect, func(c *calls.Call, family *calls.Record[int]) nd2.Status {
				q, ok := c.QueuePair.(*calls.QueuePair)
				if ok && family.Keep(&q.ReceiveCQ.Object, len(c.Destination)) != len(c.Destination) {
					return nd2.InvalidParameter1
				}
				return c.Proceed()
			})),
		New("adapter.queryaddresslist.complete/ipv4-only", "IPv6 addresses are not on the adapter's list.",
			WithoutIPv6(calls.AdapterQueryAddressList)),
		New("adapter.queryaddresslist.complete/last-missing", "The last address is not on the adapter's list.",
			WithoutLastAddress(calls.AdapterQueryAddressList)),
		New("adapter.queryaddresslist.own-only/another", "The list holds an address that is not the adapter's.",
			After(calls.AdapterQueryAddressList, func(c *calls.Call) {
				if n := len(c.List.Address); n > 0 {
					other := slices.Clone(c.List.Address[0])
					other[7]++ // the last byte of an IPv4 address
					c.List.Address = append(c.List.Address, other)
				}
			})),
	},
)

// shares reports whether a queue pair shares its completion queue with another one.
func shares(q *calls.QueuePair) bool {
	return slices.ContainsFunc(calls.Others[*calls.QueuePair](&q.Object), func(other *calls.QueuePair) bool {
		return other.ReceiveCQ == q.ReceiveCQ
	})
}
