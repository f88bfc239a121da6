package nic
import ("testing";"github.com/ndconform/ndconform/nd2")
func BenchmarkZZSend(b *testing.B){
	w := newWorld(b)
	x, y := w.pair()
	sx, sy := []nd2.SGE{w.a.sge(0, 64)}, []nd2.SGE{w.b.sge(0, 64)}
	var r [64]nd2.Result
	for b.Loop() {
		for range 64 { y.Receive(0, sy) }
		for range 64 { x.Send(0, sx, 0) }
		w.a.cq.GetResults(r[:]); w.b.cq.GetResults(r[:])
	}
}
