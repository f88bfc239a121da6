package spec

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
)

// Results polls queue until it has returned n results. The spec fails if its time
// runs out first.
func Results(ctx context.Context, queue nd2.CompletionQueue, n int) []nd2.Result {
	owes := func() string { return pointOfResult(queue) }
	return polled(ctx, pointsOfResult(queue), owes, n, func(room []nd2.Result) int {
		return int(queue.GetResults(room))
	}, listed, owed)
}

// Polled is Results for a queue of another interface, which has a name and is polled by a call.
func Polled[R any](ctx context.Context, queue string, n int, poll func(room []R) int) []R {
	point := "a result in an " + queue
	return polled(ctx, []string{point}, func() string {
		return point
	}, n, poll, func(got []R) string { return countOf(len(got)) }, func() string { return "" })
}

// polled polls at wait points, and says whose result is owed if none comes.
func polled[R any](ctx context.Context, points []string, owes func() string, n int, poll func(room []R) int,
	show func([]R) string, besides func() string,
) []R {
	results := make([]R, n)
	w := await(ctx, points...)
	for got := 0; got < n; {
		more := poll(results[got:])
		got += more
		if more == 0 {
			if w.over() {
				whose := owes()
				w.timedOut(append(points, whose)...)
				notGiven(whose, countOf(n)+" in time"+whatIsOwed(whose), show(results[:got]), besides())
			}
			w.backoff.Wait(w.ctx)
		}
	}
	w.completed()
	return results
}

// owed names the requests that have no result.
func owed() string {
	r := calling.Load()
	if r == nil {
		return ""
	}
	list := r.Owed() // once: a result that others take meanwhile would change it
	if list == "" {
		return ""
	}
	return "no result yet of " + list
}

// pointAnyResult is where whoever waits for a result waits.
const pointAnyResult = "a result in a completion queue"

// Result polls queue until it has returned one result.
func Result(ctx context.Context, queue nd2.CompletionQueue) nd2.Result {
	return Results(ctx, queue, 1)[0]
}

// ResultOf takes results until there is one of the queue pair with a context, for a queue
// that others report to as well.
func ResultOf(ctx context.Context, queuePairContext uintptr, queue nd2.CompletionQueue) nd2.Result {
	for {
		result := Result(ctx, queue)
		if result.QueuePairContext == queuePairContext {
			return result
		}
	}
}

// Drain takes what is queued now, without waiting.
func Drain(queue nd2.CompletionQueue) []nd2.Result {
	var all []nd2.Result
	batch := make([]nd2.Result, 64)
	for {
		n := queue.GetResults(batch)
		all = append(all, batch[:n]...)
		if int(n) < len(batch) {
			return all
		}
	}
}

// Contexts lists the request contexts of results, in their order.
func Contexts(results []nd2.Result) []uintptr {
	list := make([]uintptr, len(results))
	for i, r := range results {
		list[i] = r.RequestContext
	}
	return list
}

// Statuses lists the statuses of results, in their order.
func Statuses(results []nd2.Result) []nd2.Status {
	list := make([]nd2.Status, len(results))
	for i, r := range results {
		list[i] = r.Status
	}
	return list
}

// Sequence is first, first+1, … of length n: the request contexts that n requests
// in a row are given.
func Sequence(first uintptr, n int) []uintptr {
	list := make([]uintptr, n)
	for i := range list {
		list[i] = first + uintptr(i)
	}
	return list
}
