package nic
import ("testing";"time";"os";"fmt";"github.com/ndconform/ndconform/nd2";"github.com/ndconform/ndconform/providers/ref/internal/rc";"strconv")
func TestKK(t *testing.T){
	if os.Getenv("ZZ") == "" { t.Skip() }
	ack, _ := strconv.Atoi(os.Getenv("ACK"))
	burst := 16
	if b, _ := strconv.Atoi(os.Getenv("BURST")); b > 0 { burst = b }
	for _, pairs := range []int{1, 2, 100, 1000} {
	w := newWorld(t)
	var xs, ys []*QueuePair
	for range pairs { x, y := w.pair(func(c *rc.Config){ c.AckTimeout = rc.Tick(ack) }); xs = append(xs, x); ys = append(ys, y) }
	s, v := []nd2.SGE{w.a.sge(0, 64)}, []nd2.SGE{w.b.sge(0, 64)}
	var r [64]nd2.Result
	best := time.Hour
	k := 0
	for start := time.Now(); time.Since(start) < 3*time.Second; {
		t0 := time.Now()
		for range 50 {
			x, y := xs[k%pairs], ys[k%pairs]
			k++
			for range burst { y.Receive(0, v) }
			for range burst { x.Send(0, s, 0) }
			for n := 0; n < burst; { n += int(w.b.cq.GetResults(r[:])) }
			for n := 0; n < burst; { n += int(w.a.cq.GetResults(r[:])) }
		}
		best = min(best, time.Since(t0)/time.Duration(burst*50))
	}
	fmt.Println("ack", ack, "burst", burst, "pairs", pairs, "ns", best)
	}
}
