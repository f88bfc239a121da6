//go:build !linux

package child

import "time"

// A Thread says what a thread has had of the processors.
type Thread struct {
	Ran, Waited time.Duration
	Turns       int64
	Ready       bool
}

// Threads returns none: it is not known here how long threads wait for a processor.
func Threads(int) map[string]Thread { return nil }

// Starved returns 0: it is not known here.
func Starved(int) time.Duration { return 0 }
