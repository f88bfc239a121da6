package mutant

import (
	"slices"
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// NoProcessor makes GetNotifyAffinity return no processor.
func NoProcessor(c *calls.Call) { *c.FoundAffinity = 0 }

// OtherGroup makes GetNotifyAffinity return group 1.
func OtherGroup(c *calls.Call) { *c.FoundGroup = 1 }

// NeverFailing makes a defect: calls of a method that would fail succeed, and
// do nothing.
func NeverFailing(method string) Defect { return At(method, IfRefused(Nothing)) }

// At makes a defect of the calls of one method.
func At(method string, f func(c *calls.Call) nd2.Status) Defect {
	return func() calls.Hooks { return calls.Hooks{Call: calls.At(method, f)} }
}

// Before makes a defect that changes the parameters of one method's calls.
func Before(method string, change func(c *calls.Call)) Defect {
	return OnCall(calls.Before(method, change))
}

// After makes a defect that changes what one method's successful calls have done.
func After(method string, change func(c *calls.Call)) Defect {
	return OnCall(calls.After(method, change))
}

// WithoutFlag makes a defect: some calls of a method are made without a flag.
func WithoutFlag(method string, flag nd2.OpFlags, which func(c *calls.Call) bool) Defect {
	return When(On(method).If(which), First(func(c *calls.Call) { c.Flags &^= flag }))
}

// Refusing makes a defect that refuses some calls of a method.
func Refusing(method string, with nd2.Status, which func(c *calls.Call) bool) Defect {
	return At(method, func(c *calls.Call) nd2.Status {
		if which(c) {
			return with
		}
		return c.Proceed()
	})
}

// LeavingPending makes a defect: requests of a method that would succeed at once are left pending.
func LeavingPending(method string) Defect {
	return At(method, func(c *calls.Call) nd2.Status {
		if s := c.Proceed(); s != nd2.Success {
			return s
		}
		return LeavePending(c)
	})
}

// LeavePending leaves a request pending forever.
func LeavePending(c *calls.Call) nd2.Status {
	c.Proxy.Mute()
	return nd2.Pending
}

// OnCall makes a defect of all calls.
func OnCall(f func(c *calls.Call) nd2.Status) Defect {
	return func() calls.Hooks { return calls.Hooks{Call: f} }
}

// Keeping makes a defect of all calls that keeps a state.
func Keeping[S any](f func(c *calls.Call, state *S) nd2.Status) Defect {
	return func() calls.Hooks {
		state := new(S)
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status { return f(c, state) }}
	}
}

// Keeping2 is [Keeping] of two states.
func Keeping2[S, T any](f func(c *calls.Call, one *S, other *T) nd2.Status) Defect {
	return func() calls.Hooks {
		one, other := new(S), new(T)
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status { return f(c, one, other) }}
	}
}

// Recording makes a defect of all calls that records something of each object.
func Recording[T any](f func(c *calls.Call, record *calls.Record[T]) nd2.Status) Defect {
	return Keeping(f)
}

// KeepingAt is [Keeping] for the calls of one method.
func KeepingAt[S any](method string, f func(c *calls.Call, state *S) nd2.Status) Defect {
	return Keeping(func(c *calls.Call, state *S) nd2.Status {
		if c.Method != method {
			return c.Proceed()
		}
		return f(c, state)
	})
}

// EachResult makes a defect that changes results one by one.
func EachResult(change func(o *calls.Outcome)) Defect {
	return func() calls.Hooks { return calls.Hooks{Results: calls.Each(change)} }
}

// ResultsThat makes a defect that changes some results.
func ResultsThat(are func(o *calls.Outcome) bool, change func(o *calls.Outcome)) Defect {
	return EachResult(func(o *calls.Outcome) {
		if are(o) {
			change(o)
		}
	})
}

// Received reports whether a result is that of a successful Receive, for [ResultsThat].
func Received(o *calls.Outcome) bool { return o.Succeeded(nd2.RequestReceive) }

// KeepingAfter is [KeepingAt] for calls that have succeeded.
func KeepingAfter[S any](method string, f func(c *calls.Call, state *S)) Defect {
	return func() calls.Hooks {
		state := new(S)
		return calls.Hooks{Call: calls.After(method, func(c *calls.Call) { f(c, state) })}
	}
}

// KeepingResults is [EachResult] that keeps a state.
func KeepingResults[S any](change func(o *calls.Outcome, state *S)) Defect {
	return func() calls.Hooks {
		state := new(S)
		return calls.Hooks{Results: calls.Each(func(o *calls.Outcome) { change(o, state) })}
	}
}

// BeforeNotifying makes a defect that does something before a request of a method that ends with
// a status is notified of.
func BeforeNotifying(method string, with nd2.Status, f func(c *calls.Call)) Defect {
	return When(Ended(method, with), First(f))
}

// LosingResults makes a defect that loses some results.
func LosingResults(lost func(o *calls.Outcome) bool) Defect {
	return EachBatch(func(fresh []calls.Outcome) []calls.Outcome {
		kept := fresh[:0]
		for i := range fresh {
			if !lost(&fresh[i]) {
				kept = append(kept, fresh[i])
			}
		}
		return kept
	})
}

// EachBatch makes a defect of the results that come at once.
func EachBatch(alter func(fresh []calls.Outcome) []calls.Outcome) Defect {
	return func() calls.Hooks {
		return calls.Hooks{Results: func(_ *calls.CompletionQueue, fresh []calls.Outcome) []calls.Outcome {
			return alter(fresh)
		}}
	}
}

// Increment returns n + 1, for [calls.Record.Update].
func Increment(n int) int { return n + 1 }

// Decrement returns n - 1, for [calls.Record.Update].
func Decrement(n int) int { return n - 1 }

// Outstanding lists the requests of a method that an object has outstanding.
func Outstanding(o *calls.Object, method string) []*calls.ProxyOverlapped {
	return slices.DeleteFunc(o.Outstanding(), func(s *calls.ProxyOverlapped) bool { return s.Method != method })
}

// End ends requests with a status.
func End(list []*calls.ProxyOverlapped, with nd2.Status) {
	for _, s := range list {
		s.End(with)
	}
}

// Mute drops notifications of requests, which stay pending.
func Mute(list []*calls.ProxyOverlapped) {
	for _, s := range list {
		s.Mute()
	}
}

// A Counter counts what happens in an instance.
type Counter struct{ n atomic.Uint64 }

// EveryNth counts one more, and reports whether it is the last of each group of that many.
func (c *Counter) EveryNth(many uint64) bool { return c.n.Add(1)%many == 0 }

// Passed counts one more, and reports whether there have been more than that many.
func (c *Counter) Passed(many uint64) bool { return c.n.Add(1) > many }
