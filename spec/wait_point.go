package spec

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/spec/internal/poll"
)

// A WaitPoint is where specs wait for something that the provider owes: the end of a
// request, a result. Each has a circuit breaker: the more specs have timed out there, the
// shorter others wait, since a run would take hours otherwise, and show the same.
type WaitPoint struct {
	// TimedOut counts the specs that timed out there, and Completed those that got what they
	// waited for after the first had timed out.
	Completed int `json:"met,omitempty"`
	TimedOut  int `json:"missed"`
	// MethodSpecs counts those of TimedOut that test the method that owes it.
	MethodSpecs int `json:"own,omitempty"`
	// Cause is the first of TimedOut, or of MethodSpecs if there are any.
	Cause Cause `json:"cause"`
	// Longest is the duration of the longest slow call, if it is the return of calls that is
	// waited for.
	Longest time.Duration `json:"longest,omitempty"`
}

// After this many time-outs a short wait shows nothing any more, and waits are much shorter.
const (
	shortenAfter     = 3
	shortenMoreAfter = 8
)

// afterTimeoutParts is how many parts a wait is cut into once a spec of the run has waited for all of
// its time anywhere. Where fewer than shortenAfter have timed out, a time-out counts just as much.
const afterTimeoutParts = 10

// After this many time-outs the circuit breaker opens, and nobody waits any more: if no spec has
// completed since the first, and if a third of those that wait time out. Twenty specs cover many
// situations; if a single one completes, one of the situations is at fault. A time-out costs a
// fiftieth of a spec's time, and in a call also the start of a process: 0.7 s. A thousand specs make
// the most frequent call; if less than a third of them time out, two workers need two minutes.
const (
	breakAfter      = 20
	breakMixedAfter = 2 * breakAfter
)

// brieflyParts is how many parts the wait for a result is cut into where nobody waits any more, although some come.
const brieflyParts = 1000

// The specs about a method that owes something show which rule is broken. So they are not left out,
// nor are their waits shortened further, until methodSpecsMost of them have timed out, or
// allMethodSpecsMost of all methods, since a provider may give nothing at all. If it is not ready,
// one of a method is enough, and unreadyMethodSpecsMost of all.
const (
	methodSpecsMost        = 2
	allMethodSpecsMost     = 12
	unreadyMethodSpecsMost = 4
)

// unreadyParts is how many parts a wait is cut into once the provider is known not to be ready: a
// probe has timed out, or a prerequisite has failed. A time-out is not held against the provider
// then, since another run follows when that is mended.
const unreadyParts = 10

// probeParts is how many parts the wait of a probe is cut into: a probe does the simplest things, nothing else runs
// meanwhile, and a probe that times out is run once more.
const probeParts = 2

// unreadyBy returns why waits are to be cut short, if they are.
func unreadyBy(failed map[Prerequisite]Cause, points map[string]WaitPoint) (cause Cause, unready bool) {
	for _, p := range slices.Sorted(maps.Keys(failed)) {
		return failed[p], true
	}
	for _, name := range slices.Sorted(maps.Keys(points)) {
		if points[name].TimedOut > 0 && isProbe(points[name].Cause.Spec) {
			return points[name].Cause, true
		}
	}
	return Cause{}, false
}

// unreadyLimit is how long a spec waits if the provider is not ready.
func (p WaitPoint) unreadyLimit(limit time.Duration) time.Duration {
	if p.TimedOut > 0 && p.Completed == 0 {
		return 0
	}
	return limit / unreadyParts / unreadyParts
}

// anyTimedOut reports whether a spec has timed out anywhere.
func anyTimedOut(points map[string]WaitPoint) bool {
	for name, s := range points {
		// where some come, a spec that waits for any has another wait point, too
		if s.TimedOut > 0 && (!isOfAny(name) || s.Completed == 0) {
			return true
		}
	}
	return false
}

// breakerOpen reports whether nobody waits there any more.
func (p WaitPoint) breakerOpen() bool {
	return p.TimedOut >= breakAfter && p.Completed == 0 || p.TimedOut >= breakMixedAfter && 2*p.TimedOut >= p.Completed
}

// TimeLimit is how long a spec waits where some have timed out: a tenth or a fiftieth of the usual
// limit, or not at all.
func (p WaitPoint) TimeLimit(limit time.Duration) time.Duration {
	switch {
	case p.TimedOut < shortenMoreAfter:
		return limit / afterTimeoutParts
	case p.breakerOpen():
		return 0
	}
	return limit / 50
}

// After is the wait point after another spec has waited there; ofMethod says that the spec tests the method that owes
// what is waited for.
func (p WaitPoint) After(timedOut bool, cause Cause, ofMethod bool) WaitPoint {
	if timedOut {
		if p.TimedOut == 0 || ofMethod && p.MethodSpecs == 0 {
			p.Cause = cause
		}
		p.TimedOut++
		if ofMethod {
			p.MethodSpecs++
		}
	} else if p.TimedOut > 0 {
		p.Completed++
	}
	return p
}

// DescribeTimeout says that nobody gets what is waited for at a wait point.
func DescribeTimeout(point string) string {
	if method, call := strings.CutPrefix(point, returnOf); call {
		return method + " does not return"
	}
	return "waiting for " + point + " is in vain"
}

// IsReturn reports whether a wait point is the return of a call.
func IsReturn(point string) bool { return strings.HasPrefix(point, returnOf) }

// pointAnyEnd is a wait point of every request of ND2's. It matters only if the provider ends no
// request at all.
const pointAnyEnd = "the end of any overlapped request"

