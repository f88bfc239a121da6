package exec

// ownProgram returns the path of the file that this process executes, even if it was replaced. Source:
// proc_pid_exe(5).
func ownProgram(string) string { return "/proc/self/exe" }
