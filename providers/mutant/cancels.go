package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// cancels break what becomes of requests when a queue pair is flushed, fails, is
// disconnected or released.
func cancels() []Mutant {
	return slices.Concat(flushes(), failures(), queuePairDisconnects(), overruns())
}

func anyCanceled(o *interpose.Outcome) bool { return o.Status == nd2.Canceled }

// forgetting makes a defect by which a call that cancels requests loses the result
// of one.
func forgetting(method string, which func(*interpose.Outcome) bool) defect {
	return func() interpose.Hooks {
		var due interpose.Record[bool]
		return interpose.Hooks{
			Call: interpose.At(method, func(c *interpose.Call) nd2.Status {
				q, ok := c.Self.(*interpose.QueuePair)
				if k, is := c.Self.(*interpose.Connector); is {
					q = k.QP()
					ok = q != nil
				}
				if ok {
					due.Set(&q.Object, true)
				}
				return c.Proceed()
			}),
			Results: func(_ *interpose.CompletionQueue, fresh []interpose.Outcome) []interpose.Outcome {
				return slices.DeleteFunc(fresh, func(o interpose.Outcome) bool {
					return o.On != nil && o.Status == nd2.Canceled && which(&o) && due.Set(&o.On.Object, false)
				})
			},
		}
	}
}

// forgettingAfter makes a defect that loses the first canceled request of a queue
// pair after a result of some kind, or that result itself.
func forgettingAfter(which func(*interpose.Outcome) bool) defect {
	return forgettingAmong(func(*interpose.Outcome) bool { return true }, which)
}

// forgettingAmong is forgettingAfter that loses one of some requests only.
func forgettingAmong(some, which func(*interpose.Outcome) bool) defect {
	return func() interpose.Hooks {
		var after, lost interpose.Record[bool]
		return interpose.Hooks{Results: func(_ *interpose.CompletionQueue, fresh []interpose.Outcome) []interpose.Outcome {
			return slices.DeleteFunc(fresh, func(o interpose.Outcome) bool {
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
func reversedCanceled(which func(*interpose.Outcome) bool) defect {
	return batches(func(fresh []interpose.Outcome) []interpose.Outcome {
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
