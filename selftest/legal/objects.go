package legal

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// objects are variants of how objects live.
var objects = []Variant{
	{
		ID:      "odd-counts",
		Differs: "AddRef and Release return three more than the references that the client has.",
		Permits: "COM has the counts for tests of the object alone; a provider may hold its own references.",
		Source:  "NetworkDirectSPI.md, NetworkDirect SPI model",
		hooks: onCall(func(c *calls.Call) nd2.Status {
			status := c.Proceed()
			if c.Method == calls.AddRef || c.Method == calls.Release {
				c.Count += 3
			}
			return status
		}),
	},
	{
		ID: "torn-interfaces", hooks: onCall(calls.After(calls.QueryInterface, tearOff)),
		Differs: "QueryInterface returns another pointer each time, but for IUnknown.",
		Permits: "COM has one pointer to an object's IUnknown, and to its other interfaces any number.",
		Source:  "NetworkDirectSPI.md, NetworkDirect SPI model",
	},
	{
		ID: "one-adapter-object", Options: "habits=one-object",
		Permits: "That objects of one adapter object are not used with another is asked of clients; nothing says that " +
			"there are several.",
		Source: "IND2Provider.md, IND2Provider::OpenAdapter",
	},
}
