//go:build unix

package runner

import (
	"syscall"
	"time"
)

// processorTaken is what this process has taken of the processors so far.
func processorTaken() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
