package rc

import "testing"

// benchmarkPair is a pair that moves one message at a time between two ends in one
// goroutine, without encoding or ICRC, and allocates nothing.
func benchmarkPair(t testing.TB, kind Kind, mtu, length int) (message func()) {
	c := defaults()
	c.MTU, c.Window = mtu, 128
	p := connect(t, c)
	p.a.requests = []*testRequest{{
		Request: Request{Kind: kind, Length: uint32(length)},
		data:    make([]byte, length),
	}}
	r := p.a.requests[0]
	r.RemoteKey = p.b.region(length, true, true)
	r.RemoteAddress = p.b.regions[r.RemoteKey].base
	p.b.receive(length)
	return func() {
		p.now++
		p.b.taken = 0
		p.a.finished = p.a.finished[:0]
		p.a.conn.Post(&r.Request, p.now)
		for p.deliver(p.a) || p.deliver(p.b) {
		}
		if len(p.a.finished) != 1 || p.a.finished[0].outcome != OK {
			t.Fatalf("ended %v", p.a.outcomes())
		}
	}
}

func TestNoAllocation(t *testing.T) {
	for _, kind := range []Kind{Send, Write, Read} {
		for _, length := range []int{0, 64, 100_000} {
			message := benchmarkPair(t, kind, 1024, length)
			message()
			if n := testing.AllocsPerRun(100, message); n != 0 {
				t.Errorf("%v of %d bytes: %v allocations", kind, length, n)
			}
		}
	}
}

func benchmark(b *testing.B, kind Kind, mtu, length int) {
	message := benchmarkPair(b, kind, mtu, length)
	message()
	b.SetBytes(int64(length))
	b.ReportAllocs()
	for b.Loop() {
		message()
	}
}

func BenchmarkSend64B(b *testing.B)   { benchmark(b, Send, 1024, 64) }
func BenchmarkWrite64B(b *testing.B)  { benchmark(b, Write, 1024, 64) }
func BenchmarkRead64B(b *testing.B)   { benchmark(b, Read, 1024, 64) }
func BenchmarkWrite1MiB(b *testing.B) { benchmark(b, Write, 4096, 1<<20) }
func BenchmarkRead1MiB(b *testing.B)  { benchmark(b, Read, 4096, 1<<20) }
