package wire

import (
	"encoding/binary"
	"net/netip"
)

// A Flow is the ICRC's part below the BTH: the IP and UDP headers without the fields
// that routers change. It is immutable; NewFlow makes it. Source: IBTA annex A17
// (invariant CRC); RFC 791, RFC 8200, RFC 768.
type Flow struct {
	ipv4 bool
	// id and fragment are an IPv4 header's words for the identification, and for flags
	// and fragment offset.
	id, fragment uint16
	// base is the CRC of the headers to the end of the BTH, with zeros for the lengths
	// and for the BTH except its masked byte.
	base uint32
}

const (
	ipv4Size = 20
	ipv6Size = 40
	udpSize  = 8

	protocolUDP = 17
	ipv4DF      = 1 << 14

	// masked stands for each byte that the ICRC leaves out.
	masked   = 0xff
	masked16 = 0xffff
)

// The count of header bytes, BTH included, after a field.
const (
	afterUDPLength    = udpSize + BTHSize - 6
	afterIPv4Length   = ipv4Size + udpSize + BTHSize - 4
	afterIPv4ID       = afterIPv4Length - 2
	afterIPv4Fragment = afterIPv4ID - 2
	afterIPv6Length   = ipv6Size + udpSize + BTHSize - 6
)

// NewFlow returns the flow from src to dst; either may be IPv4-mapped. IPv4 headers
// have identification 0 and the don't fragment flag, like those from an unconnected UDP
// socket of Linux.
func NewFlow(src, dst netip.AddrPort) Flow {
	f := Flow{ipv4: src.Addr().Unmap().Is4()}
	var headers [crcReach]byte
	h, ip := headers[:], ipv6Size
	if f.ipv4 {
		ip = ipv4Size
		putIPv4((*[ipv4Size]byte)(h), src.Addr(), dst.Addr())
	} else {
		putIPv6((*[ipv6Size]byte)(h), src.Addr(), dst.Addr())
	}
	putUDP((*[udpSize]byte)(h[ip:]), src.Port(), dst.Port())
	h[ip+udpSize+bthResv8a] = masked
	f.base = crcOf(crcAfterLRH, h[:ip+udpSize+BTHSize])
	return f.WithIPv4(0, true)
}

// WithIPv4 returns the flow with another identification and don't fragment flag in its
// IPv4 header. An IPv6 header has neither.
func (f Flow) WithIPv4(id uint16, dontFragment bool) Flow {
	if !f.ipv4 {
		return f
	}
	var fragment uint16
	if dontFragment {
		fragment = ipv4DF
	}
	f.base ^= crc16(f.id^id, afterIPv4ID) ^ crc16(f.fragment^fragment, afterIPv4Fragment)
	f.id, f.fragment = id, fragment
	return f
}

// headers returns the CRC of the headers of a datagram of that many bytes, without the
// BTH.
func (f *Flow) headers(datagram int) uint32 {
	udp := uint16(udpSize + datagram)
	ip, after := udp, afterIPv6Length
	if f.ipv4 {
		ip, after = ipv4Size+udp, afterIPv4Length
	}
	return f.base ^ crc16(udp, afterUDPLength) ^ crc16(ip, after)
}

func putIPv4(b *[ipv4Size]byte, src, dst netip.Addr) {
	from, to := src.As16(), dst.As16()
	b[0] = 4<<4 | ipv4Size/4
	b[1] = masked // type of service
	b[8] = masked // time to live
	b[9] = protocolUDP
	binary.BigEndian.PutUint16(b[10:], masked16) // checksum
	copy(b[12:], from[12:])
	copy(b[16:], to[12:])
}

func putIPv6(b *[ipv6Size]byte, src, dst netip.Addr) {
	from, to := src.As16(), dst.As16()
	const classAndLabel = 1<<28 - 1
	binary.BigEndian.PutUint32(b[0:], 6<<28|classAndLabel)
	b[6] = protocolUDP
	b[7] = masked // hop limit
	copy(b[8:], from[:])
	copy(b[24:], to[:])
}

func putUDP(b *[udpSize]byte, src, dst uint16) {
	binary.BigEndian.PutUint16(b[0:], src)
	binary.BigEndian.PutUint16(b[2:], dst)
	binary.BigEndian.PutUint16(b[6:], masked16) // checksum
}
