//go:build unix

package bench

import (
	"syscall"
	"time"
)

// processorTime is how long the processors have worked for this process.
func processorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
