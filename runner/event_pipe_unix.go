//go:build unix

package runner

import (
	"os"
	"os/exec"
	"syscall"
)

// bequeath has the process that cmd starts inherit a file beyond its standard ones, and
// returns what the file is there. The process has a session of its own, and so a group of its
// own: a signal to the group costs nobody else, and /dev/tty is not the user's terminal,
// where a provider could write a summary of its own or type commands.
func bequeath(cmd *exec.Cmd, file *os.File) (descriptor uintptr, err error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.ExtraFiles = []*os.File{file}
	return 3, nil // the first after the standard ones
}

func disinherit(descriptor uintptr) { syscall.CloseOnExec(int(descriptor)) }
