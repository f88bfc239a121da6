package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// When makes a defect of such calls: something is done in their place.
func When(such Event, do Act) Defect {
	return OnCall(func(c *calls.Call) nd2.Status {
		if such.begins(c) {
			return do(c)
		}
		return c.Proceed()
	})
}

// Upon makes a defect: something is done once such a thing has happened.
func Upon(such Event, do func(c *calls.Call)) Defect {
	return OnCall(func(c *calls.Call) nd2.Status {
		begins := such.begins(c)
		s := c.Proceed()
		if begins && such.ended(c, s) {
			do(c)
		}
		return s
	})
}

// OneIn is [When] for every n-th of the calls in an instance.
func OneIn(n uint64, such Event, do Act) Defect {
	return func() calls.Hooks {
		var count Counter
		return When(such.If(func(*calls.Call) bool { return count.EveryNth(n) }), do)()
	}
}

// Nth is [When] for the n-th such call of an object alone.
func Nth(n int, such Event, do Act) Defect {
	return Recording(func(c *calls.Call, count *calls.Record[int]) nd2.Status {
		if such.begins(c) {
			if o := such.of(c); o != nil && count.Update(o, Increment) == n {
				return do(c)
			}
		}
		return c.Proceed()
	})
}

// Since makes a defect: once something has happened to an object, something is done in place of later calls on it.
func Since(first, later Event, do Act) Defect { return AfterMany(1, first, later, do) }

// AfterMany is [Since] something has happened n times.
func AfterMany(n int, counted, later Event, do Act) Defect {
	return following(counted, Event{}, later, do, func(happened *calls.Record[int], o *calls.Object) bool {
		return happened.Get(o) >= n
	})
}

// Until is [Since] the other way round: it holds as long as the first thing has not happened to an object.
func Until(first, later Event, do Act) Defect {
	return following(first, Event{}, later, do, func(happened *calls.Record[int], o *calls.Object) bool {
		return happened.Get(o) == 0
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

// During is [Between] the beginning of a call and its end.
func During(outer, inner Event, do Act) Defect {
	return Keeping(func(c *calls.Call, within *calls.Record[int]) nd2.Status {
		if outer.begins(c) {
			o := outer.of(c)
			within.Update(o, Increment)
			defer within.Update(o, Decrement)
		}
		if inner.begins(c) && within.Get(inner.of(c)) > 0 {
			return do(c)
		}
		return c.Proceed()
	})
}

// following makes a defect: something is done in place of later calls that are due, going by how often first has
// happened to their object since last. What happens by a call has happened once it returns, and a notification
// before its client learns of it.
func following(
	first, last, later Event, do Act, due func(happened *calls.Record[int], o *calls.Object) bool,
) Defect {
	return Keeping(func(c *calls.Call, happened *calls.Record[int]) nd2.Status {
		act := Act((*calls.Call).Proceed)
		if later.begins(c) {
			if o := later.of(c); o != nil && due(happened, o) {
				act = do
			}
		}
		return note(c, first, last, happened, act)
	})
}

// note does something in place of a call, and counts for each object how often first has happened since last.
func note(c *calls.Call, first, last Event, happened *calls.Record[int], act Act) nd2.Status {
	begins, ends := first.begins(c), last.begins(c)
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
}

// notifications are the calls by which a client learns of something.
var notifications = []string{
	calls.EventSet, calls.PortPost, calls.NDKCreateCompletion, calls.NDKCloseCompletion, calls.NDKSrqNotification,
}
