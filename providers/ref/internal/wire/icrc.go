package wire

import (
	"encoding/binary"
	"hash/crc32"
)

// ICRCSize is the size in bytes of the ICRC, which ends every datagram.
const ICRCSize = 4

// Seal completes a datagram in place: it zeroes the pad that the BTH speaks of and
// writes the ICRC, which is the last 4 bytes. The datagram has all its headers,
// its payload, and room for pad and ICRC.
func Seal(datagram []byte, f *Flow) {
	end := len(datagram) - ICRCSize
	if pad := int(datagram[bthFlags] >> bthPadShift & bthPadMask); pad != 0 {
		clear(datagram[end-pad : end])
	}
	binary.LittleEndian.PutUint32(datagram[end:], f.icrc(datagram[:end]))
}

// Check reports whether the datagram's ICRC is right.
func Check(datagram []byte, f *Flow) bool {
	end := len(datagram) - ICRCSize
	return end >= BTHSize && binary.LittleEndian.Uint32(datagram[end:]) == f.icrc(datagram[:end])
}

// icrc is the CRC-32 of 8 bytes of ones in place of the LRH, the masked IP, UDP and
// base transport headers, and all that follows.
// Source: IBTA annex A17 (invariant CRC), 7.8.1 (its polynomial and order of bits).
func (f *Flow) icrc(packet []byte) uint32 {
	state := f.headers(len(packet)+ICRCSize) ^ crcOfBTH((*[BTHSize]byte)(packet))
	return crc32.Update(^state, crc32.IEEETable, packet[BTHSize:])
}

// crcOfBTH is what the BTH adds, but for its masked byte, which is in Flow.base.
func crcOfBTH(b *[BTHSize]byte) uint32 {
	t := &crcTables
	return t[11][b[0]] ^ t[10][b[1]] ^ t[9][b[2]] ^ t[8][b[3]] ^
		t[6][b[5]] ^ t[5][b[6]] ^ t[4][b[7]] ^
		t[3][b[8]] ^ t[2][b[9]] ^ t[1][b[10]] ^ t[0][b[11]]
}
