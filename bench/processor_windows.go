package bench

import (
	"syscall"
	"time"
)

// processorTime is this process's processor time so far.
func processorTime() time.Duration {
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0
	}
	var created, ended, kernel, user syscall.Filetime
	if syscall.GetProcessTimes(self, &created, &ended, &kernel, &user) != nil {
		return 0
	}
	const unit = 100 * time.Nanosecond
	ticks := func(t syscall.Filetime) time.Duration {
		return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * unit
	}
	return ticks(kernel) + ticks(user)
}
