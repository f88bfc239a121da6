package worker

import (
	"math"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/ndconform/ndconform/runner/fake"
)

// The threads of this process are told of, with gdb's stacks where gdb may read them.
func TestNativeThreads(t *testing.T) {
	text := nativeThreads(1)
	if !strings.Contains(text, "  thread ") || strings.Count(text, "\n") < 2 {
		t.Errorf("%q", text)
	}
	if len(text) > dumpSize {
		t.Errorf("%d bytes", len(text))
	}
	if _, err := exec.LookPath("gdb"); err == nil && !strings.Contains(text, "as gdb reads them:\nThread ") {
		t.Skip("gdb may not read this process, or takes too long")
	}
}

// TestCountThreads shows that threads are counted as they begin.
func TestCountThreads(t *testing.T) {
	const more = 5
	before := countThreads()
	began, end := make(chan bool), make(chan bool)
	var all sync.WaitGroup
	defer all.Wait()
	defer close(end)
	for range more {
		all.Go(func() {
			runtime.LockOSThread() // and so the thread ends with it
			began <- true
			<-end
		})
	}
	for range more {
		<-began
	}
	if got := countThreads(); before < 1 || got < more || got > before+2*more {
		t.Errorf("%d threads, and %d with %d more", before, got, more)
	}
}

// TestProcessorTime reads the times of a thread whose name has what ends a name.
func TestProcessorTime(t *testing.T) {
	for stat, want := range map[string]string{
		"77 (acme) poll) R 1 77 77 0 -1 64 9 0 0 0 950 25 0 0 20 0 1": "9.75 s",
		"77 (acme) R 1 77 77 0 -1 64 9 0 0 0 ? 25 0 0":                "–",
		"": "–",
	} {
		if got := processorTime(stat); got != want {
			t.Errorf("%q: %s, want %s", stat, got, want)
		}
	}
}

// TestThreadsNeverRest shows that threads that never rest are noticed that are no goroutines, as are
// those of code outside Go, if not after each spec.
func TestThreadsNeverRest(t *testing.T) {
	var r idleCheck
	var all sync.WaitGroup
	r.begin()
	r.goroutines, r.grown = math.MaxInt32, true
	begun, end := make(chan bool), make(chan struct{})
	for range 4 * busyMost {
		all.Go(func() {
			runtime.LockOSThread()
			fake.Waste(begun, end, true)
		})
		<-begun
	}
	found := 0
	for range threadsEvery {
		if r.busy() != "" {
			found++
		}
	}
	close(end)
	all.Wait()
	if found != 1 {
		t.Errorf("found after %d of %d specs", found, threadsEvery)
	}
}
