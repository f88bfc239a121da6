package nic

import (
	"fmt"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// BenchmarkSizes is Sends to and fro, half a round trip each, and Writes and Reads to their results, of
// three sizes, in memory and over UDP. `ndconform bench` must measure the same.
func BenchmarkSizes(b *testing.B) {
	for name, make := range map[string]func(testing.TB) *world{
		"memory": func(b testing.TB) *world { return newWorld(b) }, "udp": newUDPWorld,
	} {
		world := func(b *testing.B) *world {
			w := make(b)
			for i := range memorySize { // memory that nobody has written to is one page
				w.a.memory[i], w.b.memory[i] = byte(i), byte(i)
			}
			return w
		}
		for _, size := range []int{64, 4 << 10, memorySize} {
			b.Run(fmt.Sprintf("%s/send/size=%d", name, size), func(b *testing.B) { bounceSends(b, world(b), size) })
			b.Run(fmt.Sprintf("%s/write/size=%d", name, size), func(b *testing.B) {
				w := world(b)
				x, _ := w.pair(asConnected)
				sge, token := []nd2.SGE{w.a.sge(0, size)}, w.b.region.RemoteToken()
				for b.Loop() {
					x.Write(0, sge, w.b.address(0), token, 0)
					poll(w.a.cq)
				}
			})
			b.Run(fmt.Sprintf("%s/read/size=%d", name, size), func(b *testing.B) {
				w := world(b)
				x, _ := w.pair(asConnected)
				sge, token := []nd2.SGE{w.a.sge(0, size)}, w.b.region.RemoteToken()
				for b.Loop() {
					x.Read(0, sge, w.b.address(0), token, 0)
					poll(w.a.cq)
				}
			})
		}
	}
}

// asConnected gives a connection the connection manager's window.
func asConnected(c *rc.Config) { c.Window = window }

// bounceSends is BenchmarkPingPong for messages of a size.
func bounceSends(b *testing.B, w *world, size int) {
	x, y := w.pair(asConnected)
	ball := [2][]nd2.SGE{{w.a.sge(0, size)}, {w.b.sge(0, size)}}
	x.Receive(0, ball[0])
	y.Receive(0, ball[1])
	for b.Loop() {
		x.Send(0, ball[0], nd2.SilentSuccess)
		poll(w.b.cq)
		y.Receive(0, ball[1])
		y.Send(0, ball[1], nd2.SilentSuccess)
		poll(w.a.cq)
		x.Receive(0, ball[0])
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*b.N), "ns/half")
}
