//go:build unix

package runner

import (
	"os"
	"os/exec"
	"syscall"
)

// bequeath has the process that cmd starts inherit a file beyond its standard ones,
// and gives what the file is there. The process has a group of its own: a signal to
// the group costs nobody else.
func bequeath(cmd *exec.Cmd, file *os.File) (descriptor uintptr, err error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.ExtraFiles = []*os.File{file}
	return 3, nil // the first after the standard ones
}

func disinherit(descriptor uintptr) { syscall.CloseOnExec(int(descriptor)) }
