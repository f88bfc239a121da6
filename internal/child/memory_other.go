//go:build !linux

package child

// Resident can't measure another process's memory here.
func Resident(int) (size int64, ok bool) { return 0, false }

// Taken can't measure it, either.
func Taken(int) (size int64, ok bool) { return 0, false }

// Volunteer does nothing here.
func Volunteer() {}
