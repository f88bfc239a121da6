package child

import (
	"os/exec"
	"syscall"
)

// Seclude keeps other processes of the same user, such as this process's children, from tracing it, and from its
// memory and descriptors. It does not keep out processes with CAP_SYS_PTRACE, as root has. The children stay open.
// Source: PR_SET_DUMPABLE(2const), ptrace(2).
func Seclude() {
	// If the kernel refuses, nothing changes.
	_, _, _ = syscall.Syscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0)
}

// StartApart starts cmd with a user namespace. This process is open for that moment: no other can say which users the
// namespace has. Source: user_namespaces(7), PR_SET_DUMPABLE(2const).
func StartApart(cmd *exec.Cmd) error {
	_, _, _ = syscall.Syscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 1, 0)
	defer Seclude()
	return cmd.Start()
}
