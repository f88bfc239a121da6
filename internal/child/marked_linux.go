package child

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/ndconform/ndconform/internal/timeout"
)

const (
	// killLimit is how long to look for marked processes: those being killed may start others.
	killLimit = time.Second
	// emptyPasses is how many passes in a row must find none. A process may start another behind the pass, and be
	// gone before its turn.
	emptyPasses = 2
)

// KillMarked kills all processes with an environment entry that begins with mark, such as those that a host has
// started in other sessions. A process that was started without its parent's environment has no mark, and another
// user's process shows it to root only. Source: proc_pid_environ(5).
func KillMarked(mark string) {
	end, empty := time.Now().Add(killLimit), 0
	for passes := 0; empty < emptyPasses && (passes < emptyPasses || time.Now().Before(end)); passes++ {
		list, sure := marked(mark)
		for _, pid := range list {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		if empty++; len(list) > 0 || !sure {
			empty = 0
			timeout.Sleep(context.Background(), time.Millisecond) // what was killed, or is being replaced, needs a moment
		}
	}
}

// marked lists the living processes with a mark, without this one. sure is false if a process is just executing
// another program, and so shows no environment.
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

// markIn returns the mark in a process's environment, or nothing if it has or shows none.
func markIn(pid int) string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid)) // the process may have ended
	for entry := range strings.SplitSeq(string(text), "\x00") {
		if strings.HasPrefix(entry, markVariable+"=") {
			return entry
		}
	}
	return ""
}

// isReplaced reports whether a process without environment is just executing another program: it shows no arguments
// either, but has memory, unlike the kernel's and ended processes. Source: proc_pid_cmdline(5), proc_pid_statm(5).
func isReplaced(folder string) bool {
	arguments, err := os.ReadFile(filepath.Join(folder, "cmdline"))
	if err != nil || len(arguments) > 0 {
		return false
	}
	sizes, err := os.ReadFile(filepath.Join(folder, "statm"))
	return err == nil && !bytes.HasPrefix(sizes, []byte("0 "))
}
