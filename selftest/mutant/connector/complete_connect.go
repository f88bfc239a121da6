package connector

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func completeConnect() []mutant.Mutant {
	once := func(method string, with nd2.Status) mutant.Defect {
		return mutant.Recording(func(c *calls.Call, late *calls.Record[bool]) nd2.Status {
			if c.Method == calls.EventSet && c.Shadow.Method == calls.ConnectorAccept && c.Shadow.Status() != nd2.Success {
				late.Set(nil, true)
			}
			if c.Method == method && late.Get(nil) {
				return with
			}
			return c.Proceed()
		})
	}
	return []mutant.Mutant{
		mutant.New("connector.completeconnect.required/automatic",
			"The connection is complete when Connect has completed.",
			mutant.OnCall(func(c *calls.Call) nd2.Status {
				switch {
				case c.Notifies(calls.ConnectorConnect, nd2.Success):
					c.OnConnector().Inner.CompleteConnect(new(nd2.Overlapped))
				case c.Method == calls.ConnectorCompleteConnect:
					if s := c.Proceed(); s != nd2.ConnectionInvalid {
						return s
					}
					return nd2.Success
				}
				return c.Proceed()
			})),
		mutant.New("connector.completeconnect.timeout-is-transient/sticks",
			"Once a connection has taken too long, all do.", once(calls.ConnectorCompleteConnect, nd2.IOTimeout)),
		mutant.New("connector.completeconnect.timeout-is-transient/unaccepted",
			"Once a connection has taken too long, no other is accepted.",
			once(calls.ConnectorAccept, nd2.InsufficientResources)),
	}
}
