package ref

import (
	"encoding/binary"
	"net/netip"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
)

// scopeAt is the offset of the scope id in SOCKADDR_IN6.
const scopeAt = 24

// elsewhere is the zone of link-local addresses on other links.
const elsewhere = "elsewhere"

// parse reads a sockaddr as the adapter understands it. An IPv4-mapped IPv6 address is
// IPv4. A link-local IPv6 address is on the adapter's link only if its scope id says
// so.
func (h *hardware) parse(sockaddr []byte) (netip.AddrPort, bool) {
	a, ok := nd2.ParseSockaddr(sockaddr)
	if !ok {
		return a, false
	}
	address := a.Addr().WithZone("").Unmap()
	if local(address) && binary.LittleEndian.Uint32(sockaddr[scopeAt:]) != h.scope {
		address = address.WithZone(elsewhere)
	}
	return netip.AddrPortFrom(address, a.Port()), true
}

// sockaddr returns an address of the adapter or a peer as the adapter writes it.
func (h *hardware) sockaddr(a netip.AddrPort) []byte {
	b := nd2.Sockaddr(a)
	if local(a.Addr()) {
		binary.LittleEndian.PutUint32(b[scopeAt:], h.scope)
	}
	return b
}

// sockaddrs returns all of the adapter's addresses.
func (h *hardware) sockaddrs() (all [][]byte) {
	for _, a := range h.addresses {
		all = append(all, h.sockaddr(netip.AddrPortFrom(a, 0)))
	}
	return all
}

// local reports whether an address needs a scope id.
func local(a netip.Addr) bool { return a.Is6() && a.IsLinkLocalUnicast() }

// copyAddress copies the sockaddr of the address from get, whole or not at all.
func copyAddress(h *hardware, b []byte, size *uint32, get func() (netip.AddrPort, nd2.Status)) nd2.Status {
	if size == nil {
		return nd2.InvalidParameter2
	}
	a, s := get()
	if s != nd2.Success {
		return s
	}
	return object.PutSockaddr(h.sockaddr(a), b, size)
}
