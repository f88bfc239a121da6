package spec

import (
	"context"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/spec/internal/poll"
)

// LongTimeout is for specs that call as often, or move as much, as an adapter's limit says,
// or make many connections. Like every limit it follows the time scale.
const LongTimeout = SpecTimeout(time.Minute)

// HalfTimeout returns a context for what a correct provider may take long for, or never end. It
// ends after half of a spec's usual time, so that the spec can tell that from a provider that
// hangs. Like every limit it follows the time scale.
func HalfTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, routesPerHalf*routeLimitOf(ctx))
}

// Briefly returns a context for what is to go on for a moment, 10 ms unless the time scale
// says otherwise.
func Briefly(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, targetOf(ctx).routeLimit/momentsPerRoute)
}

// momentsPerRoute is how often a moment goes into the limit of a route.
const momentsPerRoute = 100

// HalfLongTimeout is [HalfTimeout] for a spec with a [LongTimeout].
func HalfLongTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, routesPerHalfMinute*routeLimitOf(ctx))
}

// routesPerHalfMinute is how often the limit of a route goes into half a minute.
const routesPerHalfMinute = 30

// routeLimitOf is the limit of a route, or a part of it if the provider is not ready.
func routeLimitOf(ctx context.Context) time.Duration {
	t := targetOf(ctx)
	if _, unready, _ := t.progress.readiness(); unready {
		return t.routeLimit / unreadyParts
	}
	return t.routeLimit
}

// routesPerHalf is how often the limit of a route goes into half of a spec's time.
const routesPerHalf = 5

// GaveUp makes a connected end send to a peer that has posted no Receive, waits until the
// provider gives up or ctx is over, and reports whether it has given up, which a provider
// may never do. It measures how long others must be waited for.
func GaveUp(ctx context.Context, from *End) bool {
	if _, unready, _ := targetOf(ctx).progress.readiness(); unready {
		brief, end := context.WithTimeout(ctx, routesPerHalf*routeLimitOf(ctx))
		defer end()
		ctx = brief
	}
	MustSucceed("IND2QueuePair::Send", from.Send(0, nil, 0))
	var backoff poll.Backoff
	for len(Drain(from.Initiated)) == 0 {
		if ctx.Err() != nil {
			return false
		}
		backoff.Wait(ctx)
	}
	return true
}

// No page says how long a provider may take. A provider that gives all that it owes, but slowly, may use up
// the time of a spec that waits often. Such a spec has shown nothing.

// noteWait notes the duration of a wait that completed.
func (p *progress) noteWait(took time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.longestWait = max(p.longestWait, took)
}

// whySlow says why a wait that the end of the spec's time cut off after this long shows nothing: another one
// took half as long, and completed. It is empty if none did.
func (p *progress) whySlow(after time.Duration) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if after > 2*p.longestWait {
		return ""
	}
	return fmt.Sprintf(
		"the spec's time is up, and what the provider owes takes up to %.3f s; --timeout-scale gives it more time",
		p.longestWait.Seconds())
}
