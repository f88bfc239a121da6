package broken

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// data are broken in what they report or carry.
var data = []Mutant{
	provider("broken/silent-accept", "No Accept ends.", At(calls.ConnectorAccept, LeavePending)),
	provider("broken/wrong-context", "Results have the context of the request after theirs.",
		EachResult(func(o *calls.Outcome) { o.RequestContext++ })),
	provider("broken/local-port", "The port of a connector's address has its bytes swapped.",
		After(calls.ConnectorGetLocalAddress, func(c *calls.Call) { c.Buffer[2], c.Buffer[3] = c.Buffer[3], c.Buffer[2] })),
	provider("broken/read-only", "Memory is registered for reading, whatever is asked for.",
		Before(calls.MRRegister, func(c *calls.Call) { c.Rights &= nd2.AllowRemoteRead })),
	provider("broken/lost-sends", "Every second Send is lost.",
		KeepingAt(calls.QPSend, func(c *calls.Call, sends *calls.Record[int]) nd2.Status {
			if sends.Update(c.Object, Increment)%2 == 0 {
				return nd2.Success
			}
			return c.Proceed()
		})),
	provider("broken/events-twice", "Each event is set twice.", At(calls.EventSet, Twice)),
}

// numbers are providers that return or carry wrong numbers.
var numbers = []Mutant{
	provider("broken/zero-limits", "Query reports zero for every limit.",
		func() calls.Hooks {
			return calls.Hooks{Early: true, Call: calls.After(calls.AdapterQuery, func(c *calls.Call) {
				if c.Info != nil {
					i := c.Info
					*i = nd2.AdapterInfo{
						InfoVersion: i.InfoVersion, VendorID: i.VendorID, DeviceID: i.DeviceID, AdapterID: i.AdapterID,
					}
				}
			})}
		}),
	provider("broken/zero-limits-later",
		"Query reports zero for everything, but for those by which the runner finds the adapters.",
		After(calls.AdapterQuery, func(c *calls.Call) {
			if c.Info != nil {
				*c.Info = nd2.AdapterInfo{}
			}
		})),
	provider("broken/results-beyond", "GetResults counts results for which there was no room.",
		After(calls.CQGetResults, func(c *calls.Call) {
			if c.Count > 0 {
				c.Count = uint32(len(c.Results)) + 5
			}
		})),
	provider("broken/lost-writes", "Every Write of more than 1,024 bytes is lost.",
		Refusing(calls.QPWrite, nd2.Success, func(c *calls.Call) bool { return TotalLength(c.SGE) > 1024 })),
	provider("broken/shifted-data", "Private data arrives shifted by a byte.",
		When(On(calls.ConnectorConnect, calls.ConnectorAccept), First(func(c *calls.Call) {
			if n := len(c.Buffer); n > 0 {
				c.Buffer = append([]byte{0}, c.Buffer[:n-1]...)
			}
		}))),
}
