package bench_test

import (
	"runtime"
	"testing"
	"time"

	"github.com/ndconform/ndconform/bench"
	"github.com/ndconform/ndconform/internal/ndclient"
	_ "github.com/ndconform/ndconform/providers/ref"
)

// TestTheEngine measures all there is of the engine, and looks at what is left behind.
func TestTheEngine(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, provider := range []string{"ref", "ref,fabric=udp", "ref,max-inline=0,max-srq-depth=0,max-initiator-depth=8"} {
		open, err := ndclient.Open(provider, "")
		if err != nil {
			t.Fatal(err)
		}
		ends, err := open()
		if err != nil {
			t.Fatal(err)
		}
		h := measured(t, ends, bench.Options{Quick: true, Sample: short, TimeoutScale: 10}, 2)
		if len(h.failed) > 0 {
			t.Errorf("%s: failed %v", provider, h.failed)
		}
		if err := ends.Close(); err != nil {
			t.Error(err)
		}
	}
	deadline := time.Now().Add(10 * time.Second)
	for runtime.NumGoroutine() > before && time.Now().Before(deadline) {
		runtime.Gosched()
	}
	if now := runtime.NumGoroutine(); now > before {
		t.Errorf("%d goroutines, %d before", now, before)
	}
}
