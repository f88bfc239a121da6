package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// cancels break what becomes of requests when a queue pair is flushed, fails, is
// disconnected or released.
func cancels() []Mutant {
	return slices.Concat(flushes(), failures(), queuePairDisconnects(), overruns())
}

func anyCanceled(o *calls.Outcome) bool { return o.Status == nd2.Canceled }

// forgetting makes a defect by which a call that cancels requests loses the result
// of one.
func forgetting(method string, which func(*calls.Outcome) bool) defect {
	return func() calls.Hooks {
		var due calls.Record[bool]
		return calls.Hooks{
			Call: calls.At(method, func(c *calls.Call) nd2.Status {
				q, ok := c.Self.(*calls.QueuePair)
				if k, is := c.Self.(*calls.Connector); is {
					q = k.QP()
					ok = q != nil
				}
				if ok {
					due.Set(&q.Object, true)
				}
				return c.Proceed()
			}),
			Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
				return slices.DeleteFunc(fresh, func(o calls.Outcome) bool {
					return o.On != nil && o.Status == nd2.Canceled && which(&o) && due.Set(&o.On.Object, false)
				})
			},
		}
	}
}

// forgettingAfter makes a defect that loses the first canceled request of a queue
// pair after a result of some kind, or that result itself.
func forgettingAfter(which func(*calls.Outcome) bool) defect {
	return forgettingAmong(func(*calls.Outcome) bool { return true }, which)
}

// forgettingAmong is forgettingAfter that loses one of some requests only.
func forgettingAmong(some, which func(*calls.Outcome) bool) defect {
	return func() calls.Hooks {
		var after, lost calls.Record[bool]
		return calls.Hooks{Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
			return slices.DeleteFunc(fresh, func(o calls.Outcome) bool {
				if o.On == nil {
					return false
				}
				if which(&o) {
					after.Set(&o.On.Object, true)
				}
				return o.Status == nd2.Canceled && some(&o) && after.Get(&o.On.Object) && !lost.Set(&o.On.Object, true)
			})
		}}
	}
}

// reversedCanceled makes a defect by which canceled requests that come at once do so
// last first.
func reversedCanceled(which func(*calls.Outcome) bool) defect {
	return batches(func(fresh []calls.Outcome) []calls.Outcome {
		var places []int
		for i := range fresh {
			if fresh[i].Status == nd2.Canceled && which(&fresh[i]) {
				places = append(places, i)
			}
		}
		for a, b := 0, len(places)-1; a < b; a, b = a+1, b-1 {
			fresh[places[a]], fresh[places[b]] = fresh[places[b]], fresh[places[a]]
		}
		return fresh
	})
}
