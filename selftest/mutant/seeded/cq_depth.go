package seeded

import (
	"math/bits"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func depths() []Fault {
	const holds = "adapter.createcompletionqueue.holds-depth"
	return []Fault{
		fault("stateful/silent-take-room", Counting,
			"Silent requests that succeed take room in the completion queue until a later one of their queue pair has a result.",
			silentTakingRoom, "qp.initiator.place-after-result", "cq.getresults.every-request-ends"),
		fault("stateful/full-queue-loses", Lifetime,
			"A completion queue with the depth of its creation loses the last result when it is full.", func() calls.Hooks {
				var resized calls.Record[bool]
				return calls.Hooks{
					Call: calls.After(calls.CQResize, func(c *calls.Call) { resized.Set(c.Object, true) }),
					Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
						if len(fresh) > 0 && len(fresh) == int(q.Depth) && !resized.Get(&q.Object) {
							return fresh[:len(fresh)-1]
						}
						return fresh
					},
				}
			}, holds),
		fault("stateful/thousand-results", Counting, "A completion queue holds 1,000 results, however deep it is.",
			losingBeyond(1000), holds),
		fault("stateful/resized-to-power-of-two", Lifetime,
			"A Resize to a depth over 64 that is no power of two makes room for the power of two below.",
			resizedToPower, "cq.resize.nd-success"),
	}
}

// silentTakingRoom loses the result of a request behind as many silent ones as its completion queue is deep.
var silentTakingRoom = Recording(func(c *calls.Call, silent *calls.Record[int]) nd2.Status {
	if !Initiates(c) {
		return c.Proceed()
	}
	q := c.OnQP().InitiatorCQ
	if c.Flags&nd2.SilentSuccess != 0 {
		silent.Update(c.Object, Increment)
	} else if silent.Set(c.Object, 0) >= int(q.Depth) {
		c.Flags |= nd2.SilentSuccess
	}
	return c.Proceed()
})

func resizedToPower() calls.Hooks {
	var holds calls.Record[int]
	return calls.Hooks{
		Call: calls.After(calls.CQResize, func(c *calls.Call) {
			most := 0
			if c.Depth > 64 {
				most = 1 << (bits.Len32(c.Depth) - 1)
			}
			holds.Set(c.Object, most)
		}),
		Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
			if most := holds.Get(&q.Object); most > 0 && len(fresh) > most {
				return fresh[:most]
			}
			return fresh
		},
	}
}
