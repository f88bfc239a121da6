package runner

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/ndconform/ndconform/internal/child"
)

var (
	errSilence = errors.New("it gave no sign of life")
	errClosed  = errors.New("it closed the pipe of its events")
)

// A watchdog ends a worker that gives no sign of life, floods, or closes the pipe of
// its events and goes on.
type watchdog struct {
	end     context.CancelCauseFunc
	mute    *time.Timer
	written *meter

	mu    sync.Mutex
	quiet quiet
	// look checks, after each period, whether the worker is too quiet; resting says that it
	// does not check. starved returns for how long the worker has waited for a processor; it is
	// nil until the worker has begun.
	look    *time.Timer
	resting bool
	looked  time.Time
	starved func() time.Duration
}

func newWatchdog(limit time.Duration, end context.CancelCauseFunc) *watchdog {
	w := &watchdog{
		end:     end,
		mute:    time.AfterFunc(limit, func() { end(errClosed) }),
		written: &meter{trip: func() { end(errFlood) }},
		quiet:   quiet{limit: limit, counted: -startLimit},
		looked:  time.Now(),
	}
	w.mute.Stop()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.look = time.AfterFunc(w.quiet.period(), w.looks)
	return w
}

// begun notes that the worker has begun.
func (w *watchdog) begun(pid int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.starved = func() time.Duration { return child.Starved(pid) }
}

// looks ends the worker if it has been quiet for too long.
func (w *watchdog) looks() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.resting {
		return
	}
	now, starved := time.Now(), time.Duration(0)
	if w.starved != nil {
		starved = w.starved()
	}
	period := w.quiet.period()
	over := w.quiet.lasts(min(now.Sub(w.looked), 2*period), starved) // a supervisor that stood still has heard nothing
	w.looked = now
	if over {
		w.resting = true
		w.end(errSilence)
		return
	}
	w.look.Reset(period)
}

func (w *watchdog) stop() {
	w.rest()
	w.mute.Stop()
}

// heard is called with each event, and closed after the last one.
func (w *watchdog) heard() {
	w.written.reset()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.quiet.heard()
	if w.resting {
		w.resting, w.looked = false, time.Now()
		w.look.Reset(w.quiet.period())
	}
}

// rest is called when the worker has to wait for others, and heard when the wait is
// over.
func (w *watchdog) rest() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.resting = true
	w.look.Stop()
}

func (w *watchdog) closed() { w.mute.Reset(closedLimit) }
