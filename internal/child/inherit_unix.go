//go:build unix

package child

import (
	"os"
	"os/exec"
	"syscall"
)

// Bequeath lets cmd's process inherit files beyond its standard ones, and returns their descriptors there.
// The process gets a new session and group: a signal to the group reaches nobody else, and /dev/tty is not
// the user's terminal, where a provider could forge a summary or type commands.
func Bequeath(cmd *exec.Cmd, files ...*os.File) (descriptors []uintptr, err error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	for _, file := range files {
		cmd.ExtraFiles = append(cmd.ExtraFiles, file)
		descriptors = append(descriptors, uintptr(2+len(cmd.ExtraFiles))) // behind the standard ones
	}
	return descriptors, nil
}

// Disinherit keeps an inherited descriptor from this process's children.
func Disinherit(descriptor uintptr) { syscall.CloseOnExec(int(descriptor)) }

// Inherited returns the file of an inherited descriptor. This process's children don't inherit it, and a
// goroutine that waits for it can be interrupted.
func Inherited(descriptor uintptr) *os.File {
	Disinherit(descriptor)
	_ = syscall.SetNonblock(int(descriptor), true)
	return os.NewFile(descriptor, "inherited")
}

// KillGroup kills a process with a session from [Bequeath], and its children.
func KillGroup(process *os.Process) error { return syscall.Kill(-process.Pid, syscall.SIGKILL) }
