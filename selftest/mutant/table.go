package mutant

import "sync"

// A Table is a map that calls may use at the same time. Its zero value is empty.
type Table[K comparable, V any] struct {
	mu sync.Mutex
	m  map[K]V
}

// Get returns what is at a key.
func (t *Table[K, V]) Get(k K) V {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.m[k]
}

// Lookup returns what is at a key, and whether anything is.
func (t *Table[K, V]) Lookup(k K) (V, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v, ok := t.m[k]
	return v, ok
}

// Set changes what is at a key.
func (t *Table[K, V]) Set(k K, v V) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.m == nil {
		t.m = map[K]V{}
	}
	t.m[k] = v
}

// Any reports whether an entry satisfies a condition.
func (t *Table[K, V]) Any(such func(K, V) bool) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for k, v := range t.m {
		if such(k, v) {
			return true
		}
	}
	return false
}
