package worker

import "time"

// The limits of time, each multiplied by the timeout scale.
const (
	// Grace is how long a spec or a clean-up may still take after its limit, which is reports.SpecLimit or its own.
	Grace = time.Second
	// openLimit is for opening the providers and finding their adapters, and
	// for closing them.
	openLimit = 30 * time.Second
)

// EndLimit is how long a worker that was told to stop may take; not scaled.
const EndLimit = 5 * time.Second

// Scaled multiplies a limit by the timeout scale.
func Scaled(d time.Duration, scale float64) time.Duration {
	return time.Duration(float64(d) * scale)
}
