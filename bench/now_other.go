//go:build !windows

package bench

import "time"

// began is when the process began.
var began = time.Now()

// now is the time of the clock that times operations.
func now() time.Duration { return time.Since(began) }
