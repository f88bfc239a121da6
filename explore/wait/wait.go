package wait

import "time"

// A Wait is one of somebody who looks again and again.
type Wait struct {
	limit, waited time.Duration
	looked        time.Time
}

// Of the time between two looks there counts a part of the limit at most, so that calls
// which are slow by themselves count, too.
const (
	leastBetween = 20 * time.Millisecond
	looksAtLeast = 50
)

// For begins a wait of at most limit.
func For(limit time.Duration) *Wait { return &Wait{limit: limit, looked: time.Now()} }

// Over reports whether the limit has passed. It is to be called at each look.
func (w *Wait) Over() bool { return w.lasted(time.Now()) > w.limit }

// lasted is how much of the time up to now counts.
func (w *Wait) lasted(now time.Time) time.Duration {
	w.waited += min(now.Sub(w.looked), max(leastBetween, w.limit/looksAtLeast))
	w.looked = now
	return w.waited
}

// Again begins afresh.
func (w *Wait) Again() { w.waited, w.looked = 0, time.Now() }

// Looks is how often those look within a limit that sleep in between.
const Looks = 16

// Ticker tells of the looks within a limit. A process that stands still misses those meanwhile, but
// for one. The caller stops it.
func Ticker(limit time.Duration) *time.Ticker { return time.NewTicker(max(limit/Looks, 1)) }
