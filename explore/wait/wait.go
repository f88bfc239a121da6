package wait

import (
	"runtime"
	"time"
)

// A Wait is the wait of a caller that looks again and again.
type Wait struct {
	limit, waited time.Duration
	looked        time.Time
	// halfway is what the threads had had when half of the limit had passed, and excused how
	// often the rest of it was waited for once more.
	halfway *threads
	excused int
}

const (
	// Of the time between two looks, at most a part of the limit counts; it is large enough
	// that calls which are slow by themselves count too.
	leastBetween = 20 * time.Millisecond
	looksAtLeast = 50
	// excusedMost bounds how often half of the limit is waited for once more, since a thread
	// had no processor: three times the limit in all. On a busy machine a provider that owes
	// something is found late, and not never.
	excusedMost = 4
)

// For begins a wait of at most limit.
func For(limit time.Duration) *Wait { return &Wait{limit: limit, looked: time.Now()} }

// Over reports whether the limit has passed. It must be called at each look.
func (w *Wait) Over() bool {
	now := time.Now()
	over := w.lasted(now) > w.limit
	switch {
	case w.waited <= w.limit/2:
	case w.halfway == nil:
		w.halfway = lookAtThreads(now)
	case over && w.excused < excusedMost && w.halfway.starved(lookAtThreads(now)):
		w.excused++
		w.waited, w.halfway = w.limit/2, nil
		return false
	}
	return over
}

// lasted returns how much of the time up to now counts.
func (w *Wait) lasted(now time.Time) time.Duration {
	w.waited += min(now.Sub(w.looked), max(leastBetween, w.limit/looksAtLeast))
	w.looked = now
	return w.waited
}

// Again begins afresh.
func (w *Wait) Again() { *w = Wait{limit: w.limit, looked: time.Now()} }

// Ticker returns a ticker for a caller that sleeps between two looks. A process that stands
// still misses all ticks of that time but one. The caller stops it.
func (w *Wait) Ticker() *time.Ticker { return time.NewTicker(max(w.limit/looksAtLeast, 1)) }

// Until waits until done, which it asks whenever there is a signal, and at each look. It returns
// false if the limit passes first.
func Until(limit time.Duration, signal <-chan struct{}, done func() bool) bool {
	if done() { // most are
		return true
	}
	w := For(limit)
	tick := w.Ticker()
	defer tick.Stop()
	for over := false; !over; {
		select {
		case <-signal:
			runtime.Gosched() // what comes after a signal may take another goroutine a moment
		case <-tick.C:
			over = w.Over()
		}
		if done() {
			return true
		}
	}
	return false
}
