package drive

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// A room knows which requests of an adapter are in progress: no page says for how many an adapter must
// have the resources, beyond one.
type room struct {
	mu      sync.Mutex
	open    map[*ticket]bool // that are not known to have ended
	calling int              // how many calls that make requests have not returned
	calls   int
}

// A crowd is what there was in a room when a call began.
type crowd struct {
	others bool
	calls  int
}

// begins notes that a call which makes a request begins.
func (r *room) begins() crowd {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := crowd{len(r.open)+r.calling > 0, r.calls}
	r.calling++
	r.calls++
	return c
}

// begun notes that the call has returned, and reports whether another request may have been in progress
// meanwhile.
func (r *room) begun(t *ticket, since crowd) (busy bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calling--
	if t.Returned == nd2.Pending {
		r.open[t] = true
	}
	return since.others || r.calls != since.calls+1
}

func (r *room) ends(t *ticket) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.open, t)
}

// taken reports whether requests are in progress.
func (r *room) taken() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.open)+r.calling > 0
}

// left returns the requests that are not known to have ended.
func (r *room) left() (all []*ticket) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for t := range r.open {
		all = append(all, t)
	}
	return all
}
