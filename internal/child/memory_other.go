//go:build !linux

package child

// Resident can't tell the resident memory of another process here.
func Resident(int) (size int64, ok bool) { return 0, false }

// Taken can't tell it either.
func Taken(int) (size int64, ok bool) { return 0, false }

// Volunteer does nothing here.
func Volunteer() {}
