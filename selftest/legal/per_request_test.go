package legal

import (
	"runtime"
	"testing"

	"github.com/ndconform/ndconform/calls"
)

// What is kept of a request goes with it.
func TestNothingIsKeptOfARequestThatIsGone(t *testing.T) {
	var p perRequest[int]
	stays := &calls.ProxyOverlapped{Number: 1}
	p.set(stays, 7)
	p.set(&calls.ProxyOverlapped{Number: 2}, 8)
	entries := func() (n int) {
		p.all.Range(func(any, any) bool { n++; return true })
		return n
	}
	for entries() > 1 {
		runtime.GC()
		runtime.Gosched()
	}
	if v, ok := p.get(stays); v != 7 || !ok {
		t.Errorf("%d, %v", v, ok)
	}
	p.remove(stays)
	if v, ok := p.get(stays); v != 0 || ok {
		t.Errorf("%d, %v", v, ok)
	}
	runtime.KeepAlive(stays)
}
