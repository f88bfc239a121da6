package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// brokenData are broken in what they report or carry.
func brokenData(plain func(id, what string, make defect) Mutant) []Mutant {
	return []Mutant{
		plain("silent-accept", "No Accept ends.",
			at(calls.ConnectorAccept, func(c *calls.Call) nd2.Status {
				c.Shadow.Mute()
				return nd2.Pending
			})),
		plain("wrong-context", "Results have the context of the request after theirs.",
			each(func(o *calls.Outcome) { o.RequestContext++ })),
		plain("local-port", "The port of a connector's address has its bytes swapped.",
			after(calls.ConnectorGetLocalAddress, func(c *calls.Call) { c.Buffer[2], c.Buffer[3] = c.Buffer[3], c.Buffer[2] })),
		plain("read-only", "Memory is registered for reading, whatever is asked for.",
			before(calls.MRRegister, func(c *calls.Call) { c.Rights &= nd2.AllowRemoteRead })),
		plain("lost-sends", "Every second Send is lost.",
			keepingAt(calls.QPSend, func(c *calls.Call, sends *calls.Record[int]) nd2.Status {
				if sends.Update(c.Object, increment)%2 == 0 {
					return nd2.Success
				}
				return c.Proceed()
			})),
		plain("events-twice", "Each event is set twice.",
			at(calls.EventSet, func(c *calls.Call) nd2.Status {
				c.Proceed()
				return c.Proceed()
			})),
		plain("zero-limits", "Query reports zero for every limit.",
			func() calls.Hooks {
				return calls.Hooks{Early: true, Call: calls.After(calls.AdapterQuery, func(c *calls.Call) {
					if c.Info != nil {
						*c.Info = nd2.AdapterInfo{InfoVersion: c.Info.InfoVersion, VendorID: c.Info.VendorID, DeviceID: c.Info.DeviceID, AdapterID: c.Info.AdapterID}
					}
				})}
			}),
		plain("zero-limits-later", "Query reports zero for everything, but for those by which the runner finds the adapters.",
			after(calls.AdapterQuery, func(c *calls.Call) {
				if c.Info != nil {
					*c.Info = nd2.AdapterInfo{}
				}
			})),
		plain("results-beyond", "GetResults counts results for which there was no room.",
			after(calls.CQGetResults, func(c *calls.Call) {
				if c.Count > 0 {
					c.Count = uint32(len(c.Results)) + 5
				}
			})),
		plain("lost-writes", "Every Write of more than 1,024 bytes is lost.",
			at(calls.QPWrite, func(c *calls.Call) nd2.Status {
				if total(c.SGE) > 1024 {
					return nd2.Success
				}
				return c.Proceed()
			})),
		plain("shifted-data", "Private data arrives shifted by a byte.",
			onCall(func(c *calls.Call) nd2.Status {
				if c.Method == calls.ConnectorConnect || c.Method == calls.ConnectorAccept {
					if n := len(c.Buffer); n > 0 {
						c.Buffer = append([]byte{0}, c.Buffer[:n-1]...)
					}
				}
				return c.Proceed()
			})),
	}
}
