package nd2

import (
	"encoding/binary"
	"net/netip"
	"strconv"
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

// Sockaddr returns a as a SOCKADDR_IN or SOCKADDR_IN6: the family in host order
// (little-endian), the port and the address in network order. The zone of an IPv6
// address is its scope id, a decimal number; a zone of another kind is dropped.
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
	if scope, err := strconv.ParseUint(a.Addr().Zone(), 10, 32); err == nil {
		binary.LittleEndian.PutUint32(b[24:], uint32(scope))
	}
	return b
}

// ParseSockaddr reads a SOCKADDR_IN or SOCKADDR_IN6; ok is false for another
// family or too few bytes. A scope id other than 0 is the address's zone.
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
		ip := netip.AddrFrom16([16]byte(b[8:24]))
		if scope := binary.LittleEndian.Uint32(b[24:]); scope != 0 {
			ip = ip.WithZone(strconv.FormatUint(uint64(scope), 10))
		}
		return netip.AddrPortFrom(ip, port), true
	}
	return a, false
}
