package wire

import (
	"encoding/binary"
	"hash/crc32"
)

// Identification returns the identification of the datagram's IPv4 header that makes
// its ICRC right, if any; f is its flow, apart from that. For a damaged datagram there
// is one with a probability of 2^-16.
func Identification(datagram []byte, f *Flow) (id uint16, ok bool) {
	end := len(datagram) - ICRCSize
	if end < BTHSize || !f.ipv4 {
		return 0, false
	}
	// Carry the CRC's error back to the place of the identification: a CRC is linear,
	// and each of its steps can be undone.
	off := binary.LittleEndian.Uint32(datagram[end:]) ^ f.icrc(datagram)
	for range end - BTHSize + afterIPv4ID + 2 {
		first := crcBack[off>>24]
		off = (off^crc32.IEEETable[first])<<8 | uint32(first)
	}
	return f.id ^ (uint16(off)<<8 | uint16(off)>>8), off < 1<<16
}

// crcBack[b] is the CRC table's entry with the first byte b.
var crcBack = func() (back [256]byte) {
	for i, v := range crc32.IEEETable {
		back[v>>24] = byte(i)
	}
	return back
}()
