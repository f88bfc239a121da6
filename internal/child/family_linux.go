package child

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ndconform/ndconform/internal/timeout"
)

// own are the processes that [Start] has started and that have not ended. before are the children that this process
// had already; they belong to others.
var own = struct {
	sync.Mutex
	pids, before map[int]bool
}{pids: map[int]bool{}}

// Start starts cmd. This process becomes the parent of all orphans of cmd's process; [KillOrphans] kills them. The
// caller calls ended after Wait. Source: PR_SET_CHILD_SUBREAPER(2const).
func Start(cmd *exec.Cmd) (ended func(), err error) {
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) // since Linux 3.4
	own.Lock()
	defer own.Unlock()
	if own.before == nil {
		own.before = map[int]bool{}
		for _, pid := range childrenOf(os.Getpid()) {
			own.before[pid] = true
		}
	}
	start := cmd.Start
	if a := cmd.SysProcAttr; a != nil && a.Cloneflags&unix.CLONE_NEWUSER != 0 {
		start = func() error { return StartApart(cmd) }
	}
	if err := start(); err != nil {
		return func() {}, err
	}
	pid := cmd.Process.Pid
	own.pids[pid] = true
	return func() {
		own.Lock()
		defer own.Unlock()
		delete(own.pids, pid)
	}, nil
}

// KillLastOrphans is [KillOrphans], but only if no process from [Start] runs: the orphans might be its.
func KillLastOrphans() {
	if living() == 0 {
		KillOrphans()
	}
}

// living returns how many processes from [Start] have not ended.
func living() int {
	own.Lock()
	defer own.Unlock()
	return len(own.pids)
}

// KillOrphans kills the orphans of processes from [Start], living or not.
func KillOrphans() {
	for end := time.Now().Add(killLimit); time.Now().Before(end); timeout.Sleep(context.Background(), time.Millisecond) {
		list := Orphans()
		for _, pid := range list {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil)
		}
		if len(list) == 0 {
			return
		}
	}
}

// Orphans lists the children of this process in other sessions that came after the first [Start] and that it has not
// started: what a host has left behind. This process's other children share its session.
func Orphans() (list []int) {
	own.Lock()
	defer own.Unlock()
	here := sessionOf(os.Getpid())
	for _, pid := range childrenOf(os.Getpid()) {
		if session := sessionOf(pid); session != here && session != 0 && !own.pids[pid] && !own.before[pid] {
			list = append(list, pid)
		}
	}
	return list
}

// orphansOf lists the orphans that a process from [Start] has left, by their session or mark. If no other process from
// [Start] lives, they are all its.
func orphansOf(pid int) []int {
	mark, alone := markIn(pid), living() == 1
	return slices.DeleteFunc(Orphans(), func(orphan int) bool {
		return !alone && sessionOf(orphan) != pid && (mark == "" || markIn(orphan) != mark)
	})
}

// StartedBy lists the living processes that a process from [Start] has started, directly or not, and all orphans, also
// of others: one may have taken off its mark. Those that have ended are not known.
func StartedBy(pid int) (living []int, ended int, err error) {
	return append(Descendants(pid), Orphans()...), 0, nil
}

// Descendants lists the processes that a process has started, directly or not, as far as their parents live.
func Descendants(pid int) (list []int) {
	list = childrenOf(pid)
	for i := 0; i < len(list); i++ {
		list = append(list, childrenOf(list[i])...)
	}
	return list
}

// childrenOf lists the children of a process. Source: proc_pid_task(5).
func childrenOf(pid int) (list []int) {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid)) // the pattern is well formed
	for _, path := range tasks {
		text, _ := os.ReadFile(path) // the thread may have ended
		for _, word := range bytes.Fields(text) {
			if child, err := strconv.Atoi(string(word)); err == nil {
				list = append(list, child)
			}
		}
	}
	return list
}

// sessionOf returns the session of a process, or 0 if it is gone.
func sessionOf(pid int) int {
	session, _ := unix.Getsid(pid)
	return session
}

// KillUser kills all processes of a user, and reports whether none is left.
func KillUser(user uint32) bool {
	for end := time.Now().Add(killLimit); time.Now().Before(end); timeout.Sleep(context.Background(), time.Millisecond) {
		list := runBy(user)
		for _, pid := range list {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		if len(list) == 0 {
			return true
		}
	}
	return false
}

// runBy lists the processes of a user that have not ended, by any of its four ids. Source: proc_pid_status(5).
func runBy(user uint32) (list []int) {
	all, _ := filepath.Glob("/proc/[0-9]*/status") // the pattern is well formed
	for _, path := range all {
		text, _ := os.ReadFile(path) // the process may have ended
		_, ids, _ := bytes.Cut(text, []byte("\nUid:"))
		ids, _, _ = bytes.Cut(ids, []byte("\n"))
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		is := slices.ContainsFunc(bytes.Fields(ids), func(id []byte) bool { return string(id) == strconv.Itoa(int(user)) })
		if is && err == nil && !bytes.Contains(text, []byte("\nState:\tZ")) {
			list = append(list, pid)
		}
	}
	return list
}
