package runner

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"
)

const (
	// busyMost is how many more goroutines or threads than when the process was last seen at
	// rest make the worker look whether they rest.
	busyMost = 8
	// restTaken is how much processor time goroutines or threads must use before they count as
	// never resting; restLooks is how often the worker looks at most, each time after restPeriod. On
	// a busy machine they may not get that much, and then nothing is held against them. It looks
	// restLeast times at least, since looking takes time itself, in which goroutines that are about
	// to end may not have got a processor. None of this is scaled, since the suite does nothing
	// meanwhile.
	restTaken  = 20 * time.Millisecond
	restLeast  = 10
	restLooks  = 200
	restPeriod = 5 * time.Millisecond
	// threadsEvery: threads are counted after every threadsEvery-th spec, since that takes
	// longer than counting goroutines.
	threadsEvery = 8
)

// rest holds what a worker knows of the activity in its process while no spec runs.
type rest struct {
	specs, goroutines, threads int
	// taken returns how much processor time the process has used.
	taken func() time.Duration
}

// begin counts the goroutines and threads before the first spec.
func (r *rest) begin() {
	r.goroutines, r.threads, r.taken = runtime.NumGoroutine(), countThreads(), processorTaken
}

// lost says what goes on in the process after a spec if it keeps growing and takes processor
// time from the specs that follow. A provider may have threads that poll, but not one more
// for each object that has been released.
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
	for look := range restLooks {
		busy, functions := atWork()
		if busy < busyMost {
			return ""
		}
		took := r.taken() - before
		if took >= restTaken && look >= restLeast {
			return fmt.Sprintf("specs have left %d threads or goroutines that never rest: while no spec ran they took %v of the processors%s",
				busy, took.Round(time.Millisecond), inFunctions(functions))
		}
		<-time.After(restPeriod)
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
