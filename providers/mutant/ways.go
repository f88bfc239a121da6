package mutant

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// by makes a mutant whose id is that of the entry that it breaks, and its name.
func by(breaks, name, what string, make func() defect) Mutant {
	return Mutant{Description{breaks + "/" + name, breaks, what}, make}
}

// at makes a defect of the calls of one method.
func at(method string, f func(c *call) nd2.Status) func() defect {
	return func() defect { return defect{call: only(method, f)} }
}

func only(method string, f func(c *call) nd2.Status) func(c *call) nd2.Status {
	return func(c *call) nd2.Status {
		if c.method == method {
			return f(c)
		}
		return c.proceed()
	}
}

// before makes a defect that changes the parameters of one method's calls.
func before(method string, change func(c *call)) func() defect {
	return at(method, func(c *call) nd2.Status {
		change(c)
		return c.proceed()
	})
}

// after makes a defect that changes what one method's successful calls have done.
func after(method string, change func(c *call)) func() defect {
	return calls(succeeding(method, change))
}

// succeeding is the part of after that stands around the calls.
func succeeding(method string, change func(c *call)) func(c *call) nd2.Status {
	return only(method, func(c *call) nd2.Status {
		s := c.proceed()
		if s == nd2.Success {
			change(c)
		}
		return s
	})
}

// refusing makes a defect that refuses some calls of a method.
func refusing(method string, with nd2.Status, which func(c *call) bool) func() defect {
	return at(method, func(c *call) nd2.Status {
		if which(c) {
			return with
		}
		return c.proceed()
	})
}

// calls makes a defect of all calls.
func calls(f func(c *call) nd2.Status) func() defect {
	return func() defect { return defect{call: f} }
}

// each makes a defect that changes results one by one.
func each(change func(o *outcome)) func() defect {
	return batches(func(fresh []outcome) []outcome {
		for i := range fresh {
			change(&fresh[i])
		}
		return fresh
	})
}

// without makes a defect that loses some results.
func without(lost func(o *outcome) bool) func() defect {
	return batches(func(fresh []outcome) []outcome {
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
func batches(alter func(fresh []outcome) []outcome) func() defect {
	return func() defect {
		return defect{results: func(_ *completionQueue, fresh []outcome) []outcome { return alter(fresh) }}
	}
}

// A record keeps something of each object. The zero value is ready.
type record[T any] struct {
	mu sync.Mutex
	of map[*object]T
}

func (r *record[T]) get(o *object) T {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.of[o]
}

// update changes an object's, and gives the new one.
func (r *record[T]) update(o *object, change func(T) T) T {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil {
		r.of = map[*object]T{}
	}
	r.of[o] = change(r.of[o])
	return r.of[o]
}

// set changes an object's, and gives the old one.
func (r *record[T]) set(o *object, to T) (old T) {
	r.update(o, func(was T) T {
		old = was
		return to
	})
	return old
}

// any reports whether one of them is such.
func (r *record[T]) any(such func(T) bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, v := range r.of {
		if such(v) {
			return true
		}
	}
	return false
}

func increment(n int) int { return n + 1 }

// last reports whether the client's next Release of o is the last.
func (o *object) last() bool {
	o.inner.AddRef()
	return o.inner.Release() == 1
}
