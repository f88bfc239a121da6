package dishonest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

func init() {
	tricks["stops its parent"] = trick{inCall: stopParent}
	tricks["kills its siblings"] = trick{inCall: func() {
		siblings(func(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) })
	}}
	tricks["writes to its siblings' descriptors"] = trick{inCall: func() { siblings(writePipes) }}
	tricks["writes to its parent's descriptors"] = trick{inCall: func() { writePipes(os.Getppid()) }}
}

// stop stops the process that it is given and, since nobody else would, has it go on. Others
// may do the same at the same time.
const stop = `while kill -STOP $1 && ! grep -q ') T' /proc/$1/stat; do :; done; kill -CONT $1`

// stopParent has the supervisor stopped, which sees no time pass then, and writes events
// meanwhile. A child does it, in another session: the worker may be killed for the
// events before the supervisor goes on.
func stopParent() {
	c := exec.Command("sh", "-c", stop, "sh", fmt.Sprint(os.Getppid()))
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if c.Start() != nil {
		return
	}
	everywhere(func(fd int) { _, _ = syscall.Write(fd, []byte(forged)) })
	_ = c.Wait()
}

// siblings does something with each other worker of the same supervisor.
func siblings(do func(pid int)) {
	status, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is well formed
	for _, path := range status {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if err == nil && pid != os.Getpid() && parentOf(pid) == os.Getppid() {
			do(pid)
		}
	}
}

// parentOf returns the parent of a process; none if that has ended.
func parentOf(pid int) (parent int) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(text), ") ") // after the name
	var state string
	_, _ = fmt.Sscan(rest, &state, &parent)
	return parent
}

// writePipes writes events to each pipe of a process beyond its standard files.
func writePipes(pid int) {
	everywhere(func(fd int) {
		path := fmt.Sprintf("/proc/%d/fd/%d", pid, fd)
		info, err := os.Stat(path)
		if err != nil || info.Mode()&os.ModeNamedPipe == 0 {
			return
		}
		file, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			return
		}
		defer file.Close()
		_, _ = file.WriteString(forged)
	})
}
