package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// An Event is something that happens to an object by a call. The zero Event never does.
type Event struct {
	// meant reports, before a call is carried out, whether it is such.
	meant func(c *calls.Call) bool
	// ended reports whether it has returned what such a call does.
	ended func(c *calls.Call, s nd2.Status) bool
	// of is the object; nil if there is none.
	of func(c *calls.Call) *calls.Object
}

// Where is a call that satisfies a condition, and does not fail.
func Where(meant func(c *calls.Call) bool) Event {
	return Event{
		meant: meant,
		ended: func(_ *calls.Call, s nd2.Status) bool { return !s.Failed() },
		of:    func(c *calls.Call) *calls.Object { return c.Object },
	}
}

// On is a call of one of some methods that does not fail.
func On(methods ...string) Event {
	return Where(func(c *calls.Call) bool { return slices.Contains(methods, c.Method) })
}

// Refused is a call of a method that fails: with one of some statuses if any are given.
func Refused(method string, with ...nd2.Status) Event { return On(method).Failing(with...) }

// Failing is an event of calls that fail: with one of some statuses if any are given.
func (e Event) Failing(with ...nd2.Status) Event {
	e.ended = func(_ *calls.Call, s nd2.Status) bool { return isRefusal(s, with) }
	return e
}

func isRefusal(s nd2.Status, with []nd2.Status) bool {
	return s.Failed() && (len(with) == 0 || slices.Contains(with, s))
}

// Ended is the end of a request of a method, just before its client is notified.
func Ended(method string, with nd2.Status) Event {
	return Where(func(c *calls.Call) bool { return c.Notifies(method, with) })
}

// EndedAnyhow is the end of a request of a method with one of some statuses, in the call itself or later.
func EndedAnyhow(method string, with ...nd2.Status) Event {
	later := func(c *calls.Call) bool { return c.Method == calls.EventSet && c.Proxy.Method == method }
	e := Where(func(c *calls.Call) bool { return c.Method == method || later(c) })
	e.ended = func(c *calls.Call, s nd2.Status) bool {
		if later(c) {
			s = c.Proxy.Status()
		}
		return slices.Contains(with, s)
	}
	return e
}

// Canceled is the cancellation of an object of a kind that has requests outstanding.
func Canceled(kind string) Event {
	return On(calls.CancelOverlappedRequests).If(func(c *calls.Call) bool {
		return c.Object.Kind == kind && len(c.Outstanding()) > 0
	})
}

// If is an event under a further condition.
func (e Event) If(also func(c *calls.Call) bool) Event {
	e.meant = Both(e.meant, also)
	return e
}

// Of is an event as one of another object.
func (e Event) Of(object func(c *calls.Call) *calls.Object) Event {
	e.of = object
	return e
}

// Anywhere is an event as one of the whole instance.
func (e Event) Anywhere() Event {
	return e.Of(func(*calls.Call) *calls.Object { return instance })
}

var instance = new(calls.Object)

func (e Event) begins(c *calls.Call) bool { return e.meant != nil && e.meant(c) }

// Given is the queue pair that a call is given.
func Given(c *calls.Call) *calls.Object { return calls.ObjectOf(c.QueuePair) }

// Parent is the adapter that a call is on, or on whose object it is.
func Parent(c *calls.Call) *calls.Object {
	if c.Parent != nil {
		return &c.Parent.Object
	}
	return c.Object
}

// Region is the region that a Bind is given.
func Region(c *calls.Call) *calls.Object { return calls.ObjectOf(c.Region) }

// Window is the window that a Bind or an Invalidate is given.
func Window(c *calls.Call) *calls.Object { return calls.ObjectOf(c.Window) }

// Connected is the queue pair of the connector that a call is on.
func Connected(c *calls.Call) *calls.Object {
	if q := c.OnConnector().QP(); q != nil {
		return &q.Object
	}
	return nil
}

// Pair is the queue pair that a call is on, or that of the connector that it is on; nil on other objects.
func Pair(c *calls.Call) *calls.Object {
	switch self := c.Self.(type) {
	case *calls.QueuePair:
		return c.Object
	case *calls.Connector:
		if q := self.QP(); q != nil {
			return &q.Object
		}
	}
	return nil
}
