//go:build unix

package agent

import (
	"os/exec"
	"syscall"
)

// apart gives a process a session of its own, so that processes which a provider starts
// end with it.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
