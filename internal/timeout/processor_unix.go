//go:build unix

package timeout

import (
	"syscall"
	"time"
)

// ProcessorTime is this process's processor time so far.
func ProcessorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
