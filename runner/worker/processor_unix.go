//go:build unix

package worker

import (
	"syscall"
	"time"
)

// processorTaken returns how much processor time this process has used so far.
func processorTaken() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
