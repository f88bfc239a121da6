package spec

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/onsi/ginkgo/v2"
	"github.com/petermattis/goid"

	"github.com/ndconform/ndconform/spec/internal/trace"
)

// A call that does not return costs a spec all of its time, and the process. Once several specs
// were stuck in a method, each call of it has a timer: the spec ends when the call has taken far
// longer than any that returned. Where every call was stuck, specs end before they call.

// pointOfReturn is the wait point of the return of a method.
func pointOfReturn(method string) string { return returnOf + method }

const returnOf = "the return of "

// Panicked counts a call that panicked as a call that did not return.
func (f *Progress) Panicked(method string) { f.TimedOut = append(f.TimedOut, pointOfReturn(method)) }

// longer is the time a call may take, as a multiple of the longest call that returned.
const longer = 4

// Allows is how long a call may take whose return is waited for there: all of the limit if few
// were stuck in it, and 0 if it is not to be made.
func (p WaitPoint) Allows(limit time.Duration) time.Duration {
	switch {
	case p.TimedOut < shortenAfter:
		return limit
	case p.breakerOpen():
		return 0
	}
	allowed := limit / 50
	if p.TimedOut < shortenMoreAfter {
		allowed = limit / 10
	}
	return min(limit, max(allowed, longer*p.Longest))
}

// Slower is the wait point after a call that took this long has returned.
func (p WaitPoint) Slower(took time.Duration) WaitPoint {
	p.Longest = max(p.Longest, took)
	return p
}

// callTimers are those of the running spec.
type callTimers struct {
	// fire is that of [Target.OnStuck], or nil.
	fire func(point string, cause Cause)

	mu sync.Mutex
	// goroutine runs the spec's nodes.
	goroutine int64
	// running are the timers that can fire.
	running map[*callTimer]bool
}

type callTimer struct{ timer *time.Timer }

// OnStuck calls fire, on another goroutine, when the timer of a call fires. The spec is taken to be
// stuck in the call then, as others were, and the process can't be trusted any more.
func (t *Target) OnStuck(fire func(point string, cause Cause)) { t.progress.timers.fire = fire }

// Within runs a node of a spec with the target in its context.
func (t *Target) Within(ctx context.Context, node func(context.Context)) {
	t.progress.timers.setGoroutine()
	id, _ := Identify(ginkgo.CurrentSpecReport().Labels())
	t.progress.setRunning(id)
	ctx, cancel := withNode(ctx)
	defer cancel(nil)
	node(WithTarget(ctx, t))
}

// Follow calls calling with the method of each call that specs make, and what it returns when the
// call has returned, before any other call is made. It leaves out polls.
func (t *Target) Follow(calling func(method string) (returned func())) {
	t.follow = func(method string) (returned func()) {
		if strings.HasSuffix(method, "::GetResults") || strings.HasSuffix(method, "::GetOverlappedResult") {
			return nil
		}
		return calling(method)
	}
}

// setGoroutine notes that a node of the spec runs on this goroutine.
func (t *callTimers) setGoroutine() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.goroutine = goid.Get()
}

// onSpecGoroutine reports whether this goroutine runs the spec's nodes: only there can the spec be told to end.
func (t *callTimers) onSpecGoroutine() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.goroutine == goid.Get()
}

// start starts a timer that fires after d, unless it is stopped before.
func (t *callTimers) start(d time.Duration, point string, cause Cause) (stop func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.running == nil {
		t.running = map[*callTimer]bool{}
	}
	one := &callTimer{}
	one.timer = time.AfterFunc(d, func() {
		if t.stop(one) {
			t.fire(point, cause)
		}
	})
	t.running[one] = true
	return func() { t.stop(one) }
}

// stop stops a timer, and reports whether it was running.
func (t *callTimers) stop(one *callTimer) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	one.timer.Stop()
	running := t.running[one]
	delete(t.running, one)
	return running
}

// stopAll stops the timers of a spec that has ended.
func (t *callTimers) stopAll() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for one := range t.running {
		one.timer.Stop()
	}
	clear(t.running)
}

// guard puts a timer on calls of methods in which earlier specs were stuck, and measures memory if
// asked to.
func (t *Target) guard(r *trace.Recorder) {
	if t.follow != nil {
		r.Guard(t.follow)
		return
	}
	if memoryGuard := t.progress.memoryGuard(); memoryGuard != nil {
		r.Guard(memoryGuard) // a process that is short of memory does not last long enough to be stuck
		return
	}
	p := &t.progress
	if p.timers.fire == nil || !p.anyStuck() {
		return
	}
	limit := routesPerSpec * t.routeLimit
	r.Guard(func(method string) (returned func()) {
		point := pointOfReturn(method)
		known := p.point(point)
		_, unready, cause := p.readiness()
		if p.isRequired() || known.TimedOut < shortenAfter && !unready {
			return nil
		}
		allowed := known.Allows(limit)
		if unready {
			allowed = min(allowed, max(limit/unreadyParts, longer*known.Longest))
			if known.TimedOut >= shortenAfter && known.Completed == 0 {
				allowed = 0
			}
		}
		if known.TimedOut == 0 {
			known.Cause = cause
		}
		// what has not been cleaned up is in the way of other specs
		if allowed == 0 && p.timers.onSpecGoroutine() && !t.ending.hasBegun() {
			p.note(&p.timedOut, point)
			notRun(known.Cause)
		}
		stop := p.timers.start(allowed, point, known.Cause)
		return func() {
			stop()
			p.note(&p.completed, point)
		}
	})
}

// anyStuck reports whether specs were stuck in some method.
func (p *progress) anyStuck() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for name, s := range p.points {
		if s.TimedOut >= shortenAfter && strings.HasPrefix(name, returnOf) {
			return true
		}
	}
	return p.unready
}

// unreturned lists the wait points of the calls that have not returned for half of a spec's time,
// and the duration of the longest slow call that returned, by wait point.
func (t *Target) unreturned() (stuck []string, took map[string]time.Duration) {
	if t.recorder == nil {
		return nil, nil
	}
	limit := routesPerSpec * t.routeLimit
	for _, method := range t.recorder.Stuck(limit / 2) {
		stuck = append(stuck, pointOfReturn(method))
	}
	if point := waitingIn(t.recorder); strings.HasPrefix(point, returnOf) {
		stuck = append(stuck, point)
	}
	for method, d := range t.recorder.Took(limit / (50 * longer)) {
		if took == nil {
			took = map[string]time.Duration{}
		}
		took[pointOfReturn(method)] = d
	}
	return stuck, took
}

// waitingIn is the wait point of the call of a spec that was asked to wait and has not returned:
// the end of its request, or the return of the call if the request has ended. It is empty if there
// is no such call.
func waitingIn(r *trace.Recorder) string {
	method, over := r.Waiting(hasEnded)
	switch {
	case method == "":
		return ""
	case over:
		return returnOf + "a waiting " + method // the same method returns when it is not asked to
	}
	return endOf + method
}

// Stuck is the wait point of the call in which the spec that has run last hangs, or nothing.
func (t *Target) Stuck() string {
	if t.recorder == nil {
		return ""
	}
	for _, method := range t.recorder.Stuck(0) {
		return pointOfReturn(method)
	}
	return waitingIn(t.recorder)
}