// isOfAny reports whether a wait point is that of whoever waits for an end or a result, whichever request owes it.
func isOfAny(point string) bool { return point == pointAnyEnd || point == pointAnyResult }

// A wait is one for what is owed at wait points.
type wait struct {
	// ctx ends when there is nothing more to wait for.
	ctx    context.Context
	cancel context.CancelFunc

	spec     context.Context
	progress *progress
	points   []string
	began    time.Time
	limit    time.Duration
	backoff  poll.Backoff
	// at is the wait point at which the most specs have timed out, and known what is known of it.
	known WaitPoint
	at    string
	// decides says that a time-out is held against the provider, although the wait is shortened.
	decides bool
}

// routesPerSpec is how often the limit of a route goes into a spec's time.
const routesPerSpec = 2 * routesPerHalf

// await begins a wait at wait points, each named by what is waited for: "the end of
// Connector::Connect". The caller ends it by completed or timedOut. The spec ends here if the
// circuit breaker is open.
func await(ctx context.Context, points ...string) *wait {
	t, ok := ctx.Value(targetKey{}).(*Target)
	if !ok {
		t = &Target{} // nothing is known of any wait point
	}
	w := &wait{
		ctx: ctx, cancel: func() {}, spec: ctx, progress: &t.progress, points: points, at: points[0],
		began: time.Now(), limit: routesPerSpec * t.routeLimit,
	}
	for _, point := range points {
		s := w.progress.point(point)
		if isOfAny(point) && s.Completed > 0 && len(points) > 1 {
			continue // some do come
		}
		if s.TimedOut > w.known.TimedOut {
			w.known, w.at = s, point
		}
	}
	anyTimedOut, unready, cause := w.progress.readiness()
	if !anyTimedOut && !unready {
		if isProbe(w.progress.runningID()) {
			return w.shortened(w.limit / probeParts)
		}
		return w
	}
	limit := w.known.TimeLimit(w.limit)
	decisive := w.progress.isRequired() || w.isOfRunning() // a method's own spec, or the probe once more
	switch {
	case unready && decisive:
		return w.shortened(w.limit / unreadyParts)
	case unready:
		limit = min(limit, w.known.unreadyLimit(w.limit))
	case decisive || w.known.TimedOut < shortenAfter:
		return w.shortened(w.limit / afterTimeoutParts)
	}
	if w.known.TimedOut == 0 {
		w.known.Cause = cause
	}
	if limit == 0 && w.known.Completed > 0 && isResult(w.at) { // some come, and then at once
		limit = w.limit / brieflyParts
	}
	if limit == 0 {
		notRun(w.known.Cause)
	}
	w.ctx, w.cancel = context.WithTimeout(ctx, limit)
	return w
}

// shortened limits a wait to a part of the usual time, since another spec has waited for all of it
// and timed out. A time-out is held against the provider.
func (w *wait) shortened(limit time.Duration) *wait {
	w.decides = true
	w.ctx, w.cancel = context.WithTimeout(w.spec, limit)
	return w
}

// over reports whether the time to wait is up.
func (w *wait) over() bool { return w.ctx.Err() != nil }

// completed ends a wait for what has come.
func (w *wait) completed() {
	w.cancel()
	w.progress.noteWait(time.Since(w.began))
	if w.known.TimedOut == 0 {
		return
	}
	for _, point := range w.points {
		w.progress.note(&w.progress.completed, point)
	}
}

// timedOut ends a wait for what did not come to the wait points named. A spec that has waited as long
// as it can goes on, and fails. One whose wait was shortened and doesn't decide, or that has ended on
// another goroutine, has shown nothing, and ends.
func (w *wait) timedOut(points ...string) {
	w.cancel()
	if endedElsewhere(w.spec) {
		ginkgo.Skip(errElsewhere.Error())
	}
	if w.spec.Err() == nil && !w.decides {
		w.progress.note(&w.progress.timedOut, w.at)
		notRun(w.known.Cause)
	}
	if took := time.Since(w.began); w.spec.Err() != nil && took <= w.limit/4 { // the time was spent elsewhere
		if why := w.progress.whySlow(took); why != "" {
			Unobservable(why)
		}
		return
	}
	for _, point := range points {
		w.progress.note(&w.progress.timedOut, point)
	}
	if slices.Contains(w.points, pointAnyEnd) {
		w.progress.note(&w.progress.timedOut, pointAnyEnd)
	}
}

func (p *progress) point(name string) WaitPoint {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.points[name]
}

// isRequired reports whether the running spec must not be left out: it tests a method that owes something, and too few
// specs of the method have timed out.
func (p *progress) isRequired() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.required
}

// requires is what [progress.isRequired] reports of the spec with this id; p is locked.
func (p *progress) requires(id string) bool {
	most, limit := methodSpecsMost, allMethodSpecsMost
	if p.unready {
		most, limit = 1, unreadyMethodSpecsMost
	}
	all, about := 0, false
	for name, s := range p.points {
		all += s.MethodSpecs
		about = about || s.TimedOut > 0 && s.MethodSpecs < most && requirement.IsAbout(id, OwedBy(name))
	}
	return about && all < limit
}

// readiness reports whether a spec has timed out, and whether the provider is not ready, and why.
func (p *progress) readiness() (anyTimedOut, unready bool, cause Cause) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.anyTimedOut, p.unready, p.unreadyCause
}

// isOfRunning reports whether the running spec has timed out here.
func (w *wait) isOfRunning() bool {
	id := w.progress.runningID()
	return id != "" && w.known.Cause.Spec == id
}

func (p *progress) runningID() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.running
}

func (p *progress) note(list *[]string, point string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !slices.Contains(*list, point) {
		*list = append(*list, point)
	}
}
