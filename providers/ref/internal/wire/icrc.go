package wire

import (
	"encoding/binary"

	"github.com/ndconform/ndconform/providers/ref/internal/crc"
)

// ICRCSize is the size in bytes of the ICRC, which ends every datagram.
const ICRCSize = 4

// Seal completes a datagram in place: it zeroes the pad that the BTH announces, and
// writes the ICRC to the last 4 bytes. The datagram must have all headers, the payload,
// and room for pad and ICRC.
func Seal(datagram []byte, f *Flow) {
	end := len(datagram) - ICRCSize
	clear(datagram[end-padOf(datagram) : end])
	binary.LittleEndian.PutUint32(datagram[end:], f.icrc(datagram))
}

// SealWith is Seal for a payload elsewhere, which it copies behind the headers in the
// same pass.
func SealWith(datagram, payload []byte, headers int, f *Flow) {
	end := len(datagram) - ICRCSize
	state := crcOf(f.header(datagram), datagram[BTHSize:headers])
	state = crc.Copy(state, datagram[headers:end], payload)
	pad := datagram[headers+len(payload) : end]
	clear(pad)
	binary.LittleEndian.PutUint32(datagram[end:], ^crc.Update(state, pad))
}

func padOf(datagram []byte) int { return int(datagram[bthFlags] >> bthPadShift & bthPadMask) }

// Check reports whether the datagram's ICRC is right.
func Check(datagram []byte, f *Flow) bool {
	end := len(datagram) - ICRCSize
	return end >= BTHSize && binary.LittleEndian.Uint32(datagram[end:]) == f.icrc(datagram)
}

// icrc returns the CRC-32 of 8 bytes of ones in place of the LRH, the masked IP,
// UDP and base transport headers, and all that follows except the ICRC itself.
// Source: IBTA annex A17 (invariant CRC), 7.8.1 (its polynomial and order of bits).
func (f *Flow) icrc(datagram []byte) uint32 {
	state, body := f.header(datagram), datagram[BTHSize:len(datagram)-ICRCSize]
	// These are the headers between the BTH and a payload of a full path MTU, which
	// then fills whole cache lines; or an acknowledgement's.
	if ahead := len(body) % 64; ahead <= maxExtensions && ahead%4 == 0 {
		state, body = crcOf(state, body[:ahead]), body[ahead:]
		if len(body) == 0 {
			return ^state
		}
	}
	return ^crc.Update(state, body)
}

// maxExtensions is the size of the longest usual headers behind a BTH.
const maxExtensions = RETHSize

// header returns the CRC of a datagram up to the end of its BTH.
func (f *Flow) header(datagram []byte) uint32 {
	t, bth := &crcTables, (*[BTHSize]byte)(datagram)
	// The BTH's masked byte is in f.base.
	return f.headers(len(datagram)) ^
		t[11][bth[0]] ^ t[10][bth[1]] ^ t[9][bth[2]] ^ t[8][bth[3]] ^
		t[6][bth[5]] ^ t[5][bth[6]] ^ t[4][bth[7]] ^
		t[3][bth[8]] ^ t[2][bth[9]] ^ t[1][bth[10]] ^ t[0][bth[11]]
}
