package seeded

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func listeners() []Fault {
	return []Fault{
		fault("stateful/reject-keeps-place", Lifetime,
			"A Reject of a request that had to wait leaves its place taken, of which a listener has three.",
			rejectKeepsPlace, "listener.getconnectionrequest.nd-success", "listener.getconnectionrequest.one-each"),
	}
}

// rejectKeepsPlace counts the requests that have waited at a listener and were rejected.
func rejectKeepsPlace() calls.Hooks {
	const places = 3
	var waited calls.Record[*calls.Object]
	var kept calls.Record[int]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.ListenerGetConnectionRequest:
			s := c.Proceed()
			if k, ok := c.Connector.(*calls.Connector); ok && s == nd2.Success {
				waited.Set(&k.Object, c.Object)
			}
			if s == nd2.Pending && kept.Get(c.Object) >= places {
				c.Shadow.Mute()
			}
			return s
		case calls.ConnectorReject:
			if at := waited.Set(c.Object, nil); at != nil {
				kept.Update(at, mutant.Increment)
			}
		}
		return c.Proceed()
	}}
}
