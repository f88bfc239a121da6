package broken

import (
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// counting are broken in what they count, or remember of what came before.
func counting() []Mutant {
	const page = 4096
	return []Mutant{
		provider("broken/second-refused", "Every second Connect is refused.",
			OneIn(2, On(calls.ConnectorConnect), Say(nd2.ConnectionRefused))),
		provider("broken/first-page", "Of memory that is registered the first page can be used.",
			Before(calls.MRRegister, func(c *calls.Call) { c.Buffer = c.Buffer[:min(len(c.Buffer), page)] })),
		provider("broken/lost-objects", "A process can create 300 objects in its life, since none is given back.",
			When(Where(func(c *calls.Call) bool {
				return strings.HasPrefix(c.Method, "IND2Adapter::Create") && objectsMade.Add(1) > 300
			}), Say(nd2.InsufficientResources))),
		provider("broken/opens-once", "A process can open an adapter once in its life.",
			Refusing(calls.ProviderOpenAdapter, nd2.DeviceBusy, func(c *calls.Call) bool { return adaptersOpened.Add(1) > 1 })),
		provider("broken/very-slow-later",
			"Every call of a method of ND2 takes twenty seconds, except those that find the adapters.",
			OnCall(slowly(20*time.Second))),
		provider("broken/results-twice", "Each result comes twice.",
			EachBatch(func(fresh []calls.Outcome) (twice []calls.Outcome) {
				for _, o := range fresh {
					twice = append(twice, o, o)
				}
				return twice
			})),
		provider("broken/late-results",
			"A result comes one GetResults late, after its notification.",
			delayedResults),
		provider("broken/first-queue-pair", "Each result has the context of the queue pair that was created first.",
			firstQueuePair),
		provider("broken/event-storm", "Each event is set a thousand times.",
			At(calls.EventSet, func(c *calls.Call) nd2.Status {
				for range 999 {
					c.Proceed()
				}
				return c.Proceed()
			})),
	}
}

// objectsMade and adaptersOpened are those of the process: instances don't count, as in a driver.
var objectsMade, adaptersOpened atomic.Int32

// delayedResults delays results until the next GetResults.
func delayedResults() calls.Hooks {
	var kept calls.Record[[]calls.Outcome]
	return calls.Hooks{Results: func(q *calls.CompletionQueue, fresh []calls.Outcome) (due []calls.Outcome) {
		fresh = slices.Clone(fresh)
		kept.Update(&q.Object, func(before []calls.Outcome) []calls.Outcome {
			due = before
			return fresh
		})
		return due
	}}
}

// firstQueuePair puts the context of the first queue pair into every result.
func firstQueuePair() calls.Hooks {
	var first atomic.Pointer[uintptr]
	return calls.Hooks{
		Call: func(c *calls.Call) nd2.Status {
			if strings.HasPrefix(c.Method, "IND2Adapter::CreateQueuePair") {
				context := c.Context
				first.CompareAndSwap(nil, &context)
			}
			return c.Proceed()
		},
		Results: calls.Each(func(o *calls.Outcome) {
			if context := first.Load(); context != nil {
				o.QueuePairContext = *context
			}
		}),
	}
}
