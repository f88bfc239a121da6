package spec

import (
	"context"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	"github.com/petermattis/goid"
)

// AtEnd runs step when the running spec ends, the latest step first, whatever the spec or a step
// fails with. It uses one of Ginkgo's cleanup nodes per spec, where DeferCleanup uses one per step: a
// node costs more than most steps.
func AtEnd(ctx context.Context, step func(ctx context.Context)) {
	t := targetOf(ctx)
	e := &t.ending
	if prerequisites := t.progress.inProgress(); len(prerequisites) > 0 {
		step = t.progress.attribute(prerequisites, step)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.steps = append(e.steps, step)
	if len(e.steps) == 1 && !e.begun { // Ginkgo takes none from a step, or from a body whose time is up
		DeferCleanup(e.run)
	}
}

// AtEnd is [AtEnd] for what is done with this side.
func (s *Side) AtEnd(step func()) { AtEnd(s.ctx, func(context.Context) { step() }) }

// ending is what is left to do when the running spec ends.
type ending struct {
	mu    sync.Mutex
	steps []func(ctx context.Context)
	begun bool
	// skipped says that the spec has ended without a judgement, on any goroutine.
	skipped bool
	// cleaner is the goroutine that cleans up, by its number.
	cleaner int64
}

// skips notes that the running spec ends without a judgement.
func (e *ending) skips() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.skipped = true
}

// isSkipped reports whether the running spec has ended without a judgement. What its goroutines find
// then shows nothing, except in the clean-up.
func (e *ending) isSkipped() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.skipped && (!e.begun || goid.Get() != e.cleaner)
}

// hasBegun reports whether the running spec is being cleaned up after.
func (e *ending) hasBegun() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.begun
}

func (e *ending) reset() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.steps, e.begun, e.skipped = nil, false, false
}

// run takes the steps, and then those that have come meanwhile.
func (e *ending) run(ctx SpecContext) {
	e.mu.Lock()
	steps := e.steps
	e.steps, e.begun, e.cleaner = nil, true, goid.Get()
	e.mu.Unlock()
	if len(steps) == 0 {
		return
	}
	defer e.run(ctx)
	for _, step := range steps {
		defer step(ctx)
	}
}
