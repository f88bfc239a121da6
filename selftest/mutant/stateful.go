package mutant

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A Kind is what a stateful mutant gets wrong.
type Kind string

// The kinds. What counts shows only once so much has happened that no short program
// reaches it.
const (
	Order        Kind = "order"
	Lifetime     Kind = "lifetime"
	Data         Kind = "data"
	Notification Kind = "notification"
	Leak         Kind = "leak"
	Counting     Kind = "counting"
)

// A Stateful mutant is sound for as long as its state is young: what it gets wrong
// hangs on what has happened before, so that a fixed spec, which begins afresh, has
// hardly a chance. It is for generated programs to find. What it counts, it counts
// for each instance.
type Stateful struct {
	Mutant
	Kind Kind
	// Also are further entries of the catalogue that it breaks.
	Also []string
}

// AllStateful lists the stateful mutants, sorted by id. [All] has none of them;
// [Lookup] knows them. The slice is the caller's.
func AllStateful() []Stateful { return slices.Clone(statefulOnes()) }

var statefulOnes = sync.OnceValue(func() []Stateful {
	list := slices.Concat(rareDamage(), disorder(), stale(), forgetful(), windowsReopened(), worn(), wakeupsLost(), notifiedWrong(), leaks(), ageLimits(), shippedBefore(), disturbed(), waits(), deepQueues(), unusual(), attemptsEnded(), combined(), unchecked())
	slices.SortFunc(list, func(a, b Stateful) int { return strings.Compare(a.ID, b.ID) })
	return list
})

// stateful makes a stateful mutant, whose id begins with "stateful/".
func stateful(kind Kind, name, what string, make defect, breaks string, also ...string) Stateful {
	return Stateful{Mutant{Description{"stateful/" + name, breaks, what}, make}, kind, also}
}

// asMutants are the mutants of stateful ones.
func asMutants(list []Stateful) []Mutant {
	mutants := make([]Mutant, len(list))
	for i, s := range list {
		mutants[i] = s.Mutant
	}
	return mutants
}

// A nth counts what happens in an instance.
type nth struct{ n atomic.Uint64 }

// of counts one more, and reports whether it is the last of each so many.
func (c *nth) of(many uint64) bool { return c.n.Add(1)%many == 0 }

// passed counts one more, and reports whether there have been more than so many.
func (c *nth) passed(many uint64) bool { return c.n.Add(1) > many }

// oneIn makes a defect that does something to one of so many results.
func oneIn(many uint64, which func(o *calls.Outcome) bool, damage func(o *calls.Outcome)) defect {
	return func() calls.Hooks {
		var count nth
		return calls.Hooks{Results: calls.Each(func(o *calls.Outcome) {
			if which(o) && count.of(many) {
				damage(o)
			}
		})}
	}
}

// oneCallIn makes a defect that does something else for one of so many calls of a
// method.
func oneCallIn(many uint64, method string, instead func(c *calls.Call) nd2.Status) defect {
	return func() calls.Hooks {
		var count nth
		return calls.Hooks{Call: calls.At(method, func(c *calls.Call) nd2.Status {
			if count.of(many) {
				return instead(c)
			}
			return c.Proceed()
		})}
	}
}

func message(o *calls.Outcome) bool {
	return o.Succeeded(nd2.RequestReceive) && o.BytesTransferred > 0
}
