//go:build unix

package output

import (
	"os"

	"golang.org/x/sys/unix"
)

// ReserveStdout reserves standard output for the caller: anything else that is written there
// goes to standard error.
func ReserveStdout() (*os.File, error) {
	own, err := unix.Dup(1)
	if err != nil {
		return nil, err
	}
	unix.CloseOnExec(own)
	if err := unix.Dup2(2, 1); err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(own), "stdout"), nil
}
