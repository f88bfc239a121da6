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

// shortBody is up to which length crcOf is the faster way: that of an
// acknowledgement and of a Read request.
const shortBody = RETHSize

// icrc is the CRC-32 of 8 bytes of ones in place of the LRH, the masked IP, UDP and
// base transport headers, and all that follows.
// Source: IBTA annex A17 (invariant CRC), 7.8.1 (its polynomial and order of bits).
func (f *Flow) icrc(packet []byte) uint32 {
	t, bth, body := &crcTables, (*[BTHSize]byte)(packet), packet[BTHSize:]
	// The BTH's masked byte is in f.base.
	state := f.headers(len(packet)+ICRCSize) ^
		t[11][bth[0]] ^ t[10][bth[1]] ^ t[9][bth[2]] ^ t[8][bth[3]] ^
		t[6][bth[5]] ^ t[5][bth[6]] ^ t[4][bth[7]] ^
		t[3][bth[8]] ^ t[2][bth[9]] ^ t[1][bth[10]] ^ t[0][bth[11]]
	if len(body) <= shortBody && len(body)%4 == 0 {
		return ^crcOf(state, body)
	}
	return crc32.Update(^state, crc32.IEEETable, body)
}
