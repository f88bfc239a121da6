//go:build !linux

package worker

// nativeThreads can't tell what threads do here.
func nativeThreads(float64) string { return "" }

// countThreads returns how many threads this process has, or 0 where that can't be
// told.
func countThreads() int { return 0 }

// countBusyThreads returns how many of the threads are running or ready to run.
func countBusyThreads() int { return 0 }
