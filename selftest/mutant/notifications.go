package mutant

import (
	"slices"

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
		return When(Where(func(c *calls.Call) bool { return mine(c, what) }), Say(nd2.Success))
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

// Deliver notifies the client of each request.
func Deliver(list []*calls.ProxyOverlapped) {
	for _, s := range list {
		s.SetEvent()
		s.PostPacket()
	}
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
