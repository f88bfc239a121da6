package nd1

import (
	"math/bits"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

// connecting breaks how connections begin and end.
func connecting() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("endpoint.connect.local-port/another", "A connector that asks for a local port is given any.",
			mutant.Before(calls.ND1Connect, func(c *calls.Call) { c.ND1.LocalPort = 0 })),
		mutant.New("endpoint.connect.local-port/host-order", "The local port is taken to be in host order.",
			mutant.Before(calls.ND1Connect, func(c *calls.Call) { c.ND1.LocalPort = bits.ReverseBytes16(c.ND1.LocalPort) })),
		mutant.New("endpoint.connect.nd-connection-refused/accepted", "A Connect that the peer rejects ends with success.",
			ending(calls.ND1Connect, nd2.ConnectionRefused, nd2.Success)),
		mutant.New("endpoint.disconnect.flushes/another-status", "Receives end with another status when the endpoint is "+
			"disconnected.",
			mutant.Recording(func(c *calls.Call, left *calls.Record[bool]) nd2.Status {
				if c.Method == calls.ND1Disconnect {
					left.Set(nil, true)
				}
				s := c.Proceed()
				if c.Method != calls.ND1GetResults || !left.Get(nil) {
					return s
				}
				for _, o := range c.ND1.Outcomes {
					if o.Status == nd2.Canceled {
						o.Status = nd2.ConnectionAborted
					}
				}
				return s
			})),
		mutant.New("endpoint.disconnect.flushes/kept", "Disconnect leaves Receives of several without results, but one.",
			nd1Batch(func(list []calls.ND1Outcome) []calls.ND1Outcome {
				if len(list) > 1 && list[0].Status == nd2.Canceled {
					return list[:1]
				}
				return list
			})),
		mutant.New("endpoint.getconnectionrequest.each-once/one-call",
			"One GetConnectionRequest may be in progress at a time.", oneAtATime()),
		mutant.New("endpoint.getconnectionrequest.nd-canceled/success", "A GetConnectionRequest that is canceled succeeds.",
			ending(calls.ND1GetConnectionRequest, nd2.Canceled, nd2.Success)),
		mutant.New("endpoint.notifydisconnect.nd-canceled/another-status",
			"A NotifyDisconnect that is canceled ends with another status.",
			ending(calls.ND1NotifyDisconnect, nd2.Canceled, nd2.ConnectionAborted)),
		mutant.New("endpoint.notifydisconnect.nd-canceled/stays", "What cancels a NotifyDisconnect disconnects.",
			mutant.Recording(func(c *calls.Call, asked *calls.Record[bool]) nd2.Status {
				if c.Method == calls.ND1NotifyDisconnect {
					asked.Set(c.Object, true)
				}
				if c.Method == calls.ND1CancelOverlappedRequests && asked.Get(c.Object) {
					c.Object.Inner.(nd1.Connector).Disconnect(new(nd2.Overlapped))
				}
				return c.Proceed()
			})),
		mutant.New("endpoint.notifydisconnect.peer-disconnects/active-side", "The side that has connected is told of a failure.",
			sidedEnding(calls.ND1Connect)),
		mutant.New("endpoint.notifydisconnect.peer-disconnects/at-once", "NotifyDisconnect succeeds at once.",
			mutant.Refusing(calls.ND1NotifyDisconnect, nd2.Success, func(*calls.Call) bool { return true })),
		mutant.New("endpoint.notifydisconnect.peer-disconnects/passive-side",
			"The side that has accepted is told of a failure.", sidedEnding(calls.ND1Accept)),
	}
}

// requestsOf remembers which OVERLAPPEDs have been given to a method.
type requestsOf = mutant.Table[*nd2.Overlapped, bool]

// ending makes a defect: requests of a method that pend end with another status than they should.
func ending(method string, from, to nd2.Status) mutant.Defect {
	return mutant.Keeping(func(c *calls.Call, made *requestsOf) nd2.Status {
		if c.Method == method {
			made.Set(c.Overlapped, true)
		}
		s := c.Proceed()
		if c.Method == calls.ND1GetOverlappedResult && s == from && made.Get(c.Overlapped) {
			return to
		}
		return s
	})
}

// sidedEnding makes a defect: a NotifyDisconnect fails, on connectors that have made another call.
func sidedEnding(made string) mutant.Defect {
	type state struct {
		has  calls.Record[bool]
		asks requestsOf
	}
	return mutant.Keeping(func(c *calls.Call, kept *state) nd2.Status {
		switch c.Method {
		case made:
			kept.has.Set(c.Object, true)
		case calls.ND1NotifyDisconnect:
			kept.asks.Set(c.Overlapped, true)
		}
		s := c.Proceed()
		if c.Method == calls.ND1GetOverlappedResult && s == nd2.Success && kept.has.Get(c.Object) &&
			kept.asks.Get(c.Overlapped) {
			return nd2.IOTimeout
		}
		return s
	})
}

// oneAtATime makes a defect: a listener that waits for a request is not asked for another.
func oneAtATime() mutant.Defect {
	return mutant.RecordingAt(calls.ND1GetConnectionRequest,
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

// nd1Batch makes a defect of the results that come at once.
func nd1Batch(change func(list []calls.ND1Outcome) []calls.ND1Outcome) mutant.Defect {
	return mutant.After(calls.ND1GetResults, func(c *calls.Call) { c.ND1.Outcomes = change(c.ND1.Outcomes) })
}
