package timeout

import (
	"context"
	"os"
	"runtime"
	"sync"
	"time"
)

// A Timeout is the time limit of a caller that looks repeatedly. One goroutine at a time uses it.
type Timeout struct {
	limit, longest time.Duration
	// counted is the time that counts, all is all time. counted <= all.
	counted, all time.Duration
	// looked is when the caller looked last, threads the processor time of the process's threads then; nil before
	// the first look.
	looked  time.Time
	threads map[string]thread
	process int
}

const (
	// The caller looks looks times within the limit, but at most once in leastPeriod.
	looks       = 50
	leastPeriod = 20 * time.Millisecond
	// most is how many times the limit a wait for this process lasts at most, however little processor time it
	// gets: on a busy machine, a lack is found late, but found.
	most = 3
)

var self = os.Getpid()

// New begins a wait for something that this process owes.
func New(limit time.Duration) *Timeout {
	return &Timeout{limit: limit, longest: most * limit, looked: time.Now(), process: self}
}

// OfProcess begins a wait for another process, which lasts longest at most, however little that process runs.
// start is added to the limit until [Timeout.Restart]. [Timeout.Watch] names the process.
func OfProcess(limit, longest, start time.Duration) *Timeout {
	return &Timeout{limit: limit, longest: longest, counted: -start, looked: time.Now()}
}

// Watch names the process.
func (t *Timeout) Watch(process int) { t.process, t.threads = process, nil }

// Period is how often a sleeping caller should look.
func (t *Timeout) Period() time.Duration { return max(t.limit/looks, leastPeriod) }

// Over reports whether the time is up. The caller must call it at each look.
func (t *Timeout) Over() bool {
	if now := time.Now(); now.Sub(t.looked) >= t.Period() {
		t.look(now, threadsOf(t.process))
	}
	return t.counted >= t.limit || t.all >= t.longest
}

// look counts the time since the last look. A caller whose process stood still knows nothing of the time in
// between.
func (t *Timeout) look(now time.Time, threads map[string]thread) {
	passed := min(now.Sub(t.looked), 2*t.Period())
	t.all += passed
	t.counted += passed - min(passed, starved(t.threads, threads, passed))
	t.looked, t.threads = now, threads
}

// Restart restarts the wait.
func (t *Timeout) Restart() { t.counted, t.all, t.looked, t.threads = 0, 0, time.Now(), nil }

// AfterFunc looks from now on, in a goroutine that uses t, and calls late there when the time is up, unless
// inTime is called before. Call inTime once; it waits for late, and reports whether it was in time.
func (t *Timeout) AfterFunc(late func()) (inTime func() bool) {
	done := make(chan struct{})
	var decided sync.Once
	go func() {
		tick := time.NewTicker(t.Period())
		defer tick.Stop()
		for !t.Over() {
			select {
			case <-done:
				return
			case <-tick.C:
			}
		}
		decided.Do(late)
	}()
	return func() (was bool) {
		close(done)
		decided.Do(func() { was = true })
		return was
	}
}

// Until waits until done, which it asks at each signal and each look. It returns false if the limit passes first.
func Until(limit time.Duration, signal func() <-chan struct{}, done func() bool) bool {
	if done() { // most are
		return true
	}
	t := New(limit)
	tick := time.NewTicker(t.Period())
	defer tick.Stop()
	for over := false; !over; {
		select {
		case <-signal():
			runtime.Gosched() // the signaling goroutine may need a moment for the rest
		case <-tick.C:
			over = t.Over()
		}
		if done() {
			return true
		}
	}
	return false
}

// Sleep pauses for d, or until ctx is done.
func Sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
