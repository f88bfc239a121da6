package child

import (
	"os/exec"
	"syscall"
)

// Seclude keeps other processes of the same user, such as the children of this one, from
// tracing this one, and from its memory and descriptors. Those with CAP_SYS_PTRACE, as root
// has it, are not kept from it. The children themselves are as open as before. Source:
// PR_SET_DUMPABLE(2const), ptrace(2).
func Seclude() {
	// A kernel that refuses leaves things as they were.
	_, _, _ = syscall.Syscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0)
}

// StartApart starts cmd, whose process is to have a user namespace. This process is open for that moment: no other can
// say which users there are in the namespace. Source: user_namespaces(7), PR_SET_DUMPABLE(2const).
func StartApart(cmd *exec.Cmd) error {
	_, _, _ = syscall.Syscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 1, 0)
	defer Seclude()
	return cmd.Start()
}
