package spec

import (
	"context"
	"testing"
)

// TestEndedElsewhere shows that what is waited for on one goroutine of a node ends when the
// spec ends on another one, that nothing is learnt from that, and that other nodes go on.
func TestEndedElsewhere(t *testing.T) {
	target := &Target{routeLimit: 1}
	target.Within(t.Context(), func(ctx context.Context) {
		target.Within(t.Context(), func(other context.Context) {
			w := await(ctx, "here")
			done := make(chan struct{})
			go func() {
				defer close(done)
				defer func() { _ = recover() }() // Ginkgo runs no spec
				endUnlessCompleted(ctx, func() { panic("failed") })
			}()
			<-w.ctx.Done()
			<-done
			if other.Err() != nil {
				t.Error("another node has ended, too")
			}
			func() {
				defer func() { _ = recover() }()
				w.timedOut("here")
				t.Error("goes on")
			}()
			if f := target.Progress(); len(f.TimedOut) > 0 {
				t.Errorf("learns %v", f.TimedOut)
			}
		})
	})
	target.Within(t.Context(), func(ctx context.Context) {
		endUnlessCompleted(ctx, func() {})
		if ctx.Err() != nil {
			t.Error("a node ends with work that is done")
		}
	})
}

// TestSkippedElsewhere shows that a node ends when the spec is skipped on another goroutine of it.
func TestSkippedElsewhere(t *testing.T) {
	target := &Target{routeLimit: 1}
	target.Within(t.Context(), func(ctx context.Context) {
		endUnlessCompleted(ctx, func() {
			target.ending.skips()
			panic("skipped")
		})
		if !endedElsewhere(ctx) {
			t.Error("goes on")
		}
	})
}
