package bench

import (
	"time"

	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// A waiter waits for one overlapped request after another, by an event or by the packets of a
// completion port. It allocates nothing while it waits.
type waiter struct {
	overlapped nd2.Overlapped
	// signal holds a signal not yet waited for; a second signal adds nothing.
	signal chan struct{}
	clock  *clock
}

// newWaiter returns a waiter for events or, if ported, for packets posted to it.
func newWaiter(c *clock, ported bool) *waiter {
	w := &waiter{signal: make(chan struct{}, 1), clock: c}
	if !ported {
		w.overlapped.Event = w
	}
	return w
}

// Set implements [nd2.Event].
func (w *waiter) Set() {
	select {
	case w.signal <- struct{}{}:
	default:
	}
}

// Reset implements [nd2.Event].
func (w *waiter) Reset() {
	select {
	case <-w.signal:
	default:
	}
}

// Post implements [nd2.CompletionPort].
func (w *waiter) Post(uintptr, *nd2.Overlapped) { w.Set() }

// wait waits for the end of a request that returned s. It returns ND_PENDING when the time is up.
func (w *waiter) wait(object nd2.Overlapping, s nd2.Status) nd2.Status {
	var limit *timeout.Timeout
	for s == nd2.Pending {
		select {
		case <-w.signal:
			s = object.GetOverlappedResult(&w.overlapped, false)
		case <-w.clock.tick.C:
			if limit == nil {
				limit = timeout.New(w.clock.limit)
			} else if limit.Over() {
				return nd2.Pending
			}
		}
	}
	return s
}

// A clock makes waiters check whether their time is up.
type clock struct {
	// limit is the provider's time limit for anything.
	limit time.Duration
	tick  *time.Ticker
}

// tickPeriod is how often they check.
const tickPeriod = 50 * time.Millisecond

func newClock(limit time.Duration) *clock { return &clock{limit, time.NewTicker(tickPeriod)} }
