package runner

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"
)

const (
	// busyMost is how many goroutines or threads there may be more than when a process was last
	// at rest until it is looked at whether they rest.
	busyMost = 8
	// restTaken is what those that never rest take of the processors until that is believed, and
	// restLooks how often it is looked at, restPeriod after the last time. On a machine that has
	// much to do they may not come to take so much, and nothing is held against them. None of
	// it is scaled: nothing of the suite goes on meanwhile.
	restTaken  = 20 * time.Millisecond
	restLooks  = 200
	restPeriod = 5 * time.Millisecond
	// threadsEvery is at every how many specs threads are counted, which takes longer than
	// counting goroutines.
	threadsEvery = 8
)

// rest is what a worker knows of what goes on in its process while no spec runs.
type rest struct {
	specs, goroutines, threads int
	// taken is what the process has taken of the processors.
	taken func() time.Duration
}

// begin counts what there is before the first spec.
func (r *rest) begin() {
	r.goroutines, r.threads, r.taken = runtime.NumGoroutine(), countThreads(), processorTaken
}

// lost says what goes on in the process after a spec if there is more and more of it, and it
// takes the processors from the specs that follow. A provider may have threads that poll, but
// not more of them for each object that has been released.
func (r *rest) lost() string {
	r.specs++
	goroutines, threads := runtime.NumGoroutine(), r.threads
	if r.specs%threadsEvery == 0 {
		threads = countThreads()
	}
	if max(goroutines-r.goroutines, threads-r.threads) < busyMost {
		return ""
	}
	r.goroutines, r.threads = goroutines, threads
	before := r.taken()
	for range restLooks {
		busy, functions := atWork()
		if busy < busyMost {
			return ""
		}
		took := r.taken() - before
		if took >= restTaken {
			return fmt.Sprintf("specs have left %d threads or goroutines that never rest: while no spec ran they took %v of the processors%s",
				busy, took.Round(time.Millisecond), inFunctions(functions))
		}
		<-time.After(restPeriod)
	}
	return ""
}

// atWork counts the threads, or the goroutines if those are more, that do something or would if
// there were a processor for them; and lists the functions in which goroutines do.
func atWork() (n int, functions []string) {
	dump := make([]byte, dumpSize)
	dump = dump[:runtime.Stack(dump, true)]
	for _, s := range parseStacks(string(dump)) {
		if !slices.Contains([]string{"running", "runnable", "preempted"}, s.state) {
			continue
		}
		i := slices.IndexFunc(s.frames, func(frame string) bool { return !isHarness(strings.TrimSpace(frame)) })
		function, _, _ := strings.Cut(strings.TrimSpace(s.frames[i]), " ")
		n += len(s.goroutines)
		if !slices.Contains(functions, function) {
			functions = append(functions, function)
		}
	}
	return max(n, countBusyThreads()), functions
}

func inFunctions(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return ", in " + strings.Join(names, ", ")
}
