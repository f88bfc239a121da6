package wait

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// threads is what the kernel says of a process's threads at some time.
type threads struct {
	at  time.Time
	all map[string]thread
}

// A thread has waited for a processor for so long, whenever it could have run, the last such
// wait left out if it goes on; it has had a processor so many times, and may wait for one now.
// Source: Linux, Documentation/scheduler/sched-stats.rst, /proc/<pid>/schedstat.
type thread struct {
	delayed time.Duration
	turns   int64
	waits   bool
}

// lookAtThreads looks at the threads of this process. What can't be read is left out.
func lookAtThreads(now time.Time) *threads {
	seen := &threads{now, map[string]thread{}}
	tasks, _ := filepath.Glob("/proc/self/task/*")
	for _, task := range tasks {
		var one thread
		var ran int64
		times, err := os.ReadFile(filepath.Join(task, "schedstat"))
		if err != nil {
			continue
		}
		if _, err := fmt.Sscan(string(times), &ran, &one.delayed, &one.turns); err != nil {
			continue
		}
		stat, _ := os.ReadFile(filepath.Join(task, "stat"))
		_, state, _ := strings.Cut(string(stat), ") ") // after the name, which is in parentheses
		one.waits = strings.HasPrefix(state, "R")
		seen.all[filepath.Base(task)] = one
	}
	return seen
}

// starved reports whether some thread has spent three quarters of the time until now waiting
// for a processor, or all of it. What the provider owes may be that thread's to do. Where there
// are just a few more threads than processors, none waits for so long.
func (t *threads) starved(now *threads) bool {
	passed := now.at.Sub(t.at)
	for id, then := range t.all {
		one := now.all[id]
		if one.delayed-then.delayed > passed*3/4 || then.waits && one.waits && one.turns == then.turns {
			return true
		}
	}
	return false
}
