package runner

import "time"

// The limits of time, each multiplied by the timeout scale.
const (
	// specLimit is how long a spec may take unless it sets its own limit; its context
	// ends then.
	specLimit = 10 * time.Second
	// grace is how long a spec or a clean-up may still take after that.
	grace = time.Second
	// openLimit is for opening the providers and finding their adapters, and
	// for closing them.
	openLimit = 30 * time.Second
	// silence is how long a supervisor waits for a worker's next event. It is longer
	// than any spec with its clean-up may take, including those that are
	// spec.LongTimeout.
	silence = 90 * time.Second
)

// startLimit is how much longer a supervisor waits for a worker's first event: how
// long a process takes to start depends on the machine alone, so this is not
// scaled.
const startLimit = 10 * time.Second

// startPauses are how long a supervisor waits before it tries again to start a worker that
// the system could not start; not scaled.
var startPauses = []time.Duration{50 * time.Millisecond, 500 * time.Millisecond}

// closedLimit is how long a worker may go on after it has closed the pipe of its
// events, which is the first sign that a process ends; not scaled.
const closedLimit = time.Second

// endLimit is how long a worker that was told to stop may take; not scaled.
const endLimit = 5 * time.Second

func scaled(d time.Duration, scale float64) time.Duration {
	return time.Duration(float64(d) * scale)
}
