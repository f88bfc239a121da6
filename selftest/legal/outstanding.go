package legal

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// outstanding lets so many requests of some methods be in progress: on each object, or on each
// adapter.
type outstanding struct {
	methods []string // every one that makes requests if there are none
	most    int
	// shared says that an adapter's objects share the room.
	shared bool

	mu   sync.Mutex
	open map[any]map[*calls.ProxyOverlapped]bool
}

// requestsAtATime makes the hooks of an [outstanding].
func requestsAtATime(most int, shared bool, methods ...string) func() calls.Hooks {
	return func() calls.Hooks {
		o := &outstanding{methods: methods, most: most, shared: shared, open: map[any]map[*calls.ProxyOverlapped]bool{}}
		return calls.Hooks{Call: o.call}
	}
}

func (o *outstanding) call(c *calls.Call) nd2.Status {
	switch {
	case c.Proxy == nil || c.Method == calls.GetOverlappedResult:
		return c.Proceed()
	case c.Method == calls.EventSet:
		o.drop(c)
		return c.Proceed()
	case c.Method != c.Proxy.Method || len(o.methods) > 0 && !slices.Contains(o.methods, c.Method):
		return c.Proceed()
	case !o.take(c):
		return nd2.InsufficientResources
	}
	s := c.Proceed()
	if s != nd2.Pending {
		o.drop(c)
	}
	return s
}

// of is what the request is counted with.
func (o *outstanding) of(c *calls.Call) any {
	if o.shared {
		return c.Proxy.Object.Parent
	}
	return c.Proxy.Object
}

func (o *outstanding) take(c *calls.Call) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	of := o.open[o.of(c)]
	if len(of) >= o.most {
		return false
	}
	if of == nil {
		of = map[*calls.ProxyOverlapped]bool{}
		o.open[o.of(c)] = of
	}
	of[c.Proxy] = true
	return true
}

func (o *outstanding) drop(c *calls.Call) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.open[o.of(c)], c.Proxy)
}
