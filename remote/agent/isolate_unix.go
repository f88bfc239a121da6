//go:build unix

package agent

import (
	"os/exec"
	"syscall"
)

// isolate starts a process in a new session, so that the processes that a provider starts end with it.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
