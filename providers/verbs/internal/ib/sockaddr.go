package ib

import (
	"encoding/binary"
	"net/netip"
)

// sockaddrSize is the size of struct sockaddr_in6, the larger of the two, in bytes.
const sockaddrSize = 28

// Linux's numbers for the address families, and the offsets of the addresses.
const (
	afInet        = 2
	afInet6       = 10
	offsetOfInet  = 4
	offsetOfInet6 = 8
)

// sockaddr returns a as a struct sockaddr_in or sockaddr_in6 of Linux.
func sockaddr(a netip.AddrPort) (b [sockaddrSize]byte) {
	binary.BigEndian.PutUint16(b[2:], a.Port())
	if ip := a.Addr().Unmap(); ip.Is4() {
		binary.NativeEndian.PutUint16(b[:], afInet)
		copy(b[offsetOfInet:], ip.AsSlice())
		return b
	}
	binary.NativeEndian.PutUint16(b[:], afInet6)
	copy(b[offsetOfInet6:], a.Addr().AsSlice())
	return b
}

// parseSockaddr reads a struct sockaddr; for other families it returns the zero value.
func parseSockaddr(b *[sockaddrSize]byte) netip.AddrPort {
	port := binary.BigEndian.Uint16(b[2:])
	switch binary.NativeEndian.Uint16(b[:]) {
	case afInet:
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(b[offsetOfInet:])), port)
	case afInet6:
		return netip.AddrPortFrom(netip.AddrFrom16([16]byte(b[offsetOfInet6:])), port)
	}
	return netip.AddrPort{}
}
