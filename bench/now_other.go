//go:build !windows

package bench

import "time"

// began is when the process did.
var began = time.Now()

// now is the time since some moment, of the clock that operations are timed with.
func now() time.Duration { return time.Since(began) }
