package spec

import (
	"context"
	"strings"
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
	until(ctx, pointAnyResult, func() string { return pointOfResult(nil, pointAnyResult) }, what, holds)
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
