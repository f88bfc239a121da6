package legal

import (
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// registering limits the bytes that each adapter registers in all.
func registering(most int) func() calls.Hooks {
	return func() calls.Hooks {
		r := &registrations{most: most, bytes: map[*calls.Object]int{}}
		return calls.Hooks{Call: r.call}
	}
}

type registrations struct {
	most int

	mu    sync.Mutex
	bytes map[*calls.Object]int
}

func (r *registrations) call(c *calls.Call) nd2.Status {
	switch {
	case c.Method == calls.MRRegister:
		if !r.take(c.Object, len(c.Buffer)) {
			return nd2.InsufficientResources
		}
		s := c.Proceed()
		if s != nd2.Success && s != nd2.Pending {
			r.give(c.Object)
		}
		return s
	case c.Method == calls.MRDeregister:
		s := c.Proceed()
		if s == nd2.Success || s == nd2.Pending {
			r.give(c.Object)
		}
		return s
	case c.Method == calls.Release && c.Object.Kind == "IND2MemoryRegion" && c.LastReference():
		defer r.give(c.Object)
	}
	return c.Proceed()
}

// take takes room for a region. It takes none for a registered one, which the engine refuses.
func (r *registrations) take(o *calls.Object, bytes int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.bytes[o] > 0 {
		return true
	}
	taken := bytes
	for of, n := range r.bytes {
		if of.Parent == o.Parent {
			taken += n
		}
	}
	if taken > r.most && bytes <= int(o.Parent.Limits().MaxRegistrationSize) {
		return false
	}
	r.bytes[o] = bytes
	return true
}

func (r *registrations) give(o *calls.Object) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.bytes, o)
}

// memory are variants of memory windows.
var memory = []Variant{
	quirk("type1-windows", "Windows of type 1 can be used, although they are less secure.",
		"IND2MemoryWindow.md, IND2MemoryWindow interface, Implementation notes"),
	quirk("bound-window-state", "A window must be invalidated before it is bound again; no code is listed.",
		"IND2QueuePair.md, IND2QueuePair::Bind, Remarks"),
	quirk("invalidate-unbound-returned", "A request that is not well formed may be refused.",
		"IND2CompletionQueue.md, ND2_RESULT structure, Remarks"),
	quirk("bind-flags-refused", "One of the two rights must be given.",
		"IND2QueuePair.md, IND2QueuePair::Bind, Parameters"),
}
