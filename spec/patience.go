package spec

import (
	"context"
	"time"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/spec/internal/poll"
)

// Unhurried is for specs that call as often, or move as much, as an adapter's limit says,
// or make many connections: each call may take its time. Like every limit it follows the
// time scale.
const Unhurried = SpecTimeout(time.Minute)

// Patient returns a context for what a right provider may take its time for, or go on
// with forever: it ends when half of what a spec usually has is over, so that a spec
// can tell that from a provider that hangs. Like every limit it follows the time scale.
func Patient(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, patient*patienceOf(ctx))
}

// Briefly returns a context for what is to go on for a moment, 10 ms unless the time scale
// says otherwise.
func Briefly(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, targetOf(ctx).patience/briefly)
}

// briefly is how often a moment goes into a route's patience.
const briefly = 100

// Halfway is [Patient] for a spec that is [Unhurried].
func Halfway(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, halfway*patienceOf(ctx))
}

// halfway is how often a route's patience goes into half of a minute.
const halfway = 30

// patienceOf is a route's patience, or a part of it if waits are cut short.
func patienceOf(ctx context.Context) time.Duration {
	t := targetOf(ctx)
	if _, hurried, _ := t.footing.hurry(); hurried {
		return t.patience / hurriedParts
	}
	return t.patience
}

// patient is how often a route's patience goes into half of a spec's time.
const patient = 5

// GaveUp has a connected end send to a peer that has posted no Receive, waits until the
// provider gives up or ctx is over, and reports whether it has given up, which a provider
// may never do. It measures how long others must be waited for.
func GaveUp(ctx context.Context, from *End) bool {
	if _, hurried, _ := targetOf(ctx).footing.hurry(); hurried {
		brief, end := context.WithTimeout(ctx, patient*patienceOf(ctx))
		defer end()
		ctx = brief
	}
	succeed("IND2QueuePair::Send", from.Send(0, nil, 0))
	var pace poll.Pace
	for len(Drain(from.Initiated)) == 0 {
		if ctx.Err() != nil {
			return false
		}
		pace.Again(ctx)
	}
	return true
}
