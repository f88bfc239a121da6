//go:build !linux

package timeout

// threadsOf returns none: the system does not say how long threads wait for a
// processor.
func threadsOf(int) map[string]thread { return nil }
