package exec

// ownProgram returns where the file is that this process runs, whatever lies at its path by now. Source:
// proc_pid_exe(5).
func ownProgram(string) string { return "/proc/self/exe" }
