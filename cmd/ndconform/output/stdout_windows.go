package output

import (
	"os"

	"golang.org/x/sys/windows"
)

// PerhapsClosed returns false: writing to a file that is closed fails on Windows.
func PerhapsClosed(*os.File) bool { return false }

// ReserveStdout reserves standard output for the caller: anything else that is written there
// goes to standard error.
func ReserveStdout() (*os.File, error) {
	own := os.Stdout
	os.Stdout = os.Stderr
	return own, windows.SetStdHandle(windows.STD_OUTPUT_HANDLE, windows.Handle(os.Stderr.Fd()))
}
