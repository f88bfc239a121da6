package drive

import (
	"runtime"
	"sync"

	"github.com/ndconform/ndconform/internal/timeout"
	"github.com/ndconform/ndconform/nd2"
)

// A port is the completion port of a side's file. The judge looks at its packets.
type port struct {
	requests *openRequests // of the adapter
}

func newPort() *port { return &port{&openRequests{open: map[*operation]bool{}}} }

// Post implements [nd2.CompletionPort].
func (*port) Post(uintptr, *nd2.Overlapped) {}

// comes waits until something is done, and reports whether it is: not if the time is up, or the judge has found
// something.
func (d *driver) comes(done func() bool) bool {
	for waited := timeout.New(d.Limit); !done(); runtime.Gosched() {
		if waited.Over() || d.ctx.Err() != nil || d.ends.found.Load() != nil {
			return false
		}
	}
	return true
}

// quiet waits for what the provider owes of requests that have ended, and lets the judge say what has not come.
func (d *driver) quiet() {
	if !d.comes(func() bool { return !d.ends.owe() }) && d.ctx.Err() == nil {
		d.ends.quiet()
	}
}

// openRequests knows which requests of an adapter are in progress: no page says for how many, beyond
// one, an adapter must have the resources.
type openRequests struct {
	mu      sync.Mutex
	open    map[*operation]bool // that are not known to have ended
	calling int                 // how many calls that make requests have not returned
	calls   int
}

// A snapshot says which requests were in progress when a call began.
type snapshot struct {
	others bool
	calls  int
}

// begins notes that a call which makes a request begins.
func (r *openRequests) begins() snapshot {
	r.mu.Lock()
	defer r.mu.Unlock()
	c := snapshot{len(r.open)+r.calling > 0, r.calls}
	r.calling++
	r.calls++
	return c
}

// begun notes that the call has returned, and reports whether another request may have been in progress
// meanwhile.
func (r *openRequests) begun(t *operation, since snapshot) (busy bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calling--
	if t.Returned == nd2.Pending {
		r.open[t] = true
	}
	return since.others || r.calls != since.calls+1
}

func (r *openRequests) ends(t *operation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.open, t)
}

// taken reports whether requests are in progress.
func (r *openRequests) taken() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.open)+r.calling > 0
}

// left returns the requests that are not known to have ended.
func (r *openRequests) left() (all []*operation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for t := range r.open {
		all = append(all, t)
	}
	return all
}
