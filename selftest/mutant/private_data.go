package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// privateData break what both sides learn of each other.
func privateData() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"connector.connect.private-data", calls.ConnectorConnect},
		{"connector.accept.private-data", calls.ConnectorAccept},
		{"connector.reject.private-data", calls.ConnectorReject},
		{"connector.reject.private-data-from-active", calls.ConnectorReject},
	} {
		list = append(list,
			by(m.entry, "lost", "Private data does not arrive.", before(m.method, func(c *calls.Call) { c.Buffer = nil })),
			by(m.entry, "truncated", "The last byte of private data does not arrive.", before(m.method, func(c *calls.Call) {
				if n := len(c.Buffer); n > 0 {
					c.Buffer = c.Buffer[:n-1]
				}
			})),
			by(m.entry, "last-byte", "The last byte of private data is wrong.", before(m.method, func(c *calls.Call) {
				if n := len(c.Buffer); n > 0 {
					c.Buffer = slices.Clone(c.Buffer)
					c.Buffer[n-1] ^= 0x80
				}
			})))
	}
	list = append(list, tornData()...)
	return append(list,
		by("connector.getprivatedata.after-reject", "lost", "Private data of a Reject is not available.",
			keeping(func(c *calls.Call, refused *calls.Record[bool]) nd2.Status {
				if c.Notifies(calls.ConnectorConnect, nd2.ConnectionRefused) {
					refused.Set(c.Object, true)
				}
				if c.Method == calls.ConnectorGetPrivateData && refused.Get(c.Object) {
					return nd2.ConnectionInvalid
				}
				return c.Proceed()
			})),
	)
}
