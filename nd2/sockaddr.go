package nd2

import (
	"encoding/binary"
	"net/netip"
)

// Address families of Windows sockets.
const (
	AFInet  = 2
	AFInet6 = 23
)

// Sizes of SOCKADDR_IN and SOCKADDR_IN6, in bytes.
const (
	SockaddrInSize  = 16
	SockaddrIn6Size = 28
)

// Sockaddr gives a as a SOCKADDR_IN or SOCKADDR_IN6: the family in host order
// (little-endian), the port and the address in network order. The zone of an
// IPv6 address is dropped.
func Sockaddr(a netip.AddrPort) []byte {
	if ip := a.Addr().Unmap(); ip.Is4() {
		b := make([]byte, SockaddrInSize)
		binary.LittleEndian.PutUint16(b, AFInet)
		binary.BigEndian.PutUint16(b[2:], a.Port())
		copy(b[4:], ip.AsSlice())
		return b
	}
	b := make([]byte, SockaddrIn6Size)
	binary.LittleEndian.PutUint16(b, AFInet6)
	binary.BigEndian.PutUint16(b[2:], a.Port())
	copy(b[8:], a.Addr().AsSlice())
	return b
}

// ParseSockaddr reads a SOCKADDR_IN or SOCKADDR_IN6; ok is false for another
// family or too few bytes.
func ParseSockaddr(b []byte) (a netip.AddrPort, ok bool) {
	if len(b) < SockaddrInSize {
		return a, false
	}
	port := binary.BigEndian.Uint16(b[2:])
	switch binary.LittleEndian.Uint16(b) {
	case AFInet:
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(b[4:8])), port), true
	case AFInet6:
		if len(b) < SockaddrIn6Size {
			return a, false
		}
		return netip.AddrPortFrom(netip.AddrFrom16([16]byte(b[8:24])), port), true
	}
	return a, false
}
