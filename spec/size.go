package spec

import (
	"context"
	"slices"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// Where rings, words and batches end, and their neighbors. The last two stand for a maximum that is beyond a spec's
// work: more than a byte counts.
var sizes = numbers(1, 2, 4, 8, 9, 16, 32, 33, 64, 65, 299, 300)

// ordinary is what no adapter lacks resources for, unless it has less.
const ordinary = 256

// attained creates an object of these sizes. Resources may not suffice, whatever Query says: then the spec is
// unobservable.
func attained(c ndclient.Creation, sizes ...uint32) ndclient.Creation {
	if slices.Max(sizes) <= ordinary {
		return c
	}
	return ndclient.Creation{Method: c.Method, Call: func(out *nd2.Unknown) nd2.Status {
		returned := c.Call(out)
		SkipIfLacking("an object so large", returned)
		return returned
	}}
}

// Size draws how many requests, results, Receives or bytes a rule is asked with: no fewer than least, and no more than
// queues of every kind hold at either end, or a message has, or one of the further limits says, which a spec of much
// work has, too. The plain choice is least, or 4. Where there is room for fewer than least, it is that many.
func Size(ctx context.Context, least uint32, limits ...uint32) int {
	t := targetOf(ctx)
	c := choicesOn(SizeAxis)
	most := uint32(c.most)
	for _, s := range []Side{{Info: t.local.info}, {Info: t.peer.info}} {
		most = min(most, s.Info.MaxReceiveQueueDepth, s.Info.MaxInitiatorQueueDepth, s.MaxResults(), s.Info.MaxTransferLength)
	}
	for _, limit := range limits {
		most = min(most, limit)
	}
	plain := uint64(min(max(least, 4), most))
	choices := numbers(plain)
	for _, one := range append(slices.Clone(sizes), numbers(uint64(most-1), uint64(most))...) {
		if uint64(least) <= one.number && one.number <= uint64(most) && !slices.Contains(choices[1:], one) {
			choices = append(choices, one)
		}
	}
	n := min(max(t.drawing.pick(SizeAxis, choices), uint64(least)), uint64(most))
	t.note(c, n, plain)
	return int(n)
}
