package spec

import (
	"context"
	"sync"

	"github.com/ndconform/ndconform/nd2"
)

// plenty is how many objects of a kind every adapter must have resources for. No
// document names a number, and a spec of two connections needs as many.
const plenty = 4

// holdings count the objects that the running spec holds, by the method that has
// created them.
type holdings struct {
	mu sync.Mutex
	of map[string]int
	// bound has the adapter of each connector and listener that is bound.
	bound map[nd2.Unknown]uint64
}

func (h *holdings) add(what string, n int) (now int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.of == nil {
		h.of = map[string]int{}
	}
	h.of[what] += n
	return h.of[what]
}

func (h *holdings) bind(object nd2.Unknown, adapter uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.bound == nil {
		h.bound = map[nd2.Unknown]uint64{}
	}
	h.bound[object] = adapter
}

func (h *holdings) unbind(object nd2.Unknown) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.bound, object)
}

// ports returns how many connectors and listeners of an adapter are bound.
func (h *holdings) ports(adapter uint64) (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, of := range h.bound {
		if of == adapter {
			n++
		}
	}
	return n
}

// Obtained fails the spec if it has not got an object that it needs. It is
// unobservable if it holds plenty, and the adapter is out of resources.
func Obtained(ctx context.Context, what string, s nd2.Status) {
	held := &targetOf(ctx).holdings
	if held.add(what, 0) >= plenty {
		SkipIfLacking("another object of "+what, s)
	}
	succeed(what, s)
	held.add(what, 1)
}

// provided is [Obtained] for a call on an object that takes more resources, of those that a
// method creates.
func (s *Side) provided(what, creates string, returned nd2.Status) {
	if targetOf(s.ctx).holdings.add(creates, 0) > plenty {
		SkipIfLacking(what+" of another object", returned)
	}
	succeed(what, returned)
}

// Bound fails the spec if a connector or a listener that it needs to be bound is not. It is
// unobservable if plenty of them are, and the adapter is out of ports.
func (s *Side) Bound(object nd2.Unknown, returned nd2.Status) {
	s.SkipIfPortless(returned)
	succeed("Bind", returned)
	targetOf(s.ctx).holdings.bind(object, s.adapter.id)
}

// SkipIfPortless ends the spec as unobservable if a Bind says that the adapter is out of
// ports, and the spec has plenty.
func (s *Side) SkipIfPortless(returned nd2.Status) {
	if targetOf(s.ctx).holdings.ports(s.adapter.id) < plenty {
		return
	}
	if returned == nd2.TooManyAddresses {
		Unobservable("another port is not available now: " + returned.String())
	}
	SkipIfLacking("another port", returned)
}
