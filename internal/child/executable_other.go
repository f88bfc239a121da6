//go:build !linux

package child

import "os"

// Executable returns the path of a program that this process has open. There is nothing to release.
func Executable(program *os.File) (path string, release func()) { return program.Name(), func() {} }
