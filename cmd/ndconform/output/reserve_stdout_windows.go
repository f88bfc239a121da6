package output

import (
	"os"

	"golang.org/x/sys/windows"
)

// ReserveStdout reserves standard output for the caller: anything else that is written there
// goes to standard error.
func ReserveStdout() (*os.File, error) {
	own := os.Stdout
	os.Stdout = os.Stderr
	return own, windows.SetStdHandle(windows.STD_OUTPUT_HANDLE, windows.Handle(os.Stderr.Fd()))
}
