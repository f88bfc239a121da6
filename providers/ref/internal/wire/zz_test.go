package wire

import (
	"hash/crc32"
	"testing"
)

var sink uint32

func BenchmarkZ(b *testing.B) {
	buf := make([]byte, 76)
	b.Run("crc64", func(b *testing.B) {
		for b.Loop() {
			sink = crc32.Update(1, crc32.IEEETable, buf[:64])
		}
	})
	b.Run("crc68", func(b *testing.B) {
		for b.Loop() {
			sink = crc32.Update(1, crc32.IEEETable, buf[:68])
		}
	})
	b.Run("crc48", func(b *testing.B) {
		for b.Loop() {
			sink = crc32.Update(1, crc32.IEEETable, buf[:48])
		}
	})
	f := testFlows()["IPv4"]
	b.Run("hdr", func(b *testing.B) {
		for b.Loop() {
			var h [ipv6Size + udpSize + BTHSize]byte
			sink = uint32(f.putHeaders(&h, 80))
		}
	})
	b.Run("own40", func(b *testing.B) {
		var h [ipv6Size + udpSize + BTHSize]byte
		for b.Loop() {
			sink = updateCRC(crcAfterLRH, h[:40])
		}
	})
}
