package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// An Event is something that happens to an object by a call. The zero Event never does.
type Event struct {
	// meant reports, before a call is carried out, whether it is such.
	meant func(c *calls.Call) bool
	// ended reports whether it has returned what such a call does.
	ended func(c *calls.Call, s nd2.Status) bool
	// of is the object; nil if there is none.
	of func(c *calls.Call) *calls.Object
}

// Where is a call that satisfies a condition, and does not fail.
func Where(meant func(c *calls.Call) bool) Event {
	return Event{
		meant: meant,
		ended: func(_ *calls.Call, s nd2.Status) bool { return !s.Failed() },
		of:    func(c *calls.Call) *calls.Object { return c.Object },
	}
}

// On is a call of one of some methods that does not fail.
func On(methods ...string) Event {
	return Where(func(c *calls.Call) bool { return slices.Contains(methods, c.Method) })
}

// Refused is a call of a method that fails: with one of some statuses if any are given.
func Refused(method string, with ...nd2.Status) Event {
	e := On(method)
	e.ended = func(_ *calls.Call, s nd2.Status) bool { return isRefusal(s, with) }
	return e
}

func isRefusal(s nd2.Status, with []nd2.Status) bool {
	return s.Failed() && (len(with) == 0 || slices.Contains(with, s))
}

// Ended is the end of a request of a method, just before its client is notified.
func Ended(method string, with nd2.Status) Event {
	return Where(func(c *calls.Call) bool { return c.Notifies(method, with) })
}

// EndedAnyhow is the end of a request of a method with one of some statuses, in the call itself or later.
func EndedAnyhow(method string, with ...nd2.Status) Event {
	later := func(c *calls.Call) bool { return c.Method == calls.EventSet && c.Proxy.Method == method }
	e := Where(func(c *calls.Call) bool { return c.Method == method || later(c) })
	e.ended = func(c *calls.Call, s nd2.Status) bool {
		if later(c) {
			s = c.Proxy.Status()
		}
		return slices.Contains(with, s)
	}
	return e
}

// Canceled is the cancellation of an object of a kind that has requests outstanding.
func Canceled(kind string) Event {
	return On(calls.CancelOverlappedRequests).If(func(c *calls.Call) bool {
		return c.Object.Kind == kind && len(c.Outstanding()) > 0
	})
}

// If is an event under a further condition.
func (e Event) If(also func(c *calls.Call) bool) Event {
	e.meant = Both(e.meant, also)
	return e
}

// Of is an event as one of another object.
func (e Event) Of(object func(c *calls.Call) *calls.Object) Event {
	e.of = object
	return e
}

// Anywhere is an event as one of the whole instance.
func (e Event) Anywhere() Event {
	return e.Of(func(*calls.Call) *calls.Object { return instance })
}

var instance = new(calls.Object)

func (e Event) begins(c *calls.Call) bool { return e.meant != nil && e.meant(c) }

// Given is the queue pair that a call is given.
func Given(c *calls.Call) *calls.Object { return calls.ObjectOf(c.QueuePair) }

// Region is the region that a Bind is given.
func Region(c *calls.Call) *calls.Object { return calls.ObjectOf(c.Region) }

// Window is the window that a Bind or an Invalidate is given.
func Window(c *calls.Call) *calls.Object { return calls.ObjectOf(c.Window) }

// Connected is the queue pair of the connector that a call is on.
func Connected(c *calls.Call) *calls.Object {
	if q := c.OnConnector().QP(); q != nil {
		return &q.Object
	}
	return nil
}

// When makes a defect of such calls: something is done in their place.
func When(such Event, do Act) Defect {
	return OnCall(func(c *calls.Call) nd2.Status {
		if such.begins(c) {
			return do(c)
		}
		return c.Proceed()
	})
}

// OneIn is [When] for every n-th of the calls in an instance.
func OneIn(n uint64, such Event, do Act) Defect {
	return func() calls.Hooks {
		var count Counter
		return When(such.If(func(*calls.Call) bool { return count.EveryNth(n) }), do)()
	}
}

// Since makes a defect: once something has happened to an object, something is done in place of later calls on it.
func Since(first, later Event, do Act) Defect { return AfterMany(1, first, later, do) }

// AfterMany is [Since] something has happened n times.
func AfterMany(n int, counted, later Event, do Act) Defect {
	return following(counted, Event{}, later, do, func(happened *calls.Record[int], o *calls.Object) bool {
		return happened.Get(o) >= n
	})
}

// NextAfter is [Since] for the next of the later calls alone.
func NextAfter(first, later Event, do Act) Defect {
	return following(first, Event{}, later, do, func(happened *calls.Record[int], o *calls.Object) bool {
		return happened.Set(o, 0) > 0
	})
}

// Between is [Since] until something else has happened.
func Between(first, last, later Event, do Act) Defect {
	return following(first, last, later, do, func(happened *calls.Record[int], o *calls.Object) bool {
		return happened.Get(o) > 0
	})
}

// following makes a defect: something is done in place of later calls that are due, going by how often first has
// happened to their object since last. What happens by a call has happened once it returns, and a notification
// before its client learns of it.
func following(
	first, last, later Event, do Act, due func(happened *calls.Record[int], o *calls.Object) bool,
) Defect {
	return Keeping(func(c *calls.Call, happened *calls.Record[int]) nd2.Status {
		begins, ends := first.begins(c), last.begins(c)
		act := Act((*calls.Call).Proceed)
		if later.begins(c) {
			if o := later.of(c); o != nil && due(happened, o) {
				act = do
			}
		}
		s, tells := nd2.Success, slices.Contains(notifications, c.Method)
		if !tells {
			s = act(c)
		}
		if ends && last.ended(c, s) {
			happened.Set(last.of(c), 0)
		}
		if begins && first.ended(c, s) {
			happened.Update(first.of(c), Increment)
		}
		if tells {
			return act(c)
		}
		return s
	})
}

// notifications are the calls by which a client learns of something.
var notifications = []string{
	calls.EventSet, calls.PortPost, calls.NDKCreateCompletion, calls.NDKCloseCompletion, calls.NDKSrqNotification,
}

// SinceResult is [Since] a queue pair has had a result.
func SinceResult(such func(o *calls.Outcome) bool, later Event, do Act) Defect {
	return func() calls.Hooks {
		var had calls.Record[bool]
		hooks := When(later.If(func(c *calls.Call) bool { return had.Get(later.of(c)) }), do)()
		hooks.Results = calls.Each(func(o *calls.Outcome) {
			if o.On != nil && such(o) {
				had.Set(&o.On.Object, true)
			}
		})
		return hooks
	}
}
