package child

import (
	"fmt"
	"os"
)

// Executable returns a path by which this process can start the program that it has open, whatever its
// own path leads to by then. Without /proc it is that path.
func Executable(program *os.File) string {
	path := fmt.Sprintf("/proc/self/fd/%d", program.Fd())
	if _, err := os.Stat(path); err != nil {
		return program.Name()
	}
	return path
}
