package bench

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// TestTheCollectorRestsInSamples shows that garbage is collected between samples, and otherwise as before at the end.
func TestTheCollectorRestsInSamples(t *testing.T) {
	const usual = 70
	defer debug.SetGCPercent(debug.SetGCPercent(usual))
	c := newCollector()
	before := collections()
	for range 64 {
		touch(make([]byte, garbage/64))
	}
	if n := collections() - before; n != 0 {
		t.Errorf("%d collections in a sample", n)
	}
	c.collect()
	if n := collections() - before; n != 1 {
		t.Errorf("%d collections after it", n)
	}
	c.stop()
	if got := debug.SetGCPercent(usual); got != usual {
		t.Errorf("GOGC is %d at the end", got)
	}
}

func collections() uint32 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.NumGC
}
