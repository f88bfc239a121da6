package runner

import "time"

// The limits of time, each multiplied by the timeout scale.
const (
	// specLimit is a spec's, unless it sets its own; its context ends then.
	specLimit = 10 * time.Second
	// grace is what is left to a spec or a clean-up after that.
	grace = time.Second
	// openLimit is for opening the providers and finding their adapters, and
	// for closing them.
	openLimit = 30 * time.Second
	// silence is how long a supervisor waits for a worker's next event. It is
	// longer than any spec may take with its clean-up, spec.Unhurried ones included.
	silence = 90 * time.Second
)

// startLimit is how much longer a supervisor waits for a worker's first event: the
// start of a process is the machine's matter, and not scaled.
const startLimit = 10 * time.Second

// closedLimit is how long a worker may go on after it has closed its output,
// which is how the end of a process shows first; not scaled.
const closedLimit = time.Second

// endLimit is how long a worker that was told to stop may take; not scaled.
const endLimit = 5 * time.Second

func scaled(d time.Duration, scale float64) time.Duration {
	return time.Duration(float64(d) * scale)
}
