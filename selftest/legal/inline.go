package legal

import (
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A hurry is an overlapped request while its call has not returned.
type hurry struct{ reset, ended bool }

// hurried are the requests whose calls have not returned, and those that ended
// before they did.
type hurried struct {
	mu  sync.Mutex
	all perRequest[*hurry]
}

// allInline makes hooks that return the status of a request that ends while the call
// lasts, and notify of nothing then.
func allInline() calls.Hooks {
	h := &hurried{}
	return calls.Hooks{Call: h.call}
}

func (h *hurried) call(c *calls.Call) nd2.Status {
	switch {
	case overlapped(c):
		return h.request(c)
	case c.Proxy == nil || c.Method == calls.GetOverlappedResult:
		return c.Proceed()
	}
	if h.keeps(c) {
		return nd2.Success
	}
	return c.Proceed()
}

// keeps reports whether the client is not to hear of what the engine tells it.
func (h *hurried) keeps(c *calls.Call) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	one, kept := h.all.get(c.Proxy)
	switch {
	case !kept:
		return false
	case c.Method == calls.EventReset:
		one.reset = true
	default:
		one.ended = true
	}
	return true
}

func (h *hurried) request(c *calls.Call) nd2.Status {
	one := &hurry{}
	h.all.set(c.Proxy, one)
	status := c.Proceed()
	h.mu.Lock()
	defer h.mu.Unlock()
	if status == nd2.Pending && one.ended {
		return c.Proxy.Status() // and what else the engine tells is kept
	}
	h.all.remove(c.Proxy)
	if event := c.Proxy.Client.Event; one.reset && event != nil {
		event.Reset()
	}
	return status
}
