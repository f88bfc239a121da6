package runner

import (
	"context"
	"errors"
	"time"
)

var (
	errSilence = errors.New("it gave no sign of life")
	errClosed  = errors.New("it closed the pipe of its events")
)

// A watchdog ends a worker that gives no sign of life, floods, or closes the pipe of
// its events and goes on.
type watchdog struct {
	limit       time.Duration
	alive, mute *time.Timer
	written     *meter
}

func newWatchdog(limit time.Duration, end context.CancelCauseFunc) *watchdog {
	w := &watchdog{
		limit:   limit,
		alive:   time.AfterFunc(limit+startLimit, func() { end(errSilence) }),
		mute:    time.AfterFunc(limit, func() { end(errClosed) }),
		written: &meter{trip: func() { end(errFlood) }},
	}
	w.mute.Stop()
	return w
}

func (w *watchdog) stop() {
	w.alive.Stop()
	w.mute.Stop()
}

// heard is called with each event, and closed after the last one.
func (w *watchdog) heard() {
	w.alive.Reset(w.limit)
	w.written.reset()
}

// rest is called when the worker has to wait for others, and heard when the wait is
// over.
func (w *watchdog) rest() { w.alive.Stop() }

func (w *watchdog) closed() { w.mute.Reset(closedLimit) }
