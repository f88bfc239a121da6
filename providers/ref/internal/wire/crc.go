package wire

import (
	"encoding/binary"
	"hash/crc32"
)

const (
	// crcStep is how many bytes updateCRC takes at once.
	crcStep = 8
	// crcAfterLRH is the state of the CRC after 8 bytes of ones.
	crcAfterLRH = 0xdebb20e3
)

// crcTables[k][b] is what the byte b does to the CRC when k bytes follow it.
var crcTables = func() (t [crcStep]crc32.Table) {
	t[0] = *crc32.IEEETable
	for b := range t[0] {
		for k := 1; k < crcStep; k++ {
			before := t[k-1][b]
			t[k][b] = t[0][byte(before)] ^ before>>8
		}
	}
	return t
}()

// updateCRC carries the state of a CRC-32 (IEEE) over p, a multiple of crcStep
// bytes. It is crc32.Update without the inversions, and p does not escape.
func updateCRC(state uint32, p []byte) uint32 {
	t := &crcTables
	for ; len(p) >= crcStep; p = p[crcStep:] {
		low := binary.LittleEndian.Uint32(p) ^ state
		high := binary.LittleEndian.Uint32(p[4:])
		state = t[7][byte(low)] ^ t[6][byte(low>>8)] ^ t[5][byte(low>>16)] ^ t[4][byte(low>>24)] ^
			t[3][byte(high)] ^ t[2][byte(high>>8)] ^ t[1][byte(high>>16)] ^ t[0][byte(high>>24)]
	}
	return state
}
