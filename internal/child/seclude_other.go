//go:build !linux

package child

// Seclude does nothing here.
func Seclude() {}
