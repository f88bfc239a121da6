package wire

import (
	"encoding/binary"
	"hash/crc32"
)

// Identification returns the identification that the datagram's IPv4 header must have
// had, if there is one with which its ICRC is right; f is its flow, apart from that.
// Whatever is wrong with a datagram, there is such an identification with a
// probability of 2^-16.
func Identification(datagram []byte, f *Flow) (id uint16, ok bool) {
	end := len(datagram) - ICRCSize
	if end < BTHSize || !f.ipv4 {
		return 0, false
	}
	// What the CRC is off by goes back to where the identification is: a CRC is
	// linear, and each of its steps has one that undoes it.
	off := binary.LittleEndian.Uint32(datagram[end:]) ^ f.icrc(datagram)
	for range end - BTHSize + afterIPv4ID + 2 {
		first := crcBack[off>>24]
		off = (off^crc32.IEEETable[first])<<8 | uint32(first)
	}
	return f.id ^ (uint16(off)<<8 | uint16(off)>>8), off < 1<<16
}

// crcBack[b] is the entry of the CRC's table whose first byte is b.
var crcBack = func() (back [256]byte) {
	for i, v := range crc32.IEEETable {
		back[v>>24] = byte(i)
	}
	return back
}()
