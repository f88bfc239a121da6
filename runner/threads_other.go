//go:build !linux

package runner

// nativeThreads can't tell what threads do here.
func nativeThreads(float64) string { return "" }

// countThreads returns how many threads this process has, and 0 where that can't be told.
func countThreads() int { return 0 }

// countBusyThreads returns how many of them run or could run.
func countBusyThreads() int { return 0 }
