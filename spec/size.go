package spec

import (
	"context"
	"slices"
)

// SizeAxis is how many requests, results or Receives a rule is asked with; see [Size].
const SizeAxis Axis = "size"

// Where rings, words and batches end, and their neighbors. The last two stand for a maximum that is beyond a spec's
// work: more than a byte counts.
var boundaries = []uint32{1, 2, 4, 8, 9, 16, 32, 33, 64, 65, 299, 300}

// Size draws how many requests, results or Receives a rule is asked with: no fewer than least, and no more than queues
// of every kind hold at either end, or one of the further limits says, which a spec of much work has, too. The plain
// choice is least, or 4. Where there is room for fewer than least, it is that many.
func Size(ctx context.Context, least uint32, limits ...uint32) int {
	t := targetOf(ctx)
	most := boundaries[len(boundaries)-1]
	for _, s := range []Side{{Info: t.local.info}, {Info: t.peer.info}} {
		most = min(most, s.Info.MaxReceiveQueueDepth, s.Info.MaxInitiatorQueueDepth, s.MaxResults())
	}
	for _, limit := range limits {
		most = min(most, limit)
	}
	choices := []uint32{min(max(least, 4), most)}
	for _, n := range append(slices.Clone(boundaries), most-1, most) {
		if least <= n && n <= most {
			choices = append(choices, n)
		}
	}
	return int(drawn(t.drawing, SizeAxis, choices...))
}
