package runner

import "os"

// own is the file that this process runs, wherever it lies by now and whatever lies in its
// place. Source: proc_pid_exe(5).
const own = "/proc/self/exe"

// programOf returns the path to start a worker's program by. A provider runs as the user who
// runs the suite, and may have put another program where this one lay: a worker of that
// program would be given its key, and could pass what it likes.
func programOf(path string) string {
	if this, err := os.Executable(); err == nil && path == this {
		return own
	}
	return path
}
