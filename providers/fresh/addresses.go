package fresh

import (
	"net/netip"
	"sync"

	"github.com/ndconform/ndconform/nd2"
	interpose "github.com/ndconform/ndconform/calls"
)

// listed answers a query for addresses with those that choose leaves, of a buffer of so many
// bytes.
func listed(c *interpose.Call, choose func(all [][]byte, given uint32) [][]byte) nd2.Status {
	if c.Size == nil {
		return c.Proceed()
	}
	list, size := c.List, c.Size
	defer func() { c.List, c.Size = list, size }()
	var all nd2.SocketAddressList
	room := uint32(1 << 20)
	c.List, c.Size = &all, &room
	if s := c.Proceed(); s != nd2.Success {
		return s
	}
	given := *size
	chosen := choose(all.Address, given)
	need := sizeOf(chosen)
	*size = need
	switch {
	case given < need:
		return nd2.BufferOverflow
	case list == nil:
		return nd2.InvalidParameter1
	}
	list.Address = chosen
	return nd2.Success
}

// sizeOf is the size of a SOCKET_ADDRESS_LIST with the addresses behind it.
func sizeOf(list [][]byte) uint32 {
	need := uint32(8)
	for _, a := range list {
		need += 16 + uint32(len(a))
	}
	return need
}

// elsewhere is an address that nobody has, of the documentation's network.
func elsewhere(b []byte) []byte {
	a, _ := nd2.ParseSockaddr(b)
	return nd2.Sockaddr(netip.AddrPortFrom(netip.MustParseAddr("203.0.113.77"), a.Port()))
}

func is4(b []byte) bool {
	a, ok := nd2.ParseSockaddr(b)
	return ok && a.Addr().Unmap().Is4()
}

// ipv6Only: the adapters have no IPv4 addresses.
func ipv6Only() interpose.Hooks {
	return interpose.Hooks{Early: true, Call: func(c *interpose.Call) nd2.Status {
		switch c.Method {
		case interpose.ProviderQueryAddressList, interpose.AdapterQueryAddressList:
			return listed(c, func(all [][]byte, _ uint32) (six [][]byte) {
				for _, a := range all {
					if is4(a) {
						act()
					} else {
						six = append(six, a)
					}
				}
				return six
			})
		case interpose.ProviderResolveAddress, interpose.ListenerBind, interpose.ConnectorBind:
			if is4(c.Buffer) {
				act()
				c.Buffer = elsewhere(c.Buffer)
			}
		case interpose.ConnectorConnect:
			if is4(c.Destination) {
				c.Destination = elsewhere(c.Destination)
			}
		}
		return c.Proceed()
	}}
}

// listGrows: the last address comes up after the first query that only asks for the size.
func listGrows() interpose.Hooks {
	var mu sync.Mutex
	asked := map[*interpose.Object]bool{}
	return interpose.Hooks{Early: true, Call: func(c *interpose.Call) nd2.Status {
		if c.Method != interpose.ProviderQueryAddressList && c.Method != interpose.AdapterQueryAddressList {
			return c.Proceed()
		}
		return listed(c, func(all [][]byte, given uint32) [][]byte {
			mu.Lock()
			defer mu.Unlock()
			short := all[:max(len(all)-1, 0)]
			if asked[c.Object] || len(short) == 0 || given >= sizeOf(short) {
				return all
			}
			act()
			asked[c.Object] = true
			return short
		})
	}}
}

// resolvedIDs: what Query calls an adapter is not what ResolveAddress calls it.
func resolvedIDs() interpose.Hooks {
	return interpose.Hooks{Early: true, Call: interpose.After(interpose.AdapterQuery, func(c *interpose.Call) {
		if c.Info != nil {
			act()
			c.Info.AdapterID = ^c.Info.AdapterID
		}
	})}
}
