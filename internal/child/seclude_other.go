//go:build !linux && !windows

package child

// Seclude does nothing here.
func Seclude() {}
