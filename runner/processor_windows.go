package runner

import (
	"time"

	"golang.org/x/sys/windows"
)

// processorTaken is what this process has taken of the processors so far.
func processorTaken() time.Duration {
	var created, ended, kernel, user windows.Filetime
	if windows.GetProcessTimes(windows.CurrentProcess(), &created, &ended, &kernel, &user) != nil {
		return 0
	}
	return span(kernel) + span(user)
}

// span is a duration, which a Filetime has in units of 100 ns.
func span(t windows.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
