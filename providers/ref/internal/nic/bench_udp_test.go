package nic

import (
	"net"
	"net/netip"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// BenchmarkUDP is half a round trip of 64 bytes over UDP on the loopback network: of
// Sends, and of datagrams between two bare sockets. One goroutine is both ends.
func BenchmarkUDP(b *testing.B) {
	b.Run("Send", func(b *testing.B) {
		w := newUDPWorld(b)
		x, y := w.pair()
		ball := [2][]nd2.SGE{{w.a.sge(0, 64)}, {w.b.sge(0, 64)}}
		x.Receive(0, ball[0])
		y.Receive(0, ball[1])
		b.ReportAllocs()
		for b.Loop() {
			x.Send(0, ball[0], nd2.SilentSuccess)
			poll(w.b.cq)
			y.Receive(0, ball[1])
			y.Send(0, ball[1], nd2.SilentSuccess)
			poll(w.a.cq)
			x.Receive(0, ball[0])
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*b.N), "ns/half")
	})
	b.Run("bare", func(b *testing.B) {
		x, y := bareSocket(b), bareSocket(b)
		there, back := y.LocalAddr().(*net.UDPAddr).AddrPort(), x.LocalAddr().(*net.UDPAddr).AddrPort()
		ball := make([]byte, 64)
		pass := func(from, to *net.UDPConn, at netip.AddrPort) {
			if _, err := from.WriteToUDPAddrPort(ball, at); err != nil {
				b.Fatal(err)
			}
			if _, _, err := to.ReadFromUDPAddrPort(ball); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportAllocs()
		for b.Loop() {
			pass(x, y, there)
			pass(y, x, back)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*b.N), "ns/half")
	})
}

func bareSocket(b *testing.B) *net.UDPConn {
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.Close() })
	return c
}

// BenchmarkUDPWrite is 64 KiB and 1 MiB Writes over UDP on the loopback network.
func BenchmarkUDPWrite(b *testing.B) {
	for name, size := range map[string]int{"64KiB": 64 << 10, "1MiB": memorySize} {
		b.Run(name, func(b *testing.B) {
			w := newUDPWorld(b)
			x, _ := w.pair()
			token := w.b.region.RemoteToken()
			sge := []nd2.SGE{w.a.sge(0, size)}
			var r [16]nd2.Result
			b.SetBytes(int64(size))
			b.ReportAllocs()
			open := 0
			for b.Loop() {
				x.Write(0, sge, w.b.address(0), token, 0)
				for open++; open == len(r); {
					open -= int(w.a.cq.GetResults(r[:]))
				}
			}
		})
	}
}
