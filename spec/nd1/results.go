package nd1

import (
	"context"
	"slices"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// await polls a queue until it has given n results.
func await(ctx context.Context, queue nd1.CompletionQueue, n int) []*nd1.Result {
	return Polled(ctx, "INDCompletionQueue", n, func(room []*nd1.Result) int { return int(queue.GetResults(room)) })
}

// awaitSame is await for the very results that are given, in this order.
func awaitSame(ctx context.Context, queue nd1.CompletionQueue, want ...*nd1.Result) {
	expectSame(await(ctx, queue, len(want)), want...)
}

// expectPlace shows that the result that is handed back at a place was given for that place.
func expectPlace(given []*nd1.Result, at int, r *nd1.Result) {
	Expect(slices.Index(given, r)).To(Equal(at), "which of the results given is handed back as number %d", at)
}

// expectSame shows that the results handed back are the very ones given, in this order.
func expectSame(got []*nd1.Result, want ...*nd1.Result) {
	for i, r := range got {
		expectPlace(want, i, r)
	}
}

// expectResults shows that a queue returns exactly these results, in order, all successes.
func expectResults(ctx context.Context, queue nd1.CompletionQueue, want ...*nd1.Result) {
	expectSuccesses(await(ctx, queue, len(want)), want...)
}

func expectSuccesses(got []*nd1.Result, want ...*nd1.Result) {
	for i, r := range got {
		expectPlace(want, i, r)
		Expect(r.Status).To(Return(nd2.Success))
	}
}

// sent shows that requests have succeeded, and received that Receives have, in this order.
func (e *end) sent(want ...*nd1.Result)     { expectResults(e.ctx, e.outbound, want...) }
func (e *end) received(want ...*nd1.Result) { expectResults(e.ctx, e.inbound, want...) }

// expectAny shows that an end's inbound queue returns these results, in any order.
func (e *end) expectAny(what string, want ...*nd1.Result) {
	var each []any
	for _, r := range want {
		each = append(each, BeIdenticalTo(r))
	}
	Expect(await(e.ctx, e.inbound, len(want))).To(ConsistOf(each...), what)
}

// expectCanceled shows that a queue returns these results, in order, all canceled, and no others.
func expectCanceled(ctx context.Context, queue nd1.CompletionQueue, want []*nd1.Result) {
	for i, r := range await(ctx, queue, len(want)) {
		expectPlace(want, i, r)
		Expect(*r).To(CompleteWith(nd2.Canceled))
	}
	expectNone(queue)
}

// expectQueued shows that a queue has exactly these results.
func expectQueued(queue nd1.CompletionQueue, want []*nd1.Result) {
	results := make([]*nd1.Result, len(want)+1)
	Expect(int(queue.GetResults(results))).To(Equal(len(want)), "the number of results")
	expectSuccesses(results[:len(want)], want...)
}

// expectNone shows that a queue has no result.
func expectNone(queue nd1.CompletionQueue) {
	Expect(queue.GetResults(make([]*nd1.Result, 8))).To(BeZero(), "results left")
}

// expectAll shows that requests have succeeded in the order of posting. Posting may have taken so
// long that the first was given up.
func (e *end) expectAll(posted []*nd1.Result) {
	for i, want := range posted {
		awaitSame(e.ctx, e.outbound, want)
		if i == 0 {
			unlessGivenUp(want)
		}
		Expect(want.Status).To(Return(nd2.Success))
	}
}

// expectFull shows that a request was refused because the endpoint was full, as ruled by id; first
// is the one posted first.
func (e *end) expectFull(returned nd2.Status, id string, first *nd1.Result) {
	room := make([]*nd1.Result, 1)
	if returned == nd2.Success && e.outbound.GetResults(room) == 1 && room[0] == first {
		unlessGivenUp(first)
		if first.Status == nd2.Success {
			Unobservable("the first request was over before the last one was posted")
		}
	}
	Expect(returned).To(ReturnAsRuled(id))
}

// unlessGivenUp ends the spec if the provider has given a request up because its peer was silent
// while others were posted.
func unlessGivenUp(first *nd1.Result) {
	if slices.Contains([]nd2.Status{nd2.IOTimeout, nd2.Timeout}, first.Status) {
		Unobservable("the first request was given up before the last one was posted")
	}
}

// ended is the status of a request: what its call has returned, or its result.
func (e *end) ended(post func(r *nd1.Result) nd2.Status) nd2.Status {
	r := new(nd1.Result)
	return resultOf(e.ctx, e.outbound, post(r), r)
}

// resultOf waits for a request after its call has returned, and returns its status.
func resultOf(ctx context.Context, queue nd1.CompletionQueue, returned nd2.Status, result *nd1.Result) nd2.Status {
	if returned != nd2.Success {
		return returned
	}
	Expect(await(ctx, queue, 1)[0]).To(BeIdenticalTo(result), "the result handed back")
	return result.Status
}
