package wait

import "time"

// A Wait is the wait of a caller that looks again and again.
type Wait struct {
	limit, waited time.Duration
	looked        time.Time
}

// Of the time between two looks, at most a part of the limit counts; it is large enough
// that calls which are slow by themselves count too.
const (
	leastBetween = 20 * time.Millisecond
	looksAtLeast = 50
)

// For begins a wait of at most limit.
func For(limit time.Duration) *Wait { return &Wait{limit: limit, looked: time.Now()} }

// Over reports whether the limit has passed. It must be called at each look.
func (w *Wait) Over() bool { return w.lasted(time.Now()) > w.limit }

// lasted returns how much of the time up to now counts.
func (w *Wait) lasted(now time.Time) time.Duration {
	w.waited += min(now.Sub(w.looked), max(leastBetween, w.limit/looksAtLeast))
	w.looked = now
	return w.waited
}

// Again begins afresh.
func (w *Wait) Again() { w.waited, w.looked = 0, time.Now() }

// Looks is how often a caller that sleeps in between looks within a limit.
const Looks = 16

// Ticker returns a ticker that fires for each look within a limit. A process that stands still
// misses all ticks of that time but one. The caller stops it.
func Ticker(limit time.Duration) *time.Ticker { return time.NewTicker(max(limit/Looks, 1)) }
