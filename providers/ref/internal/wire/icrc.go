package wire

import (
	"encoding/binary"
	"hash/crc32"
	"net/netip"
)

// ICRCSize is the size in bytes of the ICRC, which ends every datagram.
const ICRCSize = 4

// A Flow is what the ICRC covers below the BTH: the IP and UDP headers without the
// fields that routers change. Source: IBTA annex A17 (invariant CRC).
type Flow struct {
	// Src and Dst are the datagram's. IPv4 may be written as IPv6 (::ffff:a.b.c.d).
	Src, Dst netip.AddrPort
	// ID and DF are the identification and the don't fragment flag of an IPv4
	// header; IPv6 has neither.
	ID uint16
	DF bool
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

// Seal completes a datagram in place: it zeroes the pad that the BTH speaks of and
// writes the ICRC, which is the last 4 bytes. The datagram has at least a BTH and
// room for the ICRC.
func Seal(datagram []byte, f *Flow) {
	end := len(datagram) - ICRCSize
	pad := int(datagram[bthFlags] >> bthPadShift & bthPadMask)
	clear(datagram[end-pad : end])
	binary.LittleEndian.PutUint32(datagram[end:], f.icrc(datagram[:end]))
}

// Check reports whether the datagram's ICRC is right.
func Check(datagram []byte, f *Flow) bool {
	end := len(datagram) - ICRCSize
	return end >= BTHSize && binary.LittleEndian.Uint32(datagram[end:]) == f.icrc(datagram[:end])
}

// icrc is the CRC-32 of 8 masked bytes in place of the LRH, the masked IP, UDP and
// base transport headers, and all that follows. The headers are put together on
// the stack, which crc32.Update would move to the heap: hence a CRC of our own.
func (f *Flow) icrc(packet []byte) uint32 {
	var h [ipv6Size + udpSize + BTHSize]byte
	n := f.putHeaders(&h, len(packet)+ICRCSize)
	copy(h[n:], packet[:BTHSize])
	h[n+bthResv8a] = masked
	whole := (n + BTHSize) &^ (crcStep - 1)
	state := updateCRC(crcAfterLRH, h[:whole])
	return crc32.Update(^state, crc32.IEEETable, packet[whole-n:])
}

// putHeaders writes the masked IP and UDP headers of a datagram of so many bytes
// and returns their size.
func (f *Flow) putHeaders(h *[ipv6Size + udpSize + BTHSize]byte, datagram int) int {
	length := uint16(udpSize + datagram)
	if a := f.Src.Addr(); a.Is4() || a.Is4In6() {
		f.putIPv4((*[ipv4Size]byte)(h[:]), length)
		f.putUDP((*[udpSize]byte)(h[ipv4Size:]), length)
		return ipv4Size + udpSize
	}
	f.putIPv6((*[ipv6Size]byte)(h[:]), length)
	f.putUDP((*[udpSize]byte)(h[ipv6Size:]), length)
	return ipv6Size + udpSize
}

func (f *Flow) putIPv4(b *[ipv4Size]byte, length uint16) {
	src, dst := f.Src.Addr().As16(), f.Dst.Addr().As16()
	var fragment uint16
	if f.DF {
		fragment = ipv4DF
	}
	b[0] = 4<<4 | ipv4Size/4
	b[1] = masked // type of service
	binary.BigEndian.PutUint16(b[2:], ipv4Size+length)
	binary.BigEndian.PutUint16(b[4:], f.ID)
	binary.BigEndian.PutUint16(b[6:], fragment)
	b[8] = masked // time to live
	b[9] = protocolUDP
	binary.BigEndian.PutUint16(b[10:], masked16) // checksum
	copy(b[12:], src[12:])
	copy(b[16:], dst[12:])
}

func (f *Flow) putIPv6(b *[ipv6Size]byte, length uint16) {
	src, dst := f.Src.Addr().As16(), f.Dst.Addr().As16()
	const classAndLabel = 1<<28 - 1
	binary.BigEndian.PutUint32(b[0:], 6<<28|classAndLabel)
	binary.BigEndian.PutUint16(b[4:], length)
	b[6] = protocolUDP
	b[7] = masked // hop limit
	copy(b[8:], src[:])
	copy(b[24:], dst[:])
}

func (f *Flow) putUDP(b *[udpSize]byte, length uint16) {
	binary.BigEndian.PutUint16(b[0:], f.Src.Port())
	binary.BigEndian.PutUint16(b[2:], f.Dst.Port())
	binary.BigEndian.PutUint16(b[4:], length)
	binary.BigEndian.PutUint16(b[6:], masked16) // checksum
}
