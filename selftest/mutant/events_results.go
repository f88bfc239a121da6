package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// SinceResult is [Since] a queue pair has had a result.
func SinceResult(such func(o *calls.Outcome) bool, later Event, do Act) Defect {
	return byResult(such, true, later, do)
}

// UntilResult is [SinceResult] as long as the queue pair has not had it.
func UntilResult(such func(o *calls.Outcome) bool, later Event, do Act) Defect {
	return byResult(such, false, later, do)
}

func byResult(such func(o *calls.Outcome) bool, since bool, later Event, do Act) Defect {
	return func() calls.Hooks {
		var had calls.Record[bool]
		hooks := When(later.If(func(c *calls.Call) bool { return had.Get(later.of(c)) == since }), do)()
		hooks.Results = calls.Each(func(o *calls.Outcome) {
			if o.On != nil && such(o) {
				had.Set(&o.On.Object, true)
			}
		})
		return hooks
	}
}

// Knowing makes a defect of results that goes by how often something has happened to each object, since something else
// has.
func Knowing(first, last Event, of func(happened *calls.Record[int]) Defect) Defect {
	return func() calls.Hooks {
		var happened calls.Record[int]
		hooks := of(&happened)()
		hooks.Call = func(c *calls.Call) nd2.Status { return note(c, first, last, &happened, (*calls.Call).Proceed) }
		return hooks
	}
}

// Happened reports whether what has happened [Event.Anywhere] has.
func Happened(happened *calls.Record[int]) bool { return happened.Get(instance) > 0 }

// NextResult makes a defect of the first result after something has happened to an object: of is the object that a
// result belongs to, nil if it does not count, and as what is given in the result's place.
func NextResult(
	first Event, of func(o *calls.Outcome) *calls.Object, as func(o calls.Outcome) []calls.Outcome,
) Defect {
	return func() calls.Hooks {
		var due calls.Record[bool]
		hooks := EachBatch(func(fresh []calls.Outcome) (given []calls.Outcome) {
			for _, o := range fresh {
				if at := of(&o); at != nil && due.Set(at, false) {
					given = append(given, as(o)...)
				} else {
					given = append(given, o)
				}
			}
			return given
		})()
		hooks.Call = When(first, First(func(c *calls.Call) {
			if at := first.of(c); at != nil {
				due.Set(at, true)
			}
		}))().Call
		return hooks
	}
}

// Lost is what [NextResult] gives in place of a result that is lost.
func Lost(calls.Outcome) []calls.Outcome { return nil }

// GivenTwice is what it gives in place of a result that comes twice.
func GivenTwice(o calls.Outcome) []calls.Outcome { return []calls.Outcome{o, o} }
