package calls

import "github.com/ndconform/ndconform/nd2"

// Hooks change what passes between a client and a provider. The zero value changes
// nothing. They are made anew for each instance, and safe for use by many goroutines.
type Hooks struct {
	// Call stands around every call; nil changes none.
	Call func(*Call) nd2.Status
	// Results is given results on their way from the provider to a client of the
	// queue, and returns those that arrive; nil changes none. With it, results leave
	// the provider as soon as one is asked for, and wait here. The queue is locked.
	Results func(q *CompletionQueue, fresh []Outcome) []Outcome
	// Early says that the first IND2Provider of an instance has the hooks, too, by
	// which the runner finds the adapters. Without it what comes of that one is the
	// provider's own, so that a broken one gets as far as the specs.
	Early bool
	// Close, if not nil, is called once the instance has been closed.
	Close func()
}

// Chain puts each of the hooks around the next: calls pass the first one first, and
// results, which come the other way, the last one first.
func Chain(hooks ...Hooks) (all Hooks) {
	for i := len(hooks) - 1; i >= 0; i-- {
		all = around(hooks[i], all)
	}
	return all
}

func around(outer, inner Hooks) Hooks {
	return Hooks{
		Call:    nested(outer.Call, inner.Call),
		Results: sequence(inner.Results, outer.Results),
		Early:   outer.Early || inner.Early,
		Close:   both(outer.Close, inner.Close),
	}
}

// nested has the outer hook's calls proceed to the inner one. The inner one has a
// call of its own, which it may keep and proceed with later; what it changes is the
// outer one's too when it returns.
func nested(outer, inner func(*Call) nd2.Status) func(*Call) nd2.Status {
	if outer == nil || inner == nil {
		return either(outer, inner)
	}
	return func(c *Call) nd2.Status {
		last := c.next
		c.next = func(c *Call) nd2.Status {
			within := *c
			within.next = last
			s := inner(&within)
			next := c.next
			*c = within
			c.next = next
			return s
		}
		return outer(c)
	}
}

func sequence(first, second func(*CompletionQueue, []Outcome) []Outcome) func(*CompletionQueue, []Outcome) []Outcome {
	if first == nil || second == nil {
		return either(first, second)
	}
	return func(q *CompletionQueue, fresh []Outcome) []Outcome { return second(q, first(q, fresh)) }
}

func both(first, second func()) func() {
	if first == nil || second == nil {
		return either(first, second)
	}
	return func() {
		first()
		second()
	}
}

// either returns a unless it is nil, and b then.
func either[F func(*Call) nd2.Status | func(*CompletionQueue, []Outcome) []Outcome | func()](a, b F) F {
	if a == nil {
		return b
	}
	return a
}

// At makes a hook of the calls of one method.
func At(method string, f func(c *Call) nd2.Status) func(*Call) nd2.Status {
	return func(c *Call) nd2.Status {
		if c.Method == method {
			return f(c)
		}
		return c.Proceed()
	}
}

// Before makes a hook that changes the parameters of one method's calls.
func Before(method string, change func(c *Call)) func(*Call) nd2.Status {
	return At(method, func(c *Call) nd2.Status {
		change(c)
		return c.Proceed()
	})
}

// After makes a hook that changes what one method's successful calls have done.
func After(method string, change func(c *Call)) func(*Call) nd2.Status {
	return At(method, func(c *Call) nd2.Status {
		s := c.Proceed()
		if s == nd2.Success {
			change(c)
		}
		return s
	})
}

// Each makes a hook that changes results one by one.
func Each(change func(o *Outcome)) func(*CompletionQueue, []Outcome) []Outcome {
	return func(_ *CompletionQueue, fresh []Outcome) []Outcome {
		for i := range fresh {
			change(&fresh[i])
		}
		return fresh
	}
}
