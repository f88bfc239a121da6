//go:build !linux

package runner

// programOf returns the path to start a worker's program by. There is no other one than the
// path by which this process was started.
func programOf(path string) string { return path }
