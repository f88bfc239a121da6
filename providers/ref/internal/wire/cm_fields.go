package wire

import (
	"fmt"
	"net/netip"
)

// A GID is an address of a port: an IPv6 address, or an IPv4-mapped one. Source: IBTA
// 4.1.1 (GID), annex A17 (GIDs are IP addresses).
type GID [16]byte

// GIDFrom returns the GID of an address.
func GIDFrom(a netip.Addr) GID { return a.As16() }

// Addr returns the address; an IPv4-mapped address becomes IPv4.
func (g GID) Addr() netip.Addr { return netip.AddrFrom16(g).Unmap() }

// String is the address.
func (g GID) String() string { return g.Addr().String() }

// A ServiceID is a REQ's destination service. Source: IBTA annex A11 (RDMA IP CM
// service).
//
//	+-----------------------+-------+---------------+
//	| 0000000001 (40 bits)  |  06   |  port (16)    |  the TCP port space
//	+-----------------------+-------+---------------+
type ServiceID uint64

const tcpPortSpace ServiceID = 0x0000000001060000

// TCPServiceID returns the service of a port in the TCP port space.
func TCPServiceID(port uint16) ServiceID { return tcpPortSpace | ServiceID(port) }

// TCPPort returns the service's port, or false outside the TCP port space.
func (s ServiceID) TCPPort() (port uint16, ok bool) {
	return uint16(s), s&^0xffff == tcpPortSpace
}

// String returns the number in hexadecimal.
func (s ServiceID) String() string { return fmt.Sprintf("0x%016x", uint64(s)) }

// An MTU is the code for a path MTU, 1 to 5 for 256 to 4096 bytes of payload.
// Source: IBTA 12.7 (path packet payload MTU).
type MTU uint8

const (
	smallestMTU MTU = 1
	largestMTU  MTU = 5
)

// MTUFor returns the code of the largest MTU <= bytes, or 0 below 256.
func MTUFor(bytes int) MTU {
	for m := largestMTU; m >= smallestMTU; m-- {
		if m.Bytes() <= bytes {
			return m
		}
	}
	return 0
}

// Bytes returns the MTU in bytes of payload, or 0 for an undefined code.
func (m MTU) Bytes() int {
	if m < smallestMTU || m > largestMTU {
		return 0
	}
	return 128 << m
}

// A Timeout is the code, 5 bits, for 4.096 microseconds times two to its power. As a
// queue pair's ACK timeout, 0 means no limit. Source: IBTA 12.7 (CM response timeouts,
// ACK timeout, service timeout).
type Timeout uint8

const (
	maxTimeout         Timeout = 31
	timeoutNanoseconds uint64  = 4096
)

// Microseconds returns the time, rounded down.
func (t Timeout) Microseconds() uint64 { return timeoutNanoseconds << (t & maxTimeout) / 1000 }

// A TransportService is the kind of connection in a REQ, 2 bits. Source: IBTA 12.7
// (transport service type).
type TransportService uint8

// The transport services.
const (
	ReliableConnection   TransportService = 0
	UnreliableConnection TransportService = 1
	ReliableDatagram     TransportService = 2
	ExtendedTransport    TransportService = 3
)
