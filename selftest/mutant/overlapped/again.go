package overlapped

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// otherEvents breaks what holds for an OVERLAPPED that has had another event before, or one at all.
var otherEvents = []Mutant{
	New("overlapped.notification.pending/earlier-event",
		"An OVERLAPPED that is used again has the event set that it had at first.", func() calls.Hooks {
			var first Table[*nd2.Overlapped, nd2.Event]
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				if c.Proxy == nil || c.Proxy.Client.Event == nil {
					return c.Proceed()
				}
				client := c.Proxy.Client
				event, ok := first.Lookup(client)
				switch {
				case !ok:
					first.Set(client, client.Event)
				case c.Method == calls.EventSet && event != client.Event:
					client.Internal = uintptr(c.Proxy.Status())
					event.Set()
					return nd2.Success
				}
				return c.Proceed()
			}}
		}),
	New("overlapped.notification.without-event/had-one",
		"An OVERLAPPED that has had an event, and has none, is not notified at the completion port.", func() calls.Hooks {
			var had Table[*nd2.Overlapped, bool]
			return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
				switch {
				case c.Proxy == nil:
				case c.Proxy.Client.Event != nil:
					had.Set(c.Proxy.Client, true)
				case c.Method == calls.PortPost && had.Get(c.Proxy.Client):
					return nd2.Success
				}
				return c.Proceed()
			}}
		}),
}
