package wire

import "testing"

func TestZ(t *testing.T) {
	f := newFlow("192.168.0.7:49152", "192.168.0.7:4791")
	g := f.WithIPv4(1, false).WithIPv4(1144, true)
	f = &g
	b := unhex(t, "24 60 ffff 00 0000d3 00 cf1710 4630818be28935d90e9a95505401be885e500000 00000000")
	Seal(b, f)
	t.Logf("%x", b)
	f = newFlow("10.0.17.1:0", "10.0.18.1:4791")
	g = f.WithIPv4(0x718c, true)
	f = &g
	b = unhex(t, "8100 ffff 4000 0118 0000 0000 0000 0000 0000 0000 0000 0000 0000 0000 82fd 002a")
	t.Log(Check(b, f))
}
func BenchmarkZ(b *testing.B) {
	p := benchPackets()[0]
	datagram := p.Append(nil, testFlows()["IPv4"])
	h := datagram[:12]
	b.Run("EncodeHeader", func(b *testing.B) {
		for b.Loop() {
			p.EncodeHeader(h)
		}
	})
	b.Run("Decode", func(b *testing.B) {
		for b.Loop() {
			p.Decode(datagram)
		}
	})
}
