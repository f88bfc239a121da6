package worker

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/ndconform/ndconform/internal/timeout"
)

const (
	// busyMost is how many more goroutines or threads than when the process was last seen at
	// idle make the worker check whether they are busy.
	busyMost = 8
	// idleTaken is how much processor time goroutines or threads must use before they count as busy;
	// idleLooksMost is how often the worker looks at most, each time after idlePeriod. On a busy machine
	// they may not get that much, and then nothing is held against them. It looks idleLooksLeast times
	// at least, since looking takes time itself, in which ending goroutines may not have got a
	// processor. None of this is scaled, since the suite does nothing meanwhile.
	idleTaken      = 20 * time.Millisecond
	idleLooksLeast = 10
	idleLooksMost  = 200
	idlePeriod     = 5 * time.Millisecond
	// threadsEvery: threads are counted after every threadsEvery-th spec, since that takes
	// longer than counting goroutines.
	threadsEvery = 8
)

// An idleCheck finds what is busy in a worker's process while no spec runs.
type idleCheck struct {
	specs, goroutines, threads int
	// grown says that the process has grown by what never rests once, and polling how many there were then.
	grown   bool
	polling int
	// taken returns how much processor time the process has used.
	taken func() time.Duration
}

// begin counts the goroutines and threads before the first spec.
func (c *idleCheck) begin() {
	c.goroutines, c.threads, c.taken = runtime.NumGoroutine(), countThreads(), timeout.ProcessorTime
}

// busy says what is busy in the process after a spec, if it grows from spec to spec and takes
// processor time from those that follow. A provider may have threads that poll, which it may start
// all at once, but not one more for each object that has been released: the first time that there are more
// that never rest is held against nobody.
func (c *idleCheck) busy() string {
	c.specs++
	goroutines, threads := runtime.NumGoroutine(), c.threads
	if c.specs%threadsEvery == 0 {
		threads = countThreads()
	}
	if max(goroutines-c.goroutines, threads-c.threads) < busyMost {
		return ""
	}
	c.goroutines, c.threads = goroutines, threads
	before := c.taken()
	for look := range idleLooksMost {
		busy, functions := atWork()
		if busy < c.polling+busyMost {
			return ""
		}
		took := c.taken() - before
		if took >= idleTaken && look >= idleLooksLeast {
			if !c.grown {
				c.grown, c.polling = true, busy
				return ""
			}
			return fmt.Sprintf(
				"specs have left %d threads or goroutines that never rest: while no spec ran they took %v of the processors%s",
				busy-c.polling, took.Round(time.Millisecond), inFunctions(functions))
		}
		<-time.After(idlePeriod)
	}
	return ""
}

// atWork counts the threads, or the goroutines if there are more of those, that are running or
// ready to run, and lists the functions in which goroutines are.
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
