package selftest

import (
	"context"
	"sync"
)

// inLanes has each element of a list done, several at a time, and returns the results in the list's order. The first
// error ends it, and so does ctx. If done is not nil, it is called with each result, by one goroutine at a time.
func inLanes[T, R any](ctx context.Context, lanes int, list []T, do func(context.Context, T) (R, error), done func(R),
) ([]R, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	results := make([]R, len(list))
	next := make(chan int)
	var mu sync.Mutex
	var all sync.WaitGroup
	for range max(1, lanes) {
		all.Go(func() {
			for i := range next {
				if ctx.Err() != nil {
					continue
				}
				r, err := do(ctx, list[i])
				if err != nil {
					stop(err)
					continue
				}
				results[i] = r
				mu.Lock()
				if done != nil {
					done(r)
				}
				mu.Unlock()
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	all.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return results, nil
}
