package bench

import (
	"runtime"
	"runtime/debug"
)

// garbage is how many bytes a sample may leave for Go's collector.
const garbage = 128 << 20

// A collector keeps Go's garbage collection out of samples, where it would take the other processor
// at moments that chance decides. There is one at a time, for it is the process's.
type collector struct {
	percent int
	limit   int64
	freed   uint64
}

// newCollector stops the collection that begins by itself.
func newCollector() *collector {
	c := &collector{percent: debug.SetGCPercent(-1), limit: debug.SetMemoryLimit(-1)}
	touch(make([]byte, garbage))
	c.collect()
	debug.SetMemoryLimit(min(c.limit, int64(allocated().HeapAlloc)+4*garbage))
	return c
}

// touch has the system provide memory: to do so takes longer than to allocate it.
func touch(b []byte) {
	for i := 0; i < len(b); i += page {
		b[i] = 1
	}
}

// collect frees what samples have left, if that is worth the time.
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

// stop has collection begin by itself again.
func (c *collector) stop() {
	debug.SetGCPercent(c.percent)
	debug.SetMemoryLimit(c.limit)
}
