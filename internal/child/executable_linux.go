package child

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// inherited is more than any number that a file has in a child which inherits it. A child gives these
// numbers before it executes its program.
const inherited = 256

// Executable returns a path by which this process can start the program that it has open, whatever its
// own path leads to by then. Without /proc it is that path. The caller calls release when the program
// has been started.
func Executable(program *os.File) (path string, release func()) {
	fd, err := unix.FcntlInt(program.Fd(), unix.F_DUPFD_CLOEXEC, inherited)
	if err != nil {
		return program.Name(), func() {}
	}
	release = func() { unix.Close(fd) }
	path = fmt.Sprintf("/proc/self/fd/%d", fd)
	if _, err := os.Stat(path); err != nil {
		return program.Name(), release
	}
	return path, release
}
