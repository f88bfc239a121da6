package fresh

import (
	"sync"
	"time"

	"github.com/ndconform/ndconform/nd2"
	interpose "github.com/ndconform/ndconform/calls"
)

// holds keep the ends of overlapped requests from the client for a while.
type holds struct {
	mu    sync.Mutex
	of    map[*interpose.Shadow]*hold
	going sync.WaitGroup
}

// A hold is a request that is in progress for the client.
type hold struct {
	shadow *interpose.Shadow
	done   chan struct{}
	// event and packet are the provider's notifications, nil until they come.
	event, packet *interpose.Call
	// end is what a request ends with that the provider has ended in the call.
	end *nd2.Status
	// repeat says that the client was told, and is told again.
	repeat bool
	// delivering says that the client is being told.
	delivering bool
	timer      *time.Timer
}

func newHolds() *holds { return &holds{of: map[*interpose.Shadow]*hold{}} }

// watch has the notification of c's request be held, once it comes.
func (h *holds) watch(c *interpose.Call) nd2.Status {
	h.mu.Lock()
	h.of[c.Shadow] = &hold{shadow: c.Shadow, done: make(chan struct{})}
	h.mu.Unlock()
	s := c.Proceed()
	if s != nd2.Pending {
		h.mu.Lock()
		delete(h.of, c.Shadow)
		h.mu.Unlock()
	}
	return s
}

// pend makes a request pending that has ended in the call; it ends for the client later.
func (h *holds) pend(c *interpose.Call, s nd2.Status, later time.Duration) nd2.Status {
	if c.Shadow.Client.Event != nil {
		c.Shadow.Client.Event.Reset()
	}
	c.Shadow.Client.Internal = uintptr(nd2.Pending)
	h.mu.Lock()
	defer h.mu.Unlock()
	k := &hold{shadow: c.Shadow, done: make(chan struct{}), end: &s}
	h.of[c.Shadow] = k
	h.start(k, later)
	return nd2.Pending
}

func (h *holds) start(k *hold, later time.Duration) {
	h.going.Add(1)
	k.timer = time.AfterFunc(later, func() {
		defer h.going.Done()
		h.deliver(k)
	})
}

// notified keeps a notification, and reports whether it did.
func (h *holds) notified(c *interpose.Call, later time.Duration) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	k := h.of[c.Shadow]
	if k == nil || k.delivering || k.end != nil || k.repeat {
		return false
	}
	kept := *c
	if c.Method == interpose.EventSet {
		k.event = &kept
	} else {
		k.packet = &kept
	}
	if k.timer == nil {
		h.start(k, later)
	}
	return true
}

// deliver tells the client, unless that is done.
func (h *holds) deliver(k *hold) {
	h.mu.Lock()
	if k.delivering || k.timer == nil {
		h.mu.Unlock()
		return
	}
	k.delivering = true
	act()
	event, packet, end := k.event, k.packet, k.end
	h.mu.Unlock()
	if end != nil {
		k.shadow.End(*end)
	}
	if k.repeat {
		k.shadow.SetEvent()
		k.shadow.PostPacket()
	}
	if event != nil {
		event.Proceed()
	}
	if packet != nil {
		packet.Proceed()
	}
	h.mu.Lock()
	delete(h.of, k.shadow)
	h.mu.Unlock()
	close(k.done)
}

// hurry tells the client of an object's requests that have ended.
func (h *holds) hurry(o *interpose.Object) {
	h.mu.Lock()
	var list []*hold
	for _, k := range h.of {
		if k.shadow.Object == o && k.timer != nil {
			list = append(list, k)
		}
	}
	h.mu.Unlock()
	for _, k := range list {
		h.deliver(k)
	}
}

// result is GetOverlappedResult.
func (h *holds) result(c *interpose.Call) nd2.Status {
	h.mu.Lock()
	k := h.of[c.Shadow]
	waits := k != nil && (c.Wait || k.delivering)
	h.mu.Unlock()
	switch {
	case k == nil:
		return c.Proceed()
	case !waits:
		return nd2.Pending
	}
	<-k.done
	return c.Proceed()
}

// around is the hook of what all who hold have in common; the requests themselves are f's.
func (h *holds) around(f func(c *interpose.Call) nd2.Status) interpose.Hooks {
	return interpose.Hooks{
		Call: func(c *interpose.Call) nd2.Status {
			switch {
			case c.Method == interpose.GetOverlappedResult && c.Shadow != nil:
				return h.result(c)
			case c.Method == interpose.CancelOverlappedRequests:
				h.hurry(c.Object)
			case c.Method == interpose.Release && c.Object.Inner != nil && overlapping(c.Object) && c.Object.LastReference():
				h.hurry(c.Object)
			}
			return f(c)
		},
		Close: h.going.Wait,
	}
}

func overlapping(o *interpose.Object) bool {
	_, ok := o.Self.(nd2.Overlapping)
	return ok
}

// tells reports whether the call is the provider's notification of a request.
func tells(c *interpose.Call) bool {
	return c.Method == interpose.EventSet || c.Method == interpose.PortPost
}

// delayed holds the notifications of some methods' requests, those that end with success
// only if so it is said.
func delayed(later time.Duration, which func(c *interpose.Call) bool) interpose.Hooks {
	h := newHolds()
	return h.around(func(c *interpose.Call) nd2.Status {
		switch {
		case tells(c):
			if h.notified(c, later) {
				return nd2.Success
			}
		case c.Shadow != nil && c.Method != interpose.GetOverlappedResult && c.Method != interpose.EventReset && which(c):
			return h.watch(c)
		}
		return c.Proceed()
	})
}
