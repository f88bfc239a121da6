package child

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// A Thread says what a thread has had of the processors since it began.
type Thread struct {
	// Ran is how long it ran, and Waited how long it could have run and had no processor. Both
	// leave out what goes on now.
	Ran, Waited time.Duration
	// Turns is how often it had a processor.
	Turns int64
	// Ready says that it runs, or could.
	Ready bool
}

// Threads looks at the threads of a process, by their ids. Those that end meanwhile are left out,
// and all are if the kernel does not keep these figures. Source: Linux,
// Documentation/scheduler/sched-stats.rst, /proc/<pid>/schedstat; proc(5), /proc/pid/stat.
func Threads(pid int) map[string]Thread {
	all := map[string]Thread{}
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", pid)) // the pattern is well formed
	for _, task := range tasks {
		text, err := os.ReadFile(filepath.Join(task, "schedstat"))
		if err != nil {
			continue
		}
		var one Thread
		_, err = fmt.Sscan(string(text), &one.Ran, &one.Waited, &one.Turns)
		if err != nil || one.Turns == 0 {
			continue
		}
		stat, _ := os.ReadFile(filepath.Join(task, "stat"))
		state := stat[bytes.LastIndexByte(stat, ')')+1:] // after the name, which is in parentheses
		one.Ready = bytes.HasPrefix(state, []byte(" R"))
		all[filepath.Base(task)] = one
	}
	return all
}

// Starved returns for how long the threads of a process could have run and there was no
// processor for them, together; of those that live.
func Starved(pid int) (waited time.Duration) {
	for _, one := range Threads(pid) {
		waited += one.Waited
	}
	return waited
}
