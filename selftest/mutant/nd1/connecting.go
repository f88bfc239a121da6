package nd1

import (
	"math/bits"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// connecting breaks how connections begin and end.
var connecting = []Mutant{
	New("endpoint.connect.local-port/another", "A connector that asks for a local port is given any.",
		Before(calls.ND1Connect, func(c *calls.Call) { c.ND1.LocalPort = 0 })),
	New("endpoint.connect.local-port/host-order", "The local port is taken to be in host order.",
		Before(calls.ND1Connect, func(c *calls.Call) { c.ND1.LocalPort = bits.ReverseBytes16(c.ND1.LocalPort) })),
	New("endpoint.connect.nd-connection-refused/at-once", "Connect says success as soon as it is called.",
		succeedingAtOnce(calls.ND1Connect)),
	New("endpoint.connect.retry-after-buffer-overflow/local-port",
		"A local port is refused to a connector that has asked for it before.",
		KeepingAt(calls.ND1Connect, func(c *calls.Call, had *calls.Record[uint16]) nd2.Status {
			if p := c.ND1.LocalPort; p != 0 && had.Set(c.Object, p) == p {
				return nd2.AddressAlreadyExists
			}
			return c.Proceed()
		})),
	New("endpoint.disconnect.nd-connection-invalid/connecting", "A connector that is connecting disconnects.",
		disconnectingFrom(On(calls.ND1Connect), calls.ND1CompleteConnect)),
	New("endpoint.disconnect.nd-connection-invalid/requested", "A connector that holds a request disconnects.",
		disconnectingFrom(On(calls.ND1GetConnectionRequest).Of(taker), calls.ND1Accept)),
	New("endpoint.disconnect.nd-connection-invalid/disconnected", "A connector that has disconnected does so again.",
		Once(calls.ND1Disconnect, nd2.Success)),
	New("endpoint.getconnectionrequest.each-once/one-call",
		"One GetConnectionRequest may be in progress at a time.", oneAtATime()),
	New("endpoint.getconnectionrequest.nd-canceled/at-once",
		"GetConnectionRequest says success as soon as it is called.", succeedingAtOnce(calls.ND1GetConnectionRequest)),
	New("endpoint.notifydisconnect.nd-canceled/disconnects",
		"A NotifyDisconnect that is made when another one was canceled disconnects.",
		Again(calls.ND1NotifyDisconnect, First(func(c *calls.Call) {
			c.ND1.Connector.Inner.Disconnect(new(nd2.Overlapped))
		}))),
	New("endpoint.notifydisconnect.nd-canceled/success", "NotifyDisconnect says success as soon as it is called.",
		succeedingAtOnce(calls.ND1NotifyDisconnect)),
	New("endpoint.notifydisconnect.peer-disconnects/active-side",
		"The side that has connected is told of the end as soon as it asks.", toldAtOnce(calls.ND1Connect)),
	New("endpoint.notifydisconnect.peer-disconnects/passive-side",
		"The side that has accepted is told of the end as soon as it asks.", toldAtOnce(calls.ND1Accept)),
}

// succeedingAtOnce makes a defect: requests of a method say success, though they pend.
func succeedingAtOnce(method string) Defect {
	return At(method, func(c *calls.Call) nd2.Status {
		if s := c.Proceed(); s != nd2.Pending {
			return s
		}
		return nd2.Success
	})
}

// toldAtOnce makes a defect: NotifyDisconnect succeeds on connectors that have made another call.
func toldAtOnce(made string) Defect { return Since(On(made), On(calls.ND1NotifyDisconnect), Nothing) }

// oneAtATime makes a defect: a listener that waits for a request is not asked for another.
func oneAtATime() Defect {
	return KeepingAt(calls.ND1GetConnectionRequest,
		func(c *calls.Call, waits *calls.Record[*nd2.Overlapped]) nd2.Status {
			if o := waits.Get(c.Object); o != nil && pends(c, o) {
				return nd2.InvalidDeviceState
			}
			s := c.Proceed()
			if s == nd2.Pending {
				waits.Set(c.Object, c.Overlapped)
			}
			return s
		})
}

// pends reports whether a request on a call's object has not ended.
func pends(c *calls.Call, o *nd2.Overlapped) bool {
	var none uintptr
	return c.Object.Inner.(nd1.Overlapping).GetOverlappedResult(o, &none, false) == nd2.Pending
}

// disconnectingFrom makes a defect: Disconnect succeeds on connectors between two calls.
func disconnectingFrom(first Event, last string) Defect {
	return Between(first, On(last), On(calls.ND1Disconnect), Nothing)
}
