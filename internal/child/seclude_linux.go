package child

import "syscall"

// Seclude keeps other processes of the same user, such as the children of this one, from
// tracing this one, and from its memory and descriptors. Those with CAP_SYS_PTRACE, as root
// has it, are not kept from it. The children themselves are as open as before. Source:
// PR_SET_DUMPABLE(2const), ptrace(2).
func Seclude() {
	// A kernel that refuses leaves things as they were.
	_, _, _ = syscall.Syscall(syscall.SYS_PRCTL, syscall.PR_SET_DUMPABLE, 0, 0)
}
