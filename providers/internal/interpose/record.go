package interpose

import "sync"

// A Record keeps something of each object, for hooks that remember what has passed.
// The zero value is ready. It is safe for use by many goroutines; nil stands for no
// object in particular.
type Record[T any] struct {
	mu sync.Mutex
	of map[*Object]T
}

// Get returns what is kept of an object: the zero value until something is.
func (r *Record[T]) Get(o *Object) T {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.of[o]
}

// Update changes what is kept of an object, and returns it.
func (r *Record[T]) Update(o *Object, change func(T) T) T {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil {
		r.of = map[*Object]T{}
	}
	r.of[o] = change(r.of[o])
	return r.of[o]
}

// Set replaces what is kept of an object, and returns what was.
func (r *Record[T]) Set(o *Object, to T) (old T) {
	r.Update(o, func(was T) T {
		old = was
		return to
	})
	return old
}

// Any reports whether what is kept of any object is such.
func (r *Record[T]) Any(such func(T) bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, v := range r.of {
		if such(v) {
			return true
		}
	}
	return false
}
