package runner

import "time"

// silence is how long a supervisor waits for a worker's next event, multiplied by the timeout
// scale. It is longer than any spec with its clean-up may take, including those that are
// spec.LongTimeout.
const silence = 90 * time.Second

// startLimit is how much longer a supervisor waits for a worker's first event: how
// long a process takes to start depends on the machine alone, so this is not
// scaled.
const startLimit = 10 * time.Second

// closedLimit is how long a worker may go on after it has closed the pipe of its
// events, which is the first sign that a process ends; not scaled.
const closedLimit = time.Second
