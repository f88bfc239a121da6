package timeout

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// threadsOf returns the threads of a process, by their ids. Threads that end meanwhile are left
// out, and all are if the kernel does not keep these figures. Source: Linux,
// Documentation/scheduler/sched-stats.rst, /proc/<pid>/schedstat; proc(5), /proc/pid/stat.
func threadsOf(pid int) map[string]thread {
	all := map[string]thread{}
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", pid)) // the pattern is well formed
	for _, task := range tasks {
		text, err := os.ReadFile(filepath.Join(task, "schedstat"))
		if err != nil {
			continue
		}
		var one thread
		_, err = fmt.Sscan(string(text), &one.ran, &one.waited, &one.turns)
		if err != nil || one.turns == 0 {
			continue
		}
		stat, _ := os.ReadFile(filepath.Join(task, "stat"))
		state := stat[bytes.LastIndexByte(stat, ')')+1:] // after the name in parentheses
		one.ready = bytes.HasPrefix(state, []byte(" R"))
		all[filepath.Base(task)] = one
	}
	return all
}
