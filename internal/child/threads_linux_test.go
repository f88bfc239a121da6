package child

import (
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// TestStarved has more threads run than there are processors: some of them wait.
func TestStarved(t *testing.T) {
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		t.Skip("the kernel does not tell what waits for a processor")
	}
	threads := 4 * runtime.NumCPU()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	before := Starved(os.Getpid())
	var enough atomic.Bool
	var all sync.WaitGroup
	for range threads {
		all.Go(func() {
			for !enough.Load() {
				runtime.KeepAlive(threads)
			}
		})
	}
	for Starved(os.Getpid()) <= before {
		runtime.Gosched()
	}
	enough.Store(true)
	all.Wait()
	if waited := Starved(1 << 30); waited != 0 {
		t.Errorf("no process has waited for %v", waited)
	}
}

// The thread that looks has had a processor, and is ready.
func TestThreads(t *testing.T) {
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		t.Skip("the kernel does not tell what threads have had")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	this, ok := Threads(os.Getpid())[strconv.Itoa(syscall.Gettid())]
	if !ok || !this.Ready || this.Turns == 0 {
		t.Errorf("this thread is %+v, %t", this, ok)
	}
	if all := Threads(1 << 30); len(all) != 0 {
		t.Errorf("no process has the threads %v", all)
	}
}
