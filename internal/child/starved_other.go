//go:build !linux

package child

import "time"

// Starved can't tell here how long a process has waited for a processor.
func Starved(int) time.Duration { return 0 }
