package mutant

import (
	"slices"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// Notifications makes the mutants of the notification of requests of a method.
func Notifications(entry, method string) []Mutant {
	mine := func(c *calls.Call, what string) bool { return c.Method == what && c.Proxy.Method == method }
	twice := func(what string) Defect {
		return OnCall(func(c *calls.Call) nd2.Status {
			if mine(c, what) {
				c.Proceed()
			}
			return c.Proceed()
		})
	}
	never := func(what string) Defect {
		return OnCall(func(c *calls.Call) nd2.Status {
			if mine(c, what) {
				return nd2.Success
			}
			return c.Proceed()
		})
	}
	return []Mutant{
		New(entry+"/event-twice", "The event of a request is set twice.", twice(calls.EventSet)),
		New(entry+"/packet-twice", "A request has two packets posted.", twice(calls.PortPost)),
		New(entry+"/no-event", "The event of a request is not set.", never(calls.EventSet)),
		New(entry+"/no-packet", "A request has no packet posted.", never(calls.PortPost)),
	}
}

// InlinePacket makes the mutant of requests of a method that end inline.
func InlinePacket(entry, method string) Mutant {
	also := func(do func(s *calls.ProxyOverlapped)) Defect {
		return After(method, func(c *calls.Call) {
			if c.Proxy != nil {
				do(c.Proxy)
			}
		})
	}
	return New(entry+"/packet", "A request that ends inline has a packet posted.",
		also(func(s *calls.ProxyOverlapped) { s.PostPacket() }))
}

// withheld are the notifications of an object that the client has not got.
type withheld struct {
	mu   sync.Mutex
	from *calls.Object
	list []*calls.ProxyOverlapped
}

// withholds takes a notification of the object, and reports whether it did.
func (k *withheld) withholds(c *calls.Call) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if c.Proxy == nil || k.from != c.Proxy.Object {
		return false
	}
	switch c.Method {
	case calls.EventSet:
		k.list = append(k.list, c.Proxy)
		return true
	case calls.PortPost:
		return true
	}
	return false
}

// withholdFrom withholds notifications of o from now on; nil stops it.
func (k *withheld) withholdFrom(o *calls.Object) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.from = o
}

func (k *withheld) empty() []*calls.ProxyOverlapped {
	k.mu.Lock()
	defer k.mu.Unlock()
	list := k.list
	k.list = nil
	return list
}

// Deliver notifies the client of each request.
func Deliver(list []*calls.ProxyOverlapped) {
	for _, s := range list {
		s.SetEvent()
		s.PostPacket()
	}
}

// ReversedCancel makes hooks: a cancellation notifies of the latest request first.
func ReversedCancel() calls.Hooks {
	k := new(withheld)
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if k.withholds(c) {
			return nd2.Success
		}
		if c.Method != calls.CancelOverlappedRequests {
			return c.Proceed()
		}
		k.withholdFrom(c.Object)
		s := c.Proceed()
		k.withholdFrom(nil)
		list := k.empty()
		slices.Reverse(list)
		Deliver(list)
		return s
	}}
}

// DeferredCancel makes hooks: a cancellation notifies only once the client makes its next call.
func DeferredCancel() calls.Hooks {
	k := new(withheld)
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		if k.withholds(c) {
			return nd2.Success
		}
		Deliver(k.empty())
		if c.Method != calls.CancelOverlappedRequests {
			return c.Proceed()
		}
		k.withholdFrom(c.Object)
		defer k.withholdFrom(nil)
		return c.Proceed()
	}}
}

// IgnoringResults makes a defect: requests of a type are not completed where all that
// is queued are results of some kind.
func IgnoringResults(kind nd2.NotifyType, to func(calls.Outcome) bool) Defect {
	ignores := func(q *calls.CompletionQueue) bool {
		queued := q.Queued(nil)
		return len(queued) > 0 && !slices.ContainsFunc(queued, func(o calls.Outcome) bool { return !to(o) })
	}
	return OnCall(func(c *calls.Call) nd2.Status {
		if c.Notifies(calls.CQNotify, nd2.Success) && c.Proxy.NotifyType == kind && ignores(c.OnCQ()) {
			c.Proxy.Mute()
			return nd2.Success
		}
		s := c.Proceed()
		if c.Method == calls.CQNotify && c.NotifyType == kind && s == nd2.Success && ignores(c.OnCQ()) {
			return c.Proceed()
		}
		return s
	})
}
