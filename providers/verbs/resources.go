//go:build linux && cgo && verbs

package verbs

import (
	"slices"
	"sync"
)

// The kinds of resources, in the order in which they can be freed.
const (
	ofConnections = iota
	ofQueuePairs
	ofSharedReceiveQueues
	ofCompletionQueues
	ofWindows
	ofRegions
	ofDomains
	kindsOfResources
)

// resources are what a device has handed out, each with a free function and a handle by
// which events name it. Closing the device frees what is left.
type resources struct {
	mu   sync.Mutex
	last uintptr
	all  map[uintptr]*resource
}

type resource struct {
	kind  int
	owner any
	free  func()
}

// add adds a resource. free is called once, by end or by close.
func (r *resources) add(kind int, owner any, free func()) (handle uintptr) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.all == nil {
		r.all = map[uintptr]*resource{}
	}
	r.last++
	r.all[r.last] = &resource{kind, owner, free}
	return r.last
}

// owner returns the object of a handle, or nil if it is gone.
func (r *resources) owner(handle uintptr) any {
	r.mu.Lock()
	defer r.mu.Unlock()
	if x := r.all[handle]; x != nil {
		return x.owner
	}
	return nil
}

// has reports whether f holds for any owner.
func (r *resources) has(f func(owner any) bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, x := range r.all {
		if f(x.owner) {
			return true
		}
	}
	return false
}

// pass hands a resource to another owner.
func (r *resources) pass(handle uintptr, owner any, free func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if x := r.all[handle]; x != nil {
		x.owner, x.free = owner, free
	}
}

// end frees a resource, once.
func (r *resources) end(handle uintptr) {
	r.mu.Lock()
	x := r.all[handle]
	delete(r.all, handle)
	r.mu.Unlock()
	if x != nil {
		x.free()
	}
}

// close frees all that is left.
func (r *resources) close() {
	for kind := range kindsOfResources {
		for _, handle := range r.of(kind) {
			r.end(handle)
		}
	}
}

// of lists the resources of a kind, the oldest first.
func (r *resources) of(kind int) []uintptr {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []uintptr
	for handle, x := range r.all {
		if x.kind == kind {
			list = append(list, handle)
		}
	}
	slices.Sort(list)
	return list
}

// owners lists all owners, in the order in which they are freed.
func (r *resources) owners() (list []any) {
	for kind := range kindsOfResources {
		for _, handle := range r.of(kind) {
			if o := r.owner(handle); o != nil {
				list = append(list, o)
			}
		}
	}
	return list
}
