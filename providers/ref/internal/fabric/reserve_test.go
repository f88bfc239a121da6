package fabric

import (
	"runtime"
	"testing"
)

// TestPortsThatHaveLeftAreForgotten shows that two NICs that leave in turns keep none of their former ports.
func TestPortsThatHaveLeftAreForgotten(t *testing.T) {
	const rounds = 20
	_, a, b := newHosts(t)
	forgotten := make(chan struct{}, 2*rounds)
	leave := func(h *host) {
		old := h.port
		runtime.AddCleanup(old.(*port), func(struct{}) { forgotten <- struct{}{} }, struct{}{})
		old.Leave()
		h.mu.Lock()
		defer h.mu.Unlock()
		var err error
		if h.port, err = old.Return(h); err != nil {
			t.Fatal(err)
		}
	}
	for range rounds { // a port sends only while its peer is the next to leave
		leave(a)
		a.send(0, 1)
		leave(b)
		b.send(0, 1)
	}
	for n := 0; n < 2*rounds-2; n++ { // each of the last two may be what the other's peer has found last
		runtime.GC()
		<-forgotten
	}
}
