package child

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// passes is how often processes are looked for that carry a mark: those that are being killed may start others.
const passes = 10

// KillMarked kills all processes whose environment as they were started begins an entry with a mark, such as those
// that a host has started and that lead sessions of their own. A process that was started without its parent's
// environment has no mark, and one of another user shows it to root only. Source: proc_pid_environ(5).
func KillMarked(mark string) {
	for range passes {
		list := marked(mark)
		for _, pid := range list {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		if len(list) == 0 {
			return
		}
	}
}

// marked lists the processes that carry a mark, without this one and those that have ended.
func marked(mark string) (list []int) {
	environments, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is well formed
	for _, path := range environments {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err == nil && pid != os.Getpid() && bytes.Contains(append([]byte{0}, text...), []byte("\x00"+mark)) {
			list = append(list, pid)
		}
	}
	return list
}
