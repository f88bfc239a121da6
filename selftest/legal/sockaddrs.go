package legal

import (
	"net/netip"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// sockaddrs are variants of how addresses are written, and which ones there are.
var sockaddrs = []Variant{
	{
		ID: "sockaddr-padding", hooks: tellAddress(padded),
		Differs: "The eight bytes of a sockaddr_in that mean nothing are not zero, nor is the flow of a sockaddr_in6.",
		Permits: "Addresses are sockaddr structures, and these members are none of their address and port.",
		Source:  "IND2Connector.md, IND2Connector::GetLocalAddress, Parameters",
	},
	{
		ID:      "sockaddr-inet",
		Differs: "Every address of a connector or listener takes the 28 bytes of a SOCKADDR_INET.",
		Permits: "The buffer's size is what the provider says that it needs.",
		Source:  "IND2Connector.md, IND2Connector::GetLocalAddress, Parameters",
		hooks: tellAddress(func(_ *calls.Call, a []byte) []byte {
			return append(a, make([]byte, nd2.SockaddrIn6Size-len(a))...)
		}),
	},
	{
		ID: "bound-address", hooks: tellAddress(specified),
		Differs: "A connector or listener that is bound to the unspecified address tells the adapter's first one of that " +
			"family.",
		Permits: "The address is that of the local adapter.", Source: "IND2Connector.md, IND2Connector::GetLocalAddress",
	},
	{
		ID: "roomy-list", hooks: lists(100, func([]byte) bool { return true }),
		Differs: "QueryAddressList asks for more room than it uses.",
		Permits: "The size is the required one, and on return the one used.",
		Source:  "IND2Adapter.md, IND2Adapter::QueryAddressList, Parameters",
	},
	{
		ID: "ipv4-only", hooks: family(nd2.SockaddrInSize),
		Differs:  "No adapter has an IPv6 address.",
		Permits:  "A provider may be registered for IPv4, and has the addresses that its adapters have.",
		Source:   "NetworkDirectSPI.md, Registering a NetworkDirect provider",
		Excludes: map[string]string{"ipv6-only": "there would be no address"},
	},
	{
		ID: "ipv6-only", hooks: family(nd2.SockaddrIn6Size),
		Differs:  "No adapter has an IPv4 address.",
		Permits:  "A provider has the addresses that its adapters have.",
		Source:   "NetworkDirectSPI.md, Registering a NetworkDirect provider",
		Excludes: map[string]string{"udp": "the addresses of the loopback network that it has are IPv4's"},
	},
}

// mostAddress is more than any sockaddr has, in bytes.
const mostAddress = 128

// tellAddress makes hooks that change the sockaddrs that connectors and listeners
// tell.
func tellAddress(change func(c *calls.Call, a []byte) []byte) func() calls.Hooks {
	return onCall(func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.ConnectorGetLocalAddress, calls.ConnectorGetPeerAddress, calls.ListenerGetLocalAddress:
		default:
			return c.Proceed()
		}
		if c.Size == nil {
			return c.Proceed()
		}
		buffer, room := c.Buffer, min(int(*c.Size), len(c.Buffer))
		whole, size := make([]byte, mostAddress), uint32(mostAddress)
		inner := c.Size
		c.Buffer, c.Size = whole, &size
		status := c.Proceed()
		c.Buffer, c.Size = buffer, inner
		if status != nd2.Success {
			return status
		}
		a := change(c, whole[:size:size])
		*c.Size = uint32(len(a))
		if room < len(a) {
			return nd2.BufferOverflow
		}
		copy(c.Buffer, a)
		return nd2.Success
	})
}

func padded(_ *calls.Call, a []byte) []byte {
	from, to := 8, nd2.SockaddrInSize
	if len(a) == nd2.SockaddrIn6Size {
		from, to = 4, 8
	}
	for i := from; i < to; i++ {
		a[i] = 0xcc
	}
	return a
}

func specified(c *calls.Call, a []byte) []byte {
	is, ok := nd2.ParseSockaddr(a)
	if !ok || !is.Addr().IsUnspecified() {
		return a
	}
	list, size := nd2.SocketAddressList{}, uint32(1<<16)
	c.Parent.Inner.QueryAddressList(&list, &size)
	for _, own := range list.Address {
		if first, ok := nd2.ParseSockaddr(own); ok && len(own) == len(a) {
			return nd2.Sockaddr(netip.AddrPortFrom(first.Addr(), is.Port()))
		}
	}
	return a
}

// lists makes hooks that leave addresses out of lists, and ask for more bytes than
// the list takes.
func lists(more uint32, keep func(sockaddr []byte) bool) func() calls.Hooks {
	return onCall(func(c *calls.Call) nd2.Status {
		if c.Method != calls.AdapterQueryAddressList && c.Method != calls.ProviderQueryAddressList || c.Size == nil {
			return c.Proceed()
		}
		all, size := nd2.SocketAddressList{}, uint32(1<<16)
		list, inner := c.List, c.Size
		c.List, c.Size = &all, &size
		status := c.Proceed()
		c.List, c.Size = list, inner
		if status != nd2.Success {
			return status
		}
		var kept [][]byte
		used := uint32(8)
		for _, a := range all.Address {
			if keep(a) {
				kept = append(kept, a)
				used += 16 + uint32(len(a))
			}
		}
		room := *c.Size
		*c.Size = used
		if list == nil || room < used+more {
			*c.Size = used + more
			return nd2.BufferOverflow
		}
		list.Address = kept
		return nd2.Success
	})
}

// family makes hooks that know sockaddrs of one size only.
func family(size int) func() calls.Hooks {
	return func() calls.Hooks {
		listed := lists(0, func(a []byte) bool { return len(a) == size })
		known := func(c *calls.Call) nd2.Status {
			address := c.Buffer
			switch c.Method {
			case calls.ConnectorConnect:
				address = c.Destination
			case calls.ConnectorBind, calls.ListenerBind, calls.ProviderResolveAddress:
			default:
				return c.Proceed()
			}
			if a, ok := nd2.ParseSockaddr(address); ok && a.Addr().Is4() != (size == nd2.SockaddrInSize) {
				if strings.HasSuffix(c.Method, "Connect") {
					return nd2.NetworkUnreachable
				}
				return nd2.InvalidAddress
			}
			return c.Proceed()
		}
		return calls.Chain(listed(), calls.Hooks{Call: known})
	}
}
