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

// A call that does not return costs a spec all of its time, and the process. Where several
// specs were stuck in the same method, the others have a fuse: they are told to end when a
// call of it has taken far longer than any that returned, and a spec that would surely be
// stuck does not call it.

// siteReturn is where whoever calls a method waits.
func siteReturn(method string) string { return returnOf + method }

const returnOf = "the return of "

// Panicked notes that a call of a method has panicked in the spec that has run: others that call it
// come to no other end.
func (f *Footing) Panicked(method string) { f.Missed = append(f.Missed, siteReturn(method)) }

// longer is how many times as long as the longest call that returned another one may take.
const longer = 4

// Allows is how long a call may take at the site that a spec with so much time makes: as long as
// it takes if few were stuck there, and 0 if it is left out.
func (s Site) Allows(limit time.Duration) time.Duration {
	switch {
	case s.Missed < missedSome:
		return limit
	case s.hopeless():
		return 0
	}
	allowed := limit / 50
	if s.Missed < missedMany {
		allowed = limit / 10
	}
	return min(limit, max(allowed, longer*s.Longest))
}

// Slower is the site after a call has returned there that took so long.
func (s Site) Slower(took time.Duration) Site {
	s.Longest = max(s.Longest, took)
	return s
}

// fuses are those of the running spec.
type fuses struct {
	// blow is that of [Target.OnStuck], or nil.
	blow func(site string, because Cause)

	mu sync.Mutex
	// goroutine is the one that runs the spec's nodes.
	goroutine int64
	// lit are the ones that can blow.
	lit map[*fuse]bool
}

type fuse struct{ timer *time.Timer }

// OnStuck has blow be called when a spec is in a call that others were stuck in, and has
// been for so long that it is taken to be stuck too. The process is not to be trusted
// then. It is called on a goroutine of its own, which is over when it returns.
func (t *Target) OnStuck(blow func(site string, because Cause)) { t.footing.fuses.blow = blow }

// Within runs a node of a spec with the target in its context.
func (t *Target) Within(ctx context.Context, node func(context.Context)) {
	t.footing.fuses.runsHere()
	id, _ := Identify(ginkgo.CurrentSpecReport().Labels())
	t.footing.runs(id)
	ctx, cancel := withNode(ctx)
	defer cancel(nil)
	node(WithTarget(ctx, t))
}

// Follow has calling be called with the method of each call that specs make, and what it returns when
// the call has returned, before any other call is made. Polls, which end nothing, are left out.
func (t *Target) Follow(calling func(method string) (returned func())) {
	t.follow = func(method string) (returned func()) {
		if strings.HasSuffix(method, "::GetResults") || strings.HasSuffix(method, "::GetOverlappedResult") {
			return nil
		}
		return calling(method)
	}
}

// runsHere notes that a node of the spec runs on this goroutine.
func (f *fuses) runsHere() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.goroutine = goid.Get()
}

// isHere reports whether this goroutine is the one that runs the spec's nodes, where the
// spec can be told to end.
func (f *fuses) isHere() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.goroutine == goid.Get()
}

// light lights a fuse that blows after so long, unless it is put out before.
func (f *fuses) light(d time.Duration, site string, because Cause) (out func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.lit == nil {
		f.lit = map[*fuse]bool{}
	}
	one := &fuse{}
	one.timer = time.AfterFunc(d, func() {
		if f.putOut(one) {
			f.blow(site, because)
		}
	})
	f.lit[one] = true
	return func() { f.putOut(one) }
}

// putOut reports whether the fuse was lit.
func (f *fuses) putOut(one *fuse) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	one.timer.Stop()
	lit := f.lit[one]
	delete(f.lit, one)
	return lit
}

// putAllOut puts out the fuses of a spec that has ended.
func (f *fuses) putAllOut() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for one := range f.lit {
		one.timer.Stop()
	}
	clear(f.lit)
}

// guard has the calls of the running spec be made with a fuse where others were stuck, and be
// weighed if they are to be.
func (t *Target) guard(r *trace.Recorder) {
	if t.follow != nil {
		r.Guard(t.follow)
		return
	}
	if weighs := t.footing.weighs(); weighs != nil {
		r.Guard(weighs) // a process that is short of memory does not last long enough to be stuck
		return
	}
	f := &t.footing
	if f.fuses.blow == nil || !f.knowsStuck() {
		return
	}
	limit := limits * t.patience
	r.Guard(func(method string) (returned func()) {
		site := siteReturn(method)
		known := f.site(site)
		_, hurried, cause := f.hurry()
		if f.mayNotBeLeftOut() || known.Missed < missedSome && !hurried {
			return nil
		}
		allowed := known.Allows(limit)
		if hurried {
			allowed = min(allowed, max(limit/hurriedParts, longer*known.Longest))
			if known.Missed >= missedSome && known.Met == 0 {
				allowed = 0
			}
		}
		if known.Missed == 0 {
			known.Cause = cause
		}
		if allowed == 0 && f.fuses.isHere() && !t.ending.hasBegun() { // what has not been cleaned up is in the way of other specs
			f.note(&f.missed, site)
			because(known.Cause)
		}
		out := f.fuses.light(allowed, site, known.Cause)
		return func() {
			out()
			f.note(&f.met, site)
		}
	})
}

// knowsStuck reports whether specs were stuck in some method.
func (f *footing) knowsStuck() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for name, s := range f.sites {
		if s.Missed >= missedSome && strings.HasPrefix(name, returnOf) {
			return true
		}
	}
	return f.hurried
}

// unreturned lists the sites at which a call of the running spec has not returned for half of the time
// that a spec has, and how long the longest took of those that returned late.
func (t *Target) unreturned() (stuck []string, took map[string]time.Duration) {
	if t.recorder == nil {
		return nil, nil
	}
	limit := limits * t.patience
	for _, method := range t.recorder.Stuck(limit / 2) {
		stuck = append(stuck, siteReturn(method))
	}
	if site := waitingIn(t.recorder); strings.HasPrefix(site, returnOf) {
		stuck = append(stuck, site)
	}
	for method, d := range t.recorder.Took(limit / (50 * longer)) {
		if took == nil {
			took = map[string]time.Duration{}
		}
		took[siteReturn(method)] = d
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
		return siteReturn(method)
	}
	return waitingIn(t.recorder)
}
