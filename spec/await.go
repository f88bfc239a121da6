package spec

import (
	"context"
	"fmt"
)

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
