package calls

import "sync"

// A Record keeps a value for each object, for hooks with a memory. The zero value is
// ready to use. It is safe for concurrent use; nil stands for no particular object.
type Record[T any] struct {
	mu sync.Mutex
	of map[*Object]T
	// joined says that the layer calls drop for forgotten objects.
	joined bool
}

// Get returns the value of an object, or the zero value.
func (r *Record[T]) Get(o *Object) T {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.of[o]
}

// Update changes the value of an object, and returns it.
func (r *Record[T]) Update(o *Object, change func(T) T) T {
	r.mu.Lock()
	defer r.mu.Unlock()
	v := change(r.of[o])
	r.put(o, v)
	return v
}

// Set sets the value of an object, and returns the one before.
func (r *Record[T]) Set(o *Object, v T) (old T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	old = r.of[o]
	r.put(o, v)
	return old
}

// Keep sets v for an object without a value, and returns the object's value.
func (r *Record[T]) Keep(o *Object, v T) T {
	r.mu.Lock()
	defer r.mu.Unlock()
	if kept, ok := r.of[o]; ok {
		return kept
	}
	r.put(o, v)
	return v
}

// Any reports whether the value of any object satisfies a condition.
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

// put keeps v for an object. The record is locked.
func (r *Record[T]) put(o *Object, v T) {
	if r.of == nil {
		r.of = map[*Object]T{}
	}
	if o != nil && o.layer != nil && !r.joined {
		r.joined = true
		o.layer.join(r.drop)
	}
	r.of[o] = v
}

// drop removes an object's value.
func (r *Record[T]) drop(o *Object) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.of, o)
}
