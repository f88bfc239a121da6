//go:build !linux

package child

import "os"

// Executable returns the path of a program that this process has open.
func Executable(program *os.File) string { return program.Name() }
