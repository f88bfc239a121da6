package timeout

import (
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestMoreThreadsThanProcessors runs more threads than there are processors: some wait.
func TestMoreThreadsThanProcessors(t *testing.T) {
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		t.Skip("the kernel does not tell what waits for a processor")
	}
	threads := 4 * runtime.NumCPU()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	before := threadsOf(self)
	var enough atomic.Bool
	var all sync.WaitGroup
	for range threads {
		all.Go(func() {
			for !enough.Load() {
				runtime.KeepAlive(threads)
			}
		})
	}
	for starved(before, threadsOf(self), time.Second) == 0 {
		before = threadsOf(self)
		runtime.Gosched()
	}
	enough.Store(true)
	all.Wait()
}

// The thread that looks has had a processor, and is ready.
func TestThreads(t *testing.T) {
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		t.Skip("the kernel does not tell what threads have had")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	this, ok := threadsOf(self)[strconv.Itoa(syscall.Gettid())]
	if !ok || !this.ready || this.turns == 0 {
		t.Errorf("this thread is %+v, %t", this, ok)
	}
	if all := threadsOf(1 << 30); len(all) != 0 {
		t.Errorf("no process has the threads %v", all)
	}
}
