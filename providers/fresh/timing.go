package fresh

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/ndconform/ndconform/nd2"
	interpose "github.com/ndconform/ndconform/calls"
)

// touchesOverlapped: requests that succeed in the call reset the event and leave numbers in
// the OVERLAPPED, as the I/O manager does.
func touchesOverlapped() interpose.Hooks {
	return interpose.Hooks{Call: func(c *interpose.Call) nd2.Status {
		if c.Shadow == nil || tells(c) || c.Method == interpose.GetOverlappedResult || c.Method == interpose.EventReset {
			return c.Proceed()
		}
		if c.Shadow.Client.Event != nil {
			c.Shadow.Client.Event.Reset()
		}
		s := c.Proceed()
		if s == nd2.Success {
			act()
			c.Shadow.Client.Internal, c.Shadow.Client.InternalHigh = 0, 0xABCD
		}
		return s
	}}
}

// rejectPends: Reject returns ND_PENDING.
func rejectPends() interpose.Hooks {
	return interpose.Hooks{Call: interpose.At(interpose.ConnectorReject, func(c *interpose.Call) nd2.Status {
		s := c.Proceed()
		if s == nd2.Success {
			act()
			return nd2.Pending
		}
		return s
	})}
}

// twoPhase: GetOverlappedResult of Connect, Accept and GetConnectionRequest starts a second
// phase once the first one has succeeded.
func twoPhase() interpose.Hooks {
	h := newHolds()
	var mu sync.Mutex
	phased := map[*interpose.Shadow]bool{}
	second := func(c *interpose.Call) bool {
		mu.Lock()
		defer mu.Unlock()
		if phased[c.Shadow] {
			return false
		}
		phased[c.Shadow] = true
		return true
	}
	hooks := h.around(func(c *interpose.Call) nd2.Status { return c.Proceed() })
	inner := hooks.Call
	hooks.Call = func(c *interpose.Call) nd2.Status {
		if c.Method != interpose.GetOverlappedResult || c.Shadow == nil || c.Wait {
			return inner(c)
		}
		switch c.Shadow.Method {
		case interpose.ConnectorConnect, interpose.ConnectorAccept, interpose.ListenerGetConnectionRequest:
		default:
			return inner(c)
		}
		s := inner(c)
		if s != nd2.Success || !second(c) {
			return s
		}
		act()
		return h.again(c)
	}
	return hooks
}

