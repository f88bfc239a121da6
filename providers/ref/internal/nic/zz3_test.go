package nic
import ("testing";"time";"os";"fmt";"github.com/ndconform/ndconform/nd2")
func TestYY(t *testing.T){
	if os.Getenv("ZZ") == "" { t.Skip() }
	w := newWorld(t)
	x, y := w.pair()
	stop := make(chan struct{})
	poll := func(c *CompletionQueue) bool { var r [1]nd2.Result
		for i := 0; c.GetResults(r[:]) == 0; i++ { if i&0xfff==0xfff { select { case <-stop: return false; default: } } }
		return true }
	go func(){
		sge := []nd2.SGE{w.b.sge(0, 64)}
		for poll(w.b.cq) { y.Receive(0, sge); y.Send(0, sge, nd2.SilentSuccess) }
	}()
	sge := []nd2.SGE{w.a.sge(0, 64)}
	y.Receive(0, []nd2.SGE{w.b.sge(0, 64)})
	best := time.Hour
	n := 0
	for start := time.Now(); time.Since(start) < 3*time.Second; n++ {
		t0 := time.Now()
		for range 200 { x.Receive(0, sge); x.Send(0, sge, nd2.SilentSuccess); poll(w.a.cq) }
		best = min(best, time.Since(t0)/400)
	}
	close(stop)
	fmt.Println("two: best half", best, "chunks", n)
}
