package nd1

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// disconnecting disconnects what is not connected.
func disconnecting() []Mutant {
	return []Mutant{
		New("endpoint.disconnect.nd-connection-invalid/connecting", "A connector that is connecting disconnects.",
			disconnectingFrom(calls.ND1Connect, calls.ND1CompleteConnect)),
		New("endpoint.disconnect.nd-connection-invalid/requested", "A connector that holds a request disconnects.",
			disconnectingFrom(calls.ND1GetConnectionRequest, calls.ND1Accept)),
		New("endpoint.disconnect.nd-connection-invalid/disconnected", "A connector that has disconnected does so again.",
			RecordingAt(calls.ND1Disconnect, func(c *calls.Call, left *calls.Record[bool]) nd2.Status {
				s := c.Proceed()
				if left.Get(c.Object) {
					return nd2.Success
				}
				left.Set(c.Object, s == nd2.Success || s == nd2.Pending)
				return s
			})),
	}
}

// disconnectingFrom makes a defect: Disconnect succeeds on connectors between two calls.
func disconnectingFrom(first, last string) Defect {
	return Recording(func(c *calls.Call, between *calls.Record[bool]) nd2.Status {
		o := c.Object
		if c.Method == calls.ND1GetConnectionRequest {
			o = calls.ObjectOf(c.ND1.Taker)
		}
		switch {
		case c.Method == first || c.Method == last:
			between.Set(o, c.Method == first)
		case c.Method == calls.ND1Disconnect && between.Get(o):
			return nd2.Success
		}
		return c.Proceed()
	})
}
