package journal

import (
	"os"

	"golang.org/x/sys/windows"
)

const errLocked = windows.ERROR_LOCK_VIOLATION

// lock locks a byte beyond the end of any journal, since on Windows others can't
// read what is locked.
func lock(file *os.File) error {
	beyond := &windows.Overlapped{Offset: 1<<32 - 1, OffsetHigh: 1<<31 - 1}
	return windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY,
		0, 1, 0, beyond)
}
