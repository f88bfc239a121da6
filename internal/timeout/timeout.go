package timeout

import (
	"context"
	"os"
	"runtime"
	"sync"
	"time"
)

// A Timeout is the time limit of a caller that looks again and again. It is for one goroutine at
// a time.
type Timeout struct {
	limit, longest time.Duration
	// counted is the part of the time that counts, and all is all of it.
	counted, all time.Duration
	// looked is when the caller looked last, and threads what the threads of the process had had
	// of the processors by then; nil before the first look.
	looked  time.Time
	threads map[string]thread
	process int
}

const (
	// The caller looks looks times within the limit, but at most once in leastPeriod.
	looks       = 50
	leastPeriod = 20 * time.Millisecond
	// most is how many times the limit this process is waited for, however little of the
	// processors it gets: on a busy machine what never comes is found late, and not never.
	most = 3
)

var self = os.Getpid()

// New begins a wait for something that this process owes.
func New(limit time.Duration) *Timeout {
	return &Timeout{limit: limit, longest: most * limit, looked: time.Now(), process: self}
}

// OfProcess begins a wait for another process, which lasts for longest however little that
// process runs. It is given start besides the limit until [Timeout.Restart]. [Timeout.Watch]
// says which process it is.
func OfProcess(limit, longest, start time.Duration) *Timeout {
	return &Timeout{limit: limit, longest: longest, counted: -start, looked: time.Now()}
}

// Watch names the process that is waited for.
func (t *Timeout) Watch(process int) { t.process, t.threads = process, nil }

// Period is how often a caller should look that sleeps meanwhile.
func (t *Timeout) Period() time.Duration { return max(t.limit/looks, leastPeriod) }

// Over reports whether the time is up. It must be called at each look.
func (t *Timeout) Over() bool {
	if now := time.Now(); now.Sub(t.looked) >= t.Period() {
		t.look(now, threadsOf(t.process))
	}
	return t.counted >= t.limit || t.all >= t.longest
}

// look counts the time since the last look. A caller that could not look for long, since its own
// process stood still, knows nothing of the time in between.
func (t *Timeout) look(now time.Time, threads map[string]thread) {
	passed := min(now.Sub(t.looked), 2*t.Period())
	t.all += passed
	t.counted += passed - min(passed, starved(t.threads, threads, passed))
	t.looked, t.threads = now, threads
}

// Restart begins the wait afresh.
func (t *Timeout) Restart() { t.counted, t.all, t.looked, t.threads = 0, 0, time.Now(), nil }

// AfterFunc looks from now on, on a goroutine that t belongs to, and calls late there when the time is up, unless
// inTime is called before. inTime is called once, waits for late, and reports whether it was in time.
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

// Until waits until done, which it asks whenever there is a signal, and at each look. It returns
// false if the limit passes first.
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
			runtime.Gosched() // what comes after a signal may take another goroutine a moment
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
