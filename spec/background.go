package spec

import (
	"context"
	"errors"

	. "github.com/onsi/ginkgo/v2"
)

// InBackground runs work on another goroutine; the channel is closed when it is done. A spec that
// fails meanwhile ends after it. If the spec fails or ends in work, it waits for nothing else.
func InBackground(ctx context.Context, work func()) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		endUnlessCompleted(ctx, work)
	}()
	AtEnd(ctx, func(context.Context) { <-done })
	return done
}

// endUnlessCompleted runs work, and ends the node that ctx is of if it panics, as whatever fails or ends
// a spec does. Ginkgo is told of the panic before: it would take it for a failure of the next node. What
// panics after the node has ended shows nothing, and Ginkgo is not told.
func endUnlessCompleted(ctx context.Context, work func()) {
	completed := false
	defer func() {
		if !completed {
			endNode(ctx)
		}
	}()
	defer GinkgoRecover()
	defer func() {
		if !completed && (endedElsewhere(ctx) || targetOf(ctx).ending.isSkipped()) {
			_ = recover()
		}
	}()
	work()
	completed = true
}

// errElsewhere is why a node's context ends when the spec has come to its end on another
// goroutine than the node's.
var errElsewhere = errors.New("the spec has ended on another goroutine")

type nodeKey struct{}

// withNode returns a context that [endNode] ends.
func withNode(ctx context.Context) (node context.Context, cancel context.CancelCauseFunc) {
	ctx, cancel = context.WithCancelCause(ctx)
	return context.WithValue(ctx, nodeKey{}, cancel), cancel
}

// endNode ends the context of the node that ctx is of, and of no other.
func endNode(ctx context.Context) {
	cancel, ok := ctx.Value(nodeKey{}).(context.CancelCauseFunc)
	if ok {
		cancel(errElsewhere)
	}
}

// endedElsewhere reports whether the spec has failed, or ended, on another goroutine: Ginkgo
// has heard of it, and what this one waits for shows nothing.
func endedElsewhere(ctx context.Context) bool { return errors.Is(context.Cause(ctx), errElsewhere) }
