package seeded

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func adapters() []Fault {
	return []Fault{
		fault("stateful/queue-of-64", Lifetime, "A completion queue holds 64 results, however deep it is.",
			losingBeyond(64), "adapter.createcompletionqueue.holds-depth"),
		fault("stateful/file-leaks-handle", Leak, "Each overlapped file leaks a handle.",
			leakingHandles(creates(calls.AdapterCreateOverlappedFile)), "adapter.createoverlappedfile.closed-early-leaks-nothing"),
		fault("stateful/limits-shrink", Lifetime,
			"Each connection that fails takes one from the depth that the adapter tells of.",
			shrinkingLimits, "adapter.query.constant-limits"),
	}
}

// losingBeyond loses what comes to a completion queue that holds so many results already.
func losingBeyond(most int) mutant.Defect {
	return func() calls.Hooks {
		var held calls.Record[int]
		return calls.Hooks{
			Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
				n := held.Get(&q.Object)
				fresh = fresh[:min(len(fresh), max(0, most-n))]
				held.Set(&q.Object, n+len(fresh))
				return fresh
			},
			Call: calls.After(calls.CQGetResults, func(c *calls.Call) {
				held.Update(c.Object, func(n int) int { return n - int(c.Count) })
			}),
		}
	}
}

func shrinkingLimits() calls.Hooks {
	var failed calls.Record[bool]
	var lost calls.Record[int]
	return calls.Hooks{
		Results: calls.Each(func(o *calls.Outcome) {
			if o.On != nil && mutant.Failed(o) && !failed.Set(&o.On.Object, true) {
				lost.Update(nil, mutant.Increment)
			}
		}),
		Call: calls.After(calls.AdapterQuery, func(c *calls.Call) {
			c.Info.MaxInitiatorQueueDepth -= min(uint32(lost.Get(nil)), c.Info.MaxInitiatorQueueDepth)
		}),
	}
}
