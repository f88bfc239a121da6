package nic

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// BenchmarkPingPong is half a round trip of 64-byte Sends, silent and polling, as
// latency is measured elsewhere. One goroutine is both ends, so the time is the cost of
// the message and its acknowledgement.
func BenchmarkPingPong(b *testing.B) {
	w := newWorld(b)
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
}

// BenchmarkPingPongTwo is the same with a polling goroutine at each end.
func BenchmarkPingPongTwo(b *testing.B) {
	w := newWorld(b)
	x, y := w.pair()
	pong := func(n int) {
		sge := []nd2.SGE{w.b.sge(0, 64)}
		for range n {
			poll(w.b.cq)
			y.Receive(0, sge)
			y.Send(0, sge, nd2.SilentSuccess)
		}
	}
	sge := []nd2.SGE{w.a.sge(0, 64)}
	y.Receive(0, []nd2.SGE{w.b.sge(0, 64)})
	done := make(chan struct{})
	b.ResetTimer()
	go func() { pong(b.N); close(done) }()
	for range b.N {
		x.Receive(0, sge)
		x.Send(0, sge, nd2.SilentSuccess)
		poll(w.a.cq)
	}
	<-done
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(2*b.N), "ns/half")
}

func poll(c *CompletionQueue) {
	var r [1]nd2.Result
	for i := 0; c.GetResults(r[:]) == 0; i++ {
		if i%10000 == 9999 {
			runtime.Gosched()
		}
	}
}

// BenchmarkSendRate is the cost of 64-byte Sends on many connections that take turns of
// one Send, or of sixteen.
func BenchmarkSendRate(b *testing.B) {
	for _, burst := range []int{16, 1} {
		for _, pairs := range []int{1, 2, 1000} {
			b.Run(fmt.Sprintf("burst=%d/connections=%d", burst, pairs), func(b *testing.B) {
				sendRate(b, pairs, burst)
			})
		}
	}
}

func sendRate(b *testing.B, pairs, burst int) {
	w := newWorld(b)
	xs, ys := make([]*QueuePair, pairs), make([]*QueuePair, pairs)
	for i := range pairs {
		xs[i], ys[i] = w.pair()
	}
	s, v := []nd2.SGE{w.a.sge(0, 64)}, []nd2.SGE{w.b.sge(0, 64)}
	var r [64]nd2.Result
	reap := func(c *CompletionQueue) {
		for n := 0; n < burst; {
			n += int(c.GetResults(r[:]))
		}
	}
	turn := func(x, y *QueuePair) {
		for range burst {
			y.Receive(0, v)
		}
		for range burst {
			x.Send(0, s, 0)
		}
		reap(w.b.cq)
		reap(w.a.cq)
	}
	for i := range pairs { // which makes the entries of their queues
		turn(xs[i], ys[i])
	}
	b.ReportAllocs()
	turns := 0
	for b.Loop() {
		turn(xs[turns%pairs], ys[turns%pairs])
		turns++
	}
	sends := float64(turns * burst)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/sends, "ns/Send")
	b.ReportMetric(sends/b.Elapsed().Seconds()/1e6, "M/s")
}

// BenchmarkWrite is 1 MiB Writes over a working set of 64 MiB, and within the same 1
// MiB, beside copying the same bytes, at once and 4 KiB at a time.
func BenchmarkWrite(b *testing.B) {
	const size = 1 << 20
	for _, set := range []int{64 << 20, size} {
		from, to := make([]byte, set), make([]byte, set)
		for i := range from {
			from[i], to[i] = byte(i), 1
		}
		over := fmt.Sprintf("set=%dMiB/", set>>20)
		for _, window := range []int{16, 32, 64, 128, 256} {
			b.Run(fmt.Sprintf("%swindow=%d", over, window), func(b *testing.B) { writes(b, from, to, size, window) })
		}
		for name, piece := range map[string]int{"copy": size, "copy=4KiB": 4 << 10} {
			b.Run(over+name, func(b *testing.B) { copies(b, from, to, size, piece) })
		}
	}
}

// writes are Writes of size bytes, each of the next part of the memory.
func writes(b *testing.B, from, to []byte, size, window int) {
	w := newWorld(b)
	x, _ := w.pair(func(c *rc.Config) { c.Window = window })
	source, sink := w.a.domain.NewRegion(), w.b.domain.NewRegion()
	want(b, source.Register(from, 0), nd2.Success)
	want(b, sink.Register(to, nd2.AllowRemoteWrite), nd2.Success)
	token := sink.RemoteToken()
	sge := []nd2.SGE{{MemoryRegionToken: source.LocalToken()}}
	var r [4]nd2.Result
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for at := 0; b.Loop(); at = (at + size) % len(from) {
		sge[0].Buffer = from[at : at+size]
		x.Write(0, sge, AddressOf(to[at:]), token, 0)
		for w.a.cq.GetResults(r[:]) == 0 {
		}
		if r[0].Status != nd2.Success {
			b.Fatal(r[0])
		}
	}
}

// copies copy size bytes likewise, a piece at a time.
func copies(b *testing.B, from, to []byte, size, piece int) {
	b.SetBytes(int64(size))
	for at := 0; b.Loop(); at = (at + size) % len(from) {
		for i := at; i < at+size; i += piece {
			copy(to[i:i+piece], from[i:])
		}
	}
}
