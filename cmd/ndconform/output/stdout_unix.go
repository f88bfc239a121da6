//go:build unix

package output

import (
	"os"

	"golang.org/x/sys/unix"
)

// PerhapsClosed reports whether a standard file may have been closed when this process was
// started: Go has opened the null device in its place, for reading and writing. Others may have
// done the same to throw away what is written, so this is no error.
func PerhapsClosed(file *os.File) bool {
	flags, err := unix.FcntlInt(file.Fd(), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE != unix.O_RDWR {
		return false
	}
	null, err := os.Stat(os.DevNull)
	if err != nil {
		return false
	}
	info, err := file.Stat()
	return err == nil && os.SameFile(info, null)
}

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
