package runner

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/ndconform/ndconform/internal/timeout"
)

var (
	errSilence = errors.New("it gave no sign of life")
	errClosed  = errors.New("it closed the pipe of its events")
)

// idleMost is how many times its limit a worker may say nothing, however little it runs.
const idleMost = 15

// A watchdog ends a worker that gives no sign of life, floods, or closes the pipe of
// its events and goes on.
type watchdog struct {
	end     context.CancelCauseFunc
	mute    *time.Timer
	written *meter

	mu   sync.Mutex
	idle *timeout.Timeout
	// look checks, after each period, whether the worker has said nothing for too long; paused
	// says that it does not.
	look   *time.Timer
	paused bool
}

func newWatchdog(limit time.Duration, end context.CancelCauseFunc) *watchdog {
	w := &watchdog{
		end:     end,
		mute:    time.AfterFunc(limit, func() { end(errClosed) }),
		written: &meter{trip: func() { end(errFlood) }},
		idle:    timeout.OfProcess(limit, idleMost*limit, startLimit),
	}
	w.mute.Stop()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.look = time.AfterFunc(w.idle.Period(), w.check)
	return w
}

// begun notes that the worker has begun.
func (w *watchdog) begun(pid int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.idle.Watch(pid)
}

// check ends the worker if it has said nothing for too long.
func (w *watchdog) check() {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.paused:
	case w.idle.Over():
		w.paused = true
		w.end(errSilence)
	default:
		w.look.Reset(w.idle.Period())
	}
}

func (w *watchdog) stop() {
	w.pause()
	w.mute.Stop()
}

// sawSign is called with each event, and closed after the last one.
func (w *watchdog) sawSign() {
	w.written.reset()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.idle.Restart()
	if w.paused {
		w.paused = false
		w.look.Reset(w.idle.Period())
	}
}

// pause is called when the worker has to wait for others, and sawSign when the wait is over.
func (w *watchdog) pause() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.paused = true
	w.look.Stop()
}

func (w *watchdog) closed() { w.mute.Reset(closedLimit) }
