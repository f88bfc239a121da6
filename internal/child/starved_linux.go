package child

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Starved returns for how long the threads of a process could have run and there was no
// processor for them, together; of those that live. Source: Linux, Documentation/scheduler/sched-stats.rst,
// /proc/<pid>/schedstat.
func Starved(pid int) (waited time.Duration) {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid)) // the pattern is well formed
	for _, t := range tasks {
		text, err := os.ReadFile(t)
		if err != nil { // the thread has ended
			continue
		}
		var ran, runnable time.Duration
		_, err = fmt.Sscan(string(text), &ran, &runnable)
		if err == nil {
			waited += runnable
		}
	}
	return waited
}
