//go:build unix

package dishonest

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// The tricks with which a provider changes what its process is, or starts others.
func init() {
	tricks["has a child write events"] = trick{inCall: func() { childWrites(false) }}
	tricks["leaves a child that writes events"] = trick{inCall: func() { childWrites(true) }}
	tricks["becomes another program"] = trick{inCall: become}
	tricks["lowers its limits"] = trick{atOpen: lowerLimits}
	tricks["lives elsewhere"] = trick{atOpen: func() {
		_ = os.Chdir("/")
		os.Clearenv()
		_ = syscall.Umask(0o777)
	}}
}

// shell writes what it is given as its first argument to every descriptor that it has.
const shell = `for fd in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do
	eval "printf %s \"\$1\" >&$fd"; done 2>/dev/null; exit 0`

// childWrites starts a child that has every descriptor of this process, and writes events
// to each; a process that is left leads another session.
func childWrites(left bool) {
	c := exec.Command("sh", "-c", shell, "sh", forged)
	for fd := 3; fd < 10; fd++ {
		if copied, err := syscall.Dup(fd); err == nil {
			c.ExtraFiles = append(c.ExtraFiles, os.NewFile(uintptr(copied), "copy"))
		}
	}
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: left}
	if c.Start() == nil && !left {
		_ = c.Wait()
	}
}

// become replaces the worker by a program that writes events where the worker did, and
// ends well.
func become() {
	path, err := exec.LookPath("sh")
	if err != nil {
		return
	}
	everywhere(func(fd int) { _, _ = syscall.Dup(fd) }) // a copy is inherited, as what Go opens is not
	_ = syscall.Exec(path, []string{"sh", "-c", shell, "sh", forged}, os.Environ())
}

// lowerLimits leaves the worker what it has, and nothing more to open or write.
func lowerLimits() {
	for _, what := range []int{syscall.RLIMIT_NOFILE, syscall.RLIMIT_FSIZE, syscall.RLIMIT_CORE} {
		if err := syscall.Setrlimit(what, &syscall.Rlimit{Cur: 16, Max: 16}); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
}
