package timeout

import (
	"time"

	"golang.org/x/sys/windows"
)

// ProcessorTime is this process's processor time so far.
func ProcessorTime() time.Duration {
	var created, ended, kernel, user windows.Filetime
	if windows.GetProcessTimes(windows.CurrentProcess(), &created, &ended, &kernel, &user) != nil {
		return 0
	}
	return span(kernel) + span(user)
}

// span converts a duration, which a Filetime counts in units of 100 ns.
func span(t windows.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
