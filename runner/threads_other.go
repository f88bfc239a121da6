//go:build !linux

package runner

// nativeThreads can't tell what threads do here.
func nativeThreads(float64) string { return "" }
