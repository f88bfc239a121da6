package wire

import (
	"encoding/binary"
	"hash/crc32"
)

// A CRC is linear: what a byte adds to it depends on that byte and on how many
// follow, not on the others. So the CRC of the headers is put together from
// independent look-ups, faster than byte after byte, and for the fields that stay
// the same in advance.

// crcReach is how far from the end of the headers a byte may be.
const crcReach = ipv6Size + udpSize + BTHSize

// crcAfterLRH is the state of the CRC after 8 bytes of ones.
const crcAfterLRH = 0xdebb20e3

// crcTables[n][b] is what the byte b adds to the state when n bytes follow it.
var crcTables = func() (t [crcReach]crc32.Table) {
	t[0] = *crc32.IEEETable
	for n := 1; n < crcReach; n++ {
		for b, before := range t[n-1] {
			t[n][b] = t[0][byte(before)] ^ before>>8
		}
	}
	return t
}()

// crcOf carries the state over p, whose length is a multiple of 4 bytes. It does
// what crc32.Update does, without inverting; for a short p it begins faster, and p
// does not escape.
func crcOf(state uint32, p []byte) uint32 {
	t := &crcTables
	for ; len(p) >= 4; p = p[4:] {
		state ^= binary.LittleEndian.Uint32(p)
		state = t[3][byte(state)] ^ t[2][byte(state>>8)] ^ t[1][byte(state>>16)] ^ t[0][state>>24]
	}
	return state
}

// crc16 is what a number of 16 bits adds to the state when n bytes follow it.
func crc16(v uint16, n int) uint32 {
	return crcTables[n+1][v>>8] ^ crcTables[n][byte(v)]
}
