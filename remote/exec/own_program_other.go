//go:build !linux

package exec

// ownProgram returns the path of this program's file.
func ownProgram(path string) string { return path }
