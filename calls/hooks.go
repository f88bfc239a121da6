package calls

import "github.com/ndconform/ndconform/nd2"

// Hooks change what passes between a client and a provider. The zero value changes
// nothing. They are made anew for each instance, and must be safe for concurrent use.
type Hooks struct {
	// Call wraps every call; nil changes none.
	Call func(*Call) nd2.Status
	// Results gets results on their way from the provider to a client, and returns
	// those that arrive; nil changes none. With it, all results leave the provider when
	// one is asked for, and wait here. The queue is locked.
	Results func(q *CompletionQueue, fresh []Outcome) []Outcome
	// Early applies the hooks to an instance's first IND2Provider, too, by which the
	// runner finds the adapters. Without it that one and its objects are the
	// provider's, so that a broken provider gets as far as the specs.
	Early bool
	// Close, if not nil, is called once the instance has been closed.
	Close func()
}

// Chain puts each of the hooks around the next: calls pass the first hook first;
// results, coming the other way, pass the last hook first.
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

// nested makes the outer hook's calls proceed to the inner hook. The inner hook gets a
// copy of the call, which it may keep and proceed with later; its changes reach the
// outer call when it returns.
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

// either returns a, or b if a is nil.
func either[F func(*Call) nd2.Status | func(*CompletionQueue, []Outcome) []Outcome | func()](a, b F) F {
	if a == nil {
		return b
	}
	return a
}

// At makes a hook for the calls of one method.
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

// After makes a hook that changes the outcome of one method's successful calls.
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
