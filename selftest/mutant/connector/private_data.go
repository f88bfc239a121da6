package connector

import (
	"bytes"
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// privateData are mutants that damage private data.
func privateData() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"connector.connect.private-data", calls.ConnectorConnect},
		{"connector.accept.private-data", calls.ConnectorAccept},
		{"connector.reject.private-data", calls.ConnectorReject},
		{"connector.reject.private-data-from-active", calls.ConnectorReject},
	} {
		if m.entry != "connector.reject.private-data-from-active" { // which may be told or not
			list = append(list, New(m.entry+"/lost", "Private data does not arrive.",
				Before(m.method, func(c *calls.Call) { c.Buffer = nil })))
		}
		list = append(list,
			New(m.entry+"/truncated", "The last byte of private data does not arrive.", Before(m.method, func(c *calls.Call) {
				if n := len(c.Buffer); n > 0 {
					c.Buffer = c.Buffer[:n-1]
				}
			})),
			New(m.entry+"/last-byte", "The last byte of private data is wrong.", Before(m.method, func(c *calls.Call) {
				if n := len(c.Buffer); n > 0 {
					c.Buffer = slices.Clone(c.Buffer)
					c.Buffer[n-1] ^= 0x80
				}
			})))
	}
	return list
}

// unreadableTails are mutants that check only the beginning of private data.
func unreadableTails() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"connector.connect.private-data-tail", calls.ConnectorConnect},
		{"connector.accept.private-data-tail", calls.ConnectorAccept},
		{"connector.reject.private-data-tail", calls.ConnectorReject},
	} {
		list = append(list,
			New(m.entry+"/cut", "Private data that ends in unreadable memory is sent up to there.",
				Before(m.method, func(c *calls.Call) {
					if n := Readable(c.Buffer); n > 0 {
						c.Buffer = c.Buffer[:n]
					}
				})),
			New(m.entry+"/zeros", "Private data that ends in unreadable memory is sent as zeros.",
				Before(m.method, ZeroUnreadable)))
	}
	return list
}

var earlierData = slices.Concat(
	BufferSizesOf("connector.getprivatedata.size-used", calls.ConnectorGetPrivateData),
	[]Mutant{
		New("connector.connect.private-data/first-again",
			"A Connect without private data hands over that of the connector's attempt before.",
			KeepingAt(calls.ConnectorConnect, func(c *calls.Call, last *calls.Record[[]byte]) nd2.Status {
				if len(c.Buffer) > 0 {
					last.Set(c.Object, bytes.Clone(c.Buffer))
				} else {
					c.Buffer = last.Get(c.Object)
				}
				return c.Proceed()
			})),
		New("connector.connect.private-data/newest", "A request is handed over with the private data of the newest one.",
			Recording(func(c *calls.Call, newest *calls.Record[[]byte]) nd2.Status {
				switch {
				case c.Method == calls.ConnectorConnect:
					newest.Set(nil, bytes.Clone(c.Buffer))
				case c.Method == calls.ConnectorGetPrivateData && !c.OnConnector().Active():
					s := c.Proceed()
					if s == nd2.Success || s == nd2.BufferOverflow {
						copy(c.Buffer, newest.Get(nil))
					}
					return s
				}
				return c.Proceed()
			})),
		New("connector.getprivatedata.after-reject/first-rejection",
			"When a later rejection has no private data, GetPrivateData returns that of an earlier one.", firstRejection),
		New("connector.getprivatedata.after-reject/lost", "Private data of a Reject is not available.",
			Since(Ended(calls.ConnectorConnect, nd2.ConnectionRefused), On(calls.ConnectorGetPrivateData),
				Say(nd2.ConnectionInvalid))),
	},
)

// firstRejection makes GetPrivateData return the data of a connector's first rejection.
var firstRejection = KeepingAfter(calls.ConnectorGetPrivateData, func(c *calls.Call, reported *calls.Record[[]byte]) {
	data := c.Buffer[:min(len(c.Buffer), int(*c.Size))]
	if len(bytes.Trim(data, "\x00")) > 0 {
		reported.Keep(c.Object, bytes.Clone(data))
		return
	}
	if first := reported.Get(c.Object); len(first) > 0 {
		*c.Size = uint32(copy(c.Buffer, first))
	}
})
