package mutant

import (
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// brokenCounting are broken in what they count, or remember of what came before.
func brokenCounting(plain func(id, what string, make defect) Mutant) []Mutant {
	const page = 4096
	return []Mutant{
		plain("second-refused", "Every second Connect is refused.",
			everySecond(calls.ConnectorConnect, func(*calls.Call) nd2.Status { return nd2.ConnectionRefused })),
		plain("first-page", "Of memory that is registered the first page can be used.",
			before(calls.MRRegister, func(c *calls.Call) { c.Buffer = c.Buffer[:min(len(c.Buffer), page)] })),
		plain("lost-objects", "A process can create 300 objects in its life, since none is given back.",
			onCall(func(c *calls.Call) nd2.Status {
				if strings.HasPrefix(c.Method, "IND2Adapter::Create") && objectsMade.Add(1) > 300 {
					return nd2.InsufficientResources
				}
				return c.Proceed()
			})),
		plain("opens-once", "A process can open an adapter once in its life.",
			at(calls.ProviderOpenAdapter, func(c *calls.Call) nd2.Status {
				if adaptersOpened.Add(1) > 1 {
					return nd2.DeviceBusy
				}
				return c.Proceed()
			})),
		plain("very-slow-later", "Every call of a method that an interface of ND2 adds to IUnknown takes twenty seconds, but for those by which the runner finds the adapters.",
			onCall(func(c *calls.Call) nd2.Status {
				if strings.HasPrefix(c.Method, "IND2") {
					<-time.After(20 * time.Second)
				}
				return c.Proceed()
			})),
		plain("results-twice", "Each result comes twice.",
			batches(func(fresh []calls.Outcome) (twice []calls.Outcome) {
				for _, o := range fresh {
					twice = append(twice, o, o)
				}
				return twice
			})),
		plain("late-results", "A result comes with the second GetResults after it could have, when its notification has long been.", lateResults),
		plain("first-queue-pair", "Each result has the context of the queue pair that was created first.", firstQueuePair),
		plain("event-storm", "Each event is set a thousand times.",
			at(calls.EventSet, func(c *calls.Call) nd2.Status {
				for range 999 {
					c.Proceed()
				}
				return c.Proceed()
			})),
	}
}

// objectsMade and adaptersOpened are those of the process: instances don't count, as in a driver.
var objectsMade, adaptersOpened atomic.Int32

// everySecond makes a defect of every second call of a method.
func everySecond(method string, f func(c *calls.Call) nd2.Status) defect {
	return func() calls.Hooks {
		var n atomic.Int32
		return calls.Hooks{Call: calls.At(method, func(c *calls.Call) nd2.Status {
			if n.Add(1)%2 == 0 {
				return f(c)
			}
			return c.Proceed()
		})}
	}
}

// lateResults is a defect.
func lateResults() calls.Hooks {
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

// firstQueuePair is a defect.
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
