package spec

import (
	"context"
	"fmt"
	"strings"

	"github.com/ndconform/ndconform/spec/internal/poll"
)

// Until polls met until it holds. The spec fails if its time runs out first; what
// says what was waited for: "the first byte to arrive".
func Until(ctx context.Context, what string, holds func() bool) {
	until(ctx, what, nil, what, holds)
}

// UntilEnd polls until a request has ended, or met holds; or says what that is. The spec
// fails if its time runs out first.
func UntilEnd(ctx context.Context, request *Operation, or string, holds func() bool) {
	point := request.point()
	until(ctx, point, nil, point+", or "+or, func() bool { return request.Done() || holds() })
}

// UntilResult is Until for what a result would be enough for, or as many as were sent.
func UntilResult(ctx context.Context, what string, holds func() bool) {
	until(ctx, pointAnyResult, func() string { return pointOfResult(nil) }, what, holds)
}

// pointAnyPacket is where whoever waits for a packet waits, whichever request it is of.
const pointAnyPacket = "a packet at the completion port"

// UntilPacket is Until for the packet of a request.
func UntilPacket(ctx context.Context, request *Operation, what string, holds func() bool) {
	point := what
	if method, known := request.method(); known {
		point = packetOf + method
		what += " (" + method + ")"
	}
	until(ctx, point, nil, what, holds)
}

// pointsOf are the wait points of whoever waits at one: for a packet, that of all packets as well.
func pointsOf(point string) []string {
	if strings.HasPrefix(point, packetOf) || strings.Contains(point, "packet") {
		return []string{point, pointAnyPacket}
	}
	return []string{point}
}

// until polls at a wait point; owes tells, if it is not nil, whose result is owed if nothing comes, and
// what says what was waited for.
func until(ctx context.Context, point string, owes func() string, what string, holds func() bool) {
	w := await(ctx, pointsOf(point)...)
	for !holds() {
		if w.over() {
			whose := point
			if owes != nil {
				whose = owes()
			}
			w.timedOut(append(pointsOf(point), whose)...)
			if whose != point {
				what += whatIsOwed(whose)
			}
			notGiven(whose, what, "nothing of the kind in time", "")
		}
		w.backoff.Wait(w.ctx)
	}
	w.completed()
}

// AwaitEvent waits until an event is set. The spec fails if its time runs out first; of
// says whose event it is: "a request that has been canceled".
func AwaitEvent(ctx context.Context, event *Event, of string) {
	point := pointOfEvent(event, "the event of "+of)
	w := await(ctx, point, pointAnyEvent, pointAnyEnd)
	expected := "the event of " + of + " to be set"
	if owed := OwedBy(point); owed != "" {
		expected = "the event of " + of + " (" + owed + ") to be set"
	}
	select {
	case <-event.Signaled():
	case <-w.ctx.Done():
	}
	if event.Sets() == 0 {
		w.timedOut(point)
		notGiven(point, expected, "it was never set", "")
	}
	if !event.IsSet() {
		w.timedOut(point)
		notGiven(point, expected, fmt.Sprintf("it was set %d times, and is not", event.Sets()), "")
	}
	w.completed()
}

// Take takes the next of what comes on a channel. The spec fails if its time runs out
// first; what says what was waited for: "the call to return".
func Take[T any](ctx context.Context, from <-chan T, what string) (next T) {
	w := await(ctx, what)
	select {
	case next = <-from:
		w.completed()
		return next
	case <-w.ctx.Done():
	}
	point := pointOfCall(what)
	w.timedOut(point, what)
	if owed := OwedBy(point); owed != "" && point != what {
		what += " (" + owed + ")"
	}
	notGiven(point, what, "nothing of the kind in time", "")
	return next
}

// InTime waits until the request has ended, after a time that the provider chooses. The spec ends as
// unobservable if its own time is up first.
// Source: IND2Connector.md, IND2Connector::Connect, Return Value.
func (op *Operation) InTime() *Operation {
	point := op.point()
	w := op.await(op.ctx, point)
	for !op.Done() {
		if op.ctx.Err() != nil {
			Unobservable("the provider waits longer than the spec; --timeout-scale gives it more time")
		}
		if w.over() {
			w.timedOut(point)
		}
		w.backoff.Wait(w.ctx)
	}
	w.completed()
	return op
}

// EndsBriefly waits as long as [Briefly] says, and reports whether the request has ended by then.
func (op *Operation) EndsBriefly() bool {
	moment, end := Briefly(op.ctx)
	defer end()
	var backoff poll.Backoff
	for moment.Err() == nil && !op.Done() {
		backoff.Wait(moment)
	}
	return op.Done()
}
