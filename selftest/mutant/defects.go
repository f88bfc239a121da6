package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A defect is what is broken: hooks, made anew for each instance.
type defect func() calls.Hooks

// by makes a mutant whose id is that of the entry that it breaks, and its name.
func by(breaks, name, what string, make defect) Mutant {
	return Mutant{Description{breaks + "/" + name, breaks, what}, make}
}

// at makes a defect of the calls of one method.
func at(method string, f func(c *calls.Call) nd2.Status) defect {
	return func() calls.Hooks { return calls.Hooks{Call: calls.At(method, f)} }
}

// before makes a defect that changes the parameters of one method's calls.
func before(method string, change func(c *calls.Call)) defect {
	return onCall(calls.Before(method, change))
}

// after makes a defect that changes what one method's successful calls have done.
func after(method string, change func(c *calls.Call)) defect {
	return onCall(calls.After(method, change))
}

// refusing makes a defect that refuses some calls of a method.
func refusing(method string, with nd2.Status, which func(c *calls.Call) bool) defect {
	return at(method, func(c *calls.Call) nd2.Status {
		if which(c) {
			return with
		}
		return c.Proceed()
	})
}

// onCall makes a defect of all calls.
func onCall(f func(c *calls.Call) nd2.Status) defect {
	return func() calls.Hooks { return calls.Hooks{Call: f} }
}

// keeping makes a defect of all calls that keeps something of each object.
func keeping[T any](f func(c *calls.Call, kept *calls.Record[T]) nd2.Status) defect {
	return func() calls.Hooks {
		var kept calls.Record[T]
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status { return f(c, &kept) }}
	}
}

// keepingAt is [keeping] of the calls of one method.
func keepingAt[T any](method string, f func(c *calls.Call, kept *calls.Record[T]) nd2.Status) defect {
	return keeping(func(c *calls.Call, kept *calls.Record[T]) nd2.Status {
		if c.Method != method {
			return c.Proceed()
		}
		return f(c, kept)
	})
}

// each makes a defect that changes results one by one.
func each(change func(o *calls.Outcome)) defect {
	return func() calls.Hooks { return calls.Hooks{Results: calls.Each(change)} }
}

// without makes a defect that loses some results.
func without(lost func(o *calls.Outcome) bool) defect {
	return batches(func(fresh []calls.Outcome) []calls.Outcome {
		kept := fresh[:0]
		for i := range fresh {
			if !lost(&fresh[i]) {
				kept = append(kept, fresh[i])
			}
		}
		return kept
	})
}

// batches makes a defect of the results that come at once.
func batches(alter func(fresh []calls.Outcome) []calls.Outcome) defect {
	return func() calls.Hooks {
		return calls.Hooks{Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome { return alter(fresh) }}
	}
}

func increment(n int) int { return n + 1 }
