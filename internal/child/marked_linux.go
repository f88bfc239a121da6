package child

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

const (
	// killLimit is how long processes are looked for that carry a mark: those that are being killed may start others.
	killLimit = time.Second
	// emptyPasses is how often in a row none is found at the end. A process may start another behind the one that is
	// looked at, and be gone before its own turn.
	emptyPasses = 2
)

// KillMarked kills all processes whose environment as they were started begins an entry with a mark, such as those
// that a host has started and that lead sessions of their own. A process that was started without its parent's
// environment has no mark, and one of another user shows it to root only. Source: proc_pid_environ(5).
func KillMarked(mark string) {
	end, empty := time.Now().Add(killLimit), 0
	for passes := 0; empty < emptyPasses && (passes < emptyPasses || time.Now().Before(end)); passes++ {
		list, sure := marked(mark)
		for _, pid := range list {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		if empty++; len(list) > 0 || !sure {
			empty = 0
			<-time.After(time.Millisecond) // what was killed, or is being replaced, needs a moment
		}
	}
}

// marked lists the processes that carry a mark, without this one and those that have ended. It is sure unless one
// is being replaced by another program, and shows no environment in the meantime.
func marked(mark string) (list []int, sure bool) {
	sure = true
	folders, _ := filepath.Glob("/proc/[0-9]*") // the pattern is well formed
	for _, folder := range folders {
		text, err := os.ReadFile(filepath.Join(folder, "environ"))
		if err != nil {
			continue
		}
		if len(text) == 0 && isReplaced(folder) {
			sure = false
		}
		pid, err := strconv.Atoi(filepath.Base(folder))
		if err == nil && pid != os.Getpid() && bytes.Contains(append([]byte{0}, text...), []byte("\x00"+mark)) {
			list = append(list, pid)
		}
	}
	return list, sure
}

// isReplaced reports whether a process that shows no environment is being replaced by another program: it shows no
// arguments either, but has memory, as none has that is the kernel's or has ended. Source: proc_pid_cmdline(5),
// proc_pid_statm(5).
func isReplaced(folder string) bool {
	arguments, err := os.ReadFile(filepath.Join(folder, "cmdline"))
	if err != nil || len(arguments) > 0 {
		return false
	}
	sizes, err := os.ReadFile(filepath.Join(folder, "statm"))
	return err == nil && !bytes.HasPrefix(sizes, []byte("0 "))
}
