package calls

import "sync"

// A Record keeps something of each object, for hooks that remember what has passed.
// The zero value is ready. It is safe for use by many goroutines; nil stands for no
// object in particular.
type Record[T any] struct {
	mu sync.Mutex
	of map[*Object]T
	// joined says that the layer has drop called for objects that are long gone.
	joined bool
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
	v := change(r.of[o])
	r.put(o, v)
	return v
}

// Set replaces what is kept of an object, and returns what was.
func (r *Record[T]) Set(o *Object, v T) (old T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	old = r.of[o]
	r.put(o, v)
	return old
}

// Keep keeps v of an object of which nothing is kept, and returns what is.
func (r *Record[T]) Keep(o *Object, v T) T {
	r.mu.Lock()
	defer r.mu.Unlock()
	if kept, ok := r.of[o]; ok {
		return kept
	}
	r.put(o, v)
	return v
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

// put keeps v of an object. The record is locked.
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

// drop drops what is kept of an object.
func (r *Record[T]) drop(o *Object) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.of, o)
}
