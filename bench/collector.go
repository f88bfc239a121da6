package bench

import (
	"runtime"
	"runtime/debug"
)

// garbage is how many bytes of garbage a sample may leave.
const garbage = 128 << 20

// A collector keeps Go's garbage collection out of samples, where it would take a processor at
// random moments. There is one at a time in a process.
type collector struct {
	percent int
	limit   int64
	freed   uint64
}

// newCollector stops automatic collection.
func newCollector() *collector {
	c := &collector{percent: debug.SetGCPercent(-1), limit: debug.SetMemoryLimit(-1)}
	touch(make([]byte, garbage))
	c.collect()
	debug.SetMemoryLimit(min(c.limit, int64(allocated().HeapAlloc)+4*garbage))
	return c
}

// touch makes the system provide memory, which takes longer than to allocate it.
func touch(b []byte) {
	for i := 0; i < len(b); i += page {
		b[i] = 1
	}
}

// collect frees the garbage of samples, if there is enough.
func (c *collector) collect() {
	if allocated().TotalAlloc-c.freed < garbage/16 {
		return
	}
	runtime.GC()
	c.freed = allocated().TotalAlloc
}

func allocated() (m runtime.MemStats) {
	runtime.ReadMemStats(&m)
	return m
}

// stop restores automatic collection.
func (c *collector) stop() {
	debug.SetGCPercent(c.percent)
	debug.SetMemoryLimit(c.limit)
}
