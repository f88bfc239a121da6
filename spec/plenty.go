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
