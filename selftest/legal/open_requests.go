package legal

import (
	"sync"

	"github.com/ndconform/ndconform/calls"
)

// openRequests are requests that have ended as far as the engine knows, and of whose end the
// client is to hear later.
type openRequests struct {
	later
	mu     sync.Mutex
	closed sync.Cond
	all    map[*calls.ProxyOverlapped]struct{}
}

func newOpenRequests() *openRequests {
	r := &openRequests{all: map[*calls.ProxyOverlapped]struct{}{}}
	r.closed.L = &r.mu
	return r
}

func (r *openRequests) add(s *calls.ProxyOverlapped) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all[s] = struct{}{}
}

// drop takes a request out, and notifies meanwhile: before anybody can see that it is.
func (r *openRequests) drop(s *calls.ProxyOverlapped, notify func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	notify()
	delete(r.all, s)
	r.closed.Broadcast()
}

// open reports whether a request is open; if it is to wait, it is not.
func (r *openRequests) open(s *calls.ProxyOverlapped, wait bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		_, open := r.all[s]
		if !open || !wait {
			return open
		}
		r.closed.Wait()
	}
}
