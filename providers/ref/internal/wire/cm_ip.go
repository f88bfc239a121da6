package wire

import (
	"encoding/binary"
	"errors"
	"net/netip"
)

// The sizes in bytes of the RDMA IP CM service's header, at the start of a REQ's
// private data, and of the consumer's rest.
const (
	IPHeaderSize      = 36
	IPPrivateDataSize = REQPrivateDataSize - IPHeaderSize
)

// ErrIPHeader says that private data has no header of the RDMA IP CM service.
var ErrIPHeader = errors.New("wire: private data has no RDMA IP CM header")

// An IPHeader has a REQ's source and destination in terms of IP. The destination port
// is in the REQ's ServiceID. Source: IBTA annex A11 (RDMA IP CM service), private data
// format.
//
//	+-------+-------+-------+-------+-------------------------------+
//	| MajV  | MinV  |  IPV  |  -    |          Source Port          |
//	+-------+-------+-------+-------+-------------------------------+
//	|        Source IP Address (16 bytes, IPv4 in the last 4)       |
//	+---------------------------------------------------------------+
//	|     Destination IP Address (16 bytes, IPv4 in the last 4)     |
//	+---------------------------------------------------------------+
type IPHeader struct {
	Src netip.AddrPort
	Dst netip.Addr
}

const (
	ipCMVersion  = 0 // major and minor
	ipCMVersion4 = 4 << 4
	ipCMVersion6 = 6 << 4
)

// SetIP writes the header to the private data. Both addresses are IPv4 or both are
// IPv6; IPv4 may be written as IPv6 (::ffff:a.b.c.d).
func (m *REQ) SetIP(h IPHeader) {
	b := m.PrivateData[:IPHeaderSize]
	src, dst := h.Src.Addr().As16(), h.Dst.As16()
	b[0], b[1] = ipCMVersion, ipCMVersion6
	binary.BigEndian.PutUint16(b[2:], h.Src.Port())
	copy(b[4:20], src[:])
	copy(b[20:36], dst[:])
	if h.Src.Addr().Unmap().Is4() && h.Dst.Unmap().Is4() {
		b[1] = ipCMVersion4
		clear(b[4:16])
		clear(b[20:32])
	}
}

// IP returns the private data's header, or ErrIPHeader.
func (m *REQ) IP() (IPHeader, error) {
	b := m.PrivateData[:IPHeaderSize]
	if b[0] != ipCMVersion {
		return IPHeader{}, ErrIPHeader
	}
	var src, dst netip.Addr
	switch b[1] & 0xf0 {
	case ipCMVersion4:
		src, dst = netip.AddrFrom4([4]byte(b[16:])), netip.AddrFrom4([4]byte(b[32:]))
	case ipCMVersion6:
		src, dst = netip.AddrFrom16([16]byte(b[4:])), netip.AddrFrom16([16]byte(b[20:]))
	default:
		return IPHeader{}, ErrIPHeader
	}
	return IPHeader{netip.AddrPortFrom(src, binary.BigEndian.Uint16(b[2:])), dst}, nil
}

// ConsumerData returns the consumer's part of the private data: IPPrivateDataSize bytes
// that alias the message.
func (m *REQ) ConsumerData() []byte { return m.PrivateData[IPHeaderSize:] }
