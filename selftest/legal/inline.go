package legal

import (
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A callInProgress says what the engine did to a request before its call returned.
type callInProgress struct{ reset, ended bool }

// callsInProgress are the requests whose calls have not returned, or that ended before.
type callsInProgress struct {
	mu  sync.Mutex
	all perRequest[*callInProgress]
}

// allInline makes hooks that complete a request inline, without notifications, if it ends during
// its call.
func allInline() calls.Hooks {
	h := &callsInProgress{}
	return calls.Hooks{Call: h.call}
}

func (h *callsInProgress) call(c *calls.Call) nd2.Status {
	switch {
	case overlapped(c):
		return h.request(c)
	case c.Proxy == nil || c.Method == calls.GetOverlappedResult:
		return c.Proceed()
	}
	if h.holds(c) {
		return nd2.Success
	}
	return c.Proceed()
}

// holds reports whether a notification is withheld from the client.
func (h *callsInProgress) holds(c *calls.Call) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	one, held := h.all.get(c.Proxy)
	switch {
	case !held:
		return false
	case c.Method == calls.EventReset:
		one.reset = true
	default:
		one.ended = true
	}
	return true
}

func (h *callsInProgress) request(c *calls.Call) nd2.Status {
	one := &callInProgress{}
	h.all.set(c.Proxy, one)
	status := c.Proceed()
	h.mu.Lock()
	defer h.mu.Unlock()
	if status == nd2.Pending && one.ended {
		return c.Proxy.Status() // its notifications stay withheld
	}
	h.all.remove(c.Proxy)
	if event := c.Proxy.Client.Event; one.reset && event != nil {
		event.Reset()
	}
	return status
}