// again has the client of a request that was notified wait for a second notification.
func (h *holds) again(c *interpose.Call) nd2.Status {
	if c.Shadow.Client.Event != nil {
		c.Shadow.Client.Event.Reset()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	k := &hold{shadow: c.Shadow, done: make(chan struct{}), repeat: true}
	h.of[c.Shadow] = k
	h.start(k, 2*time.Millisecond)
	return nd2.Pending
}

// cancelLate: what CancelOverlappedRequests has ended is notified of 20 ms later.
func cancelLate() interpose.Hooks {
	var going sync.WaitGroup
	var canceled interpose.Record[bool]
	return interpose.Hooks{
		Call: func(c *interpose.Call) nd2.Status {
			switch {
			case c.Method == interpose.CancelOverlappedRequests:
				canceled.Set(c.Object, true)
				defer canceled.Set(c.Object, false)
			case tells(c) && c.Shadow.Status() == nd2.Canceled && canceled.Get(c.Object):
				kept := *c
				act()
				going.Add(1)
				time.AfterFunc(20*time.Millisecond, func() {
					defer going.Done()
					kept.Proceed()
				})
				return nd2.Success
			}
			return c.Proceed()
		},
		Close: going.Wait,
	}
}

// cancelUnsuccessful: Accept and Disconnect can't be called back.
func cancelUnsuccessful() interpose.Hooks {
	return interpose.Hooks{Call: interpose.At(interpose.CancelOverlappedRequests, func(c *interpose.Call) nd2.Status {
		for _, s := range c.Object.Outstanding() {
			if s.Method == interpose.ConnectorAccept || s.Method == interpose.ConnectorDisconnect {
				act()
				return nd2.Unsuccessful
			}
		}
		return c.Proceed()
	})}
}

// parting are connectors that wait for the other end's Disconnect, by their addresses.
var parting = struct {
	mu sync.Mutex
	of map[string]func()
}{of: map[string]func(){}}

// disconnectHandshake: Disconnect ends when the peer disconnects, too, or after 250 ms.
func disconnectHandshake() interpose.Hooks {
	h := newHolds()
	return h.around(func(c *interpose.Call) nd2.Status {
		switch {
		case tells(c) && c.Shadow.Method == interpose.ConnectorDisconnect:
			if h.notified(c, 250*time.Millisecond) {
				return nd2.Success
			}
		case c.Method == interpose.ConnectorDisconnect:
			here, there := ends(c.OnConnector().Inner)
			if here == "" || there == "" {
				return c.Proceed()
			}
			parting.mu.Lock()
			wake := parting.of[there+here]
			delete(parting.of, there+here)
			parting.mu.Unlock()
			if wake != nil {
				s := c.Proceed()
				wake()
				return s
			}
			object := c.Object
			parting.mu.Lock()
			parting.of[here+there] = func() { h.hurry(object) }
			parting.mu.Unlock()
			s := h.watch(c)
			if s == nd2.Success {
				return h.pend(c, s, 250*time.Millisecond)
			}
			return s
		}
		return c.Proceed()
	})
}

func ends(k nd2.Connector) (here, there string) {
	b := make([]byte, 64)
	n := uint32(len(b))
	if k.GetLocalAddress(b, &n) == nd2.Success {
		here = string(b[:n])
	}
	n = uint32(len(b))
	if k.GetPeerAddress(b, &n) == nd2.Success {
		there = string(b[:n])
	}
	return here, there
}

// moderated: notifications of completion queues come 15 ms late.
func moderated() interpose.Hooks {
	hooks := delayed(15*time.Millisecond, func(c *interpose.Call) bool { return c.Method == interpose.CQNotify })
	inner := hooks.Call
	hooks.Early = true
	hooks.Call = func(c *interpose.Call) nd2.Status {
		if c.Method != interpose.AdapterQuery {
			return inner(c)
		}
		s := c.Proceed()
		if s == nd2.Success && c.Info != nil {
			c.Info.AdapterFlags |= nd2.AdapterInterruptModeration
		}
		return s
	}
	return hooks
}

// lastQPFirst: of the results that one GetResults returns, those of other queue pairs stand
// in another order.
func lastQPFirst() interpose.Hooks {
	return interpose.Hooks{Call: interpose.After(interpose.CQGetResults, func(c *interpose.Call) {
		latest := func(a, b nd2.Result) int { return cmp.Compare(b.QueuePairContext, a.QueuePairContext) }
		if !slices.IsSortedFunc(c.Results[:c.Count], latest) {
			act()
		}
		slices.SortStableFunc(c.Results[:c.Count], latest)
	})}
}

// notificationsReversed: of the notifications that one completion queue or shared receive
// queue gives at a time, the last request's comes first.
func notificationsReversed() interpose.Hooks {
	h := newHolds()
	var mu sync.Mutex
	waiting := map[*interpose.Object][]*interpose.Shadow{}
	flush := func(o *interpose.Object) {
		mu.Lock()
		list := waiting[o]
		delete(waiting, o)
		mu.Unlock()
		if len(list) > 1 {
			act()
		}
		for _, s := range slices.Backward(list) {
			h.mu.Lock()
			k := h.of[s]
			h.mu.Unlock()
			if k != nil {
				h.deliver(k)
			}
		}
	}
	return h.around(func(c *interpose.Call) nd2.Status {
		switch {
		case tells(c):
			if !h.notified(c, 50*time.Millisecond) { // the flush comes before
				break
			}
			mu.Lock()
			first := len(waiting[c.Object]) == 0
			if !slices.Contains(waiting[c.Object], c.Shadow) {
				waiting[c.Object] = append(waiting[c.Object], c.Shadow)
			}
			mu.Unlock()
			if first {
				object := c.Object
				h.going.Add(1)
				time.AfterFunc(time.Millisecond, func() {
					defer h.going.Done()
					flush(object)
				})
			}
			return nd2.Success
		case c.Method == interpose.CQNotify, c.Method == interpose.SRQNotify:
			return h.watch(c)
		}
		return c.Proceed()
	})
}

// completeConnectLate: CompleteConnect pends for 20 ms.
func completeConnectLate() interpose.Hooks {
	return pended(20*time.Millisecond, func(c *interpose.Call, s nd2.Status) bool {
		return c.Method == interpose.ConnectorCompleteConnect && s == nd2.Success
	})
}

// lazyRegistration: Register and Deregister pend for 5 ms.
func lazyRegistration() interpose.Hooks {
	return pended(5*time.Millisecond, func(c *interpose.Call, s nd2.Status) bool {
		return (c.Method == interpose.MRRegister || c.Method == interpose.MRDeregister) && s == nd2.Success
	})
}

// lazyFailures: failures of Connect, Accept and CompleteConnect come 3 ms later, but for
// calls that make no sense.
func lazyFailures() interpose.Hooks {
	return pended(3*time.Millisecond, func(c *interpose.Call, s nd2.Status) bool {
		switch c.Method {
		case interpose.ConnectorConnect, interpose.ConnectorAccept, interpose.ConnectorCompleteConnect:
			return s.Failed() && (s < nd2.InvalidParameter1 || s > nd2.InvalidParameter10) && s != nd2.InvalidParameter
		}
		return false
	})
}

// pended makes calls pending that have ended with a status.
func pended(later time.Duration, which func(c *interpose.Call, s nd2.Status) bool) interpose.Hooks {
	h := newHolds()
	return h.around(func(c *interpose.Call) nd2.Status {
		s := c.Proceed()
		if c.Shadow != nil && !tells(c) && which(c, s) {
			return h.pend(c, s, later)
		}
		return s
	})
}

// notifyDisconnectLate: NotifyDisconnect ends 100 ms after the disconnection.
func notifyDisconnectLate() interpose.Hooks {
	return delayed(100*time.Millisecond, func(c *interpose.Call) bool { return c.Method == interpose.ConnectorNotifyDisconnect })
}

// backlogOne: one request waits at a listener, whatever is asked for.
func backlogOne() interpose.Hooks {
	return interpose.Hooks{Call: interpose.Before(interpose.ListenerListen, func(c *interpose.Call) {
		act()
		c.Backlog = 1
	})}
}
