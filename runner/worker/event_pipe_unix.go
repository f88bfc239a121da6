//go:build unix

package worker

import (
	"os"
	"os/exec"
	"syscall"
)

// bequeath lets the process that cmd starts inherit a file beyond its standard ones, and returns its
// descriptor there. The process gets a new session, and so a new group: a signal to the group reaches
// nobody else, and /dev/tty is not the user's terminal, where a provider could forge a summary or type
// commands.
func bequeath(cmd *exec.Cmd, file *os.File) (descriptor uintptr, err error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.ExtraFiles = []*os.File{file}
	return 3, nil // the first after the standard ones
}

func disinherit(descriptor uintptr) { syscall.CloseOnExec(int(descriptor)) }
