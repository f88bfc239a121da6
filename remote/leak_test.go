package remote_test

import (
	"runtime"
	"testing"
	"time"
)

// TestNothingIsLeft shows that sessions leave no goroutine behind, on either side, and no
// memory to speak of.
func TestNothingIsLeft(t *testing.T) {
	at := paired(t)
	sessions := func(count int) {
		for range count {
			i, err := open(at)
			if err != nil {
				t.Fatal(err)
			}
			openAdapter(t, i) // which nobody releases
			if err := i.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	sessions(2)
	goroutines, memory := runtime.NumGoroutine(), heap()
	sessions(20)
	deadline := time.Now().Add(10 * time.Second)
	for runtime.NumGoroutine() > goroutines && time.Now().Before(deadline) {
		runtime.Gosched()
	}
	if now := runtime.NumGoroutine(); now > goroutines {
		stacks := make([]byte, 1<<20)
		t.Errorf("%d goroutines, and %d before\n%s", now, goroutines, stacks[:runtime.Stack(stacks, true)])
	}
	if now := heap(); now > memory+1<<20 {
		t.Errorf("%d bytes, and %d before", now, memory)
	}
}

// heap is what is in use when nothing is to be collected, in bytes.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // what a finalizer had kept
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
