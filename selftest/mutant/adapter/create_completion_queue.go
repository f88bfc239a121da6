package adapter

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func createCompletionQueue() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("adapter.createcompletionqueue.holds-depth/at-most-2048",
			"A queue holds no more than 2,048 results.",
			mutant.Before(calls.AdapterCreateCompletionQueue, func(c *calls.Call) {
				if c.Depth <= limits(c).MaxCompletionQueueDepth {
					c.Depth = min(c.Depth, 2048)
				}
			})),
		mutant.New("adapter.createcompletionqueue.holds-depth/one-less",
			"A queue holds a result less than it was created for.",
			mutant.Before(calls.AdapterCreateCompletionQueue, func(c *calls.Call) {
				if c.Depth > 1 {
					c.Depth--
				}
			})),
		mutant.New("adapter.createcompletionqueue.largest-depth/refused",
			"A completion queue of the largest depth is refused.",
			mutant.Refusing(calls.AdapterCreateCompletionQueue, nd2.InvalidParameter3, func(c *calls.Call) bool {
				return c.Depth == limits(c).MaxCompletionQueueDepth
			})),
		mutant.New("adapter.createcompletionqueue.overlapped-file/first",
			"Notifications go to the adapter's first overlapped file.", onFirstFile(calls.AdapterCreateCompletionQueue)),
	}
}
