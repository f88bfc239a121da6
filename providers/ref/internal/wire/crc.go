package wire

import (
	"encoding/binary"
	"hash/crc32"
)

// A CRC is linear: what a byte adds depends on that byte and the count of bytes after
// it only. So the headers' CRC is the sum of independent look-ups, which is faster than
// byte after byte; constant fields are summed in advance.

// crcReach is the largest count of header bytes after a byte.
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

// crcOf carries the state over p, whose length is a multiple of 4 bytes. It is
// crc32.Update without inverting; for a short p it is faster, and p does not escape.
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
