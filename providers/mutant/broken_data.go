package mutant

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// brokenData are broken in what they report or carry.
func brokenData(plain func(id, what string, make defect) Mutant) []Mutant {
	return []Mutant{
		plain("silent-accept", "No Accept ends.",
			at(interpose.ConnectorAccept, func(c *interpose.Call) nd2.Status {
				c.Shadow.Mute()
				return nd2.Pending
			})),
		plain("wrong-context", "Results have the context of the request after theirs.",
			each(func(o *interpose.Outcome) { o.RequestContext++ })),
		plain("local-port", "The port of a connector's address has its bytes swapped.",
			after(interpose.ConnectorGetLocalAddress, func(c *interpose.Call) { c.Buffer[2], c.Buffer[3] = c.Buffer[3], c.Buffer[2] })),
		plain("read-only", "Memory is registered for reading, whatever is asked for.",
			before(interpose.MRRegister, func(c *interpose.Call) { c.Rights &= nd2.AllowRemoteRead })),
		plain("lost-sends", "Every second Send is lost.",
			keepingAt(interpose.QPSend, func(c *interpose.Call, sends *interpose.Record[int]) nd2.Status {
				if sends.Update(c.Object, increment)%2 == 0 {
					return nd2.Success
				}
				return c.Proceed()
			})),
		plain("events-twice", "Each event is set twice.",
			at(interpose.EventSet, func(c *interpose.Call) nd2.Status {
				c.Proceed()
				return c.Proceed()
			})),
		plain("zero-limits", "Query reports zero for every limit.",
			func() interpose.Hooks {
				return interpose.Hooks{Early: true, Call: interpose.After(interpose.AdapterQuery, func(c *interpose.Call) {
					if c.Info != nil {
						*c.Info = nd2.AdapterInfo{InfoVersion: c.Info.InfoVersion, VendorID: c.Info.VendorID, DeviceID: c.Info.DeviceID, AdapterID: c.Info.AdapterID}
					}
				})}
			}),
		plain("zero-limits-later", "Query reports zero for everything, but for those by which the runner finds the adapters.",
			after(interpose.AdapterQuery, func(c *interpose.Call) {
				if c.Info != nil {
					*c.Info = nd2.AdapterInfo{}
				}
			})),
		plain("results-beyond", "GetResults counts results for which there was no room.",
			after(interpose.CQGetResults, func(c *interpose.Call) {
				if c.Count > 0 {
					c.Count = uint32(len(c.Results)) + 5
				}
			})),
		plain("lost-writes", "Every Write of more than 1,024 bytes is lost.",
			at(interpose.QPWrite, func(c *interpose.Call) nd2.Status {
				if total(c.SGE) > 1024 {
					return nd2.Success
				}
				return c.Proceed()
			})),
		plain("shifted-data", "Private data arrives shifted by a byte.",
			calls(func(c *interpose.Call) nd2.Status {
				if c.Method == interpose.ConnectorConnect || c.Method == interpose.ConnectorAccept {
					if n := len(c.Buffer); n > 0 {
						c.Buffer = append([]byte{0}, c.Buffer[:n-1]...)
					}
				}
				return c.Proceed()
			})),
	}
}
