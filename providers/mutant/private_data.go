package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/internal/interpose"
)

// privateData break what both sides learn of each other.
func privateData() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"connector.connect.private-data", interpose.ConnectorConnect},
		{"connector.accept.private-data", interpose.ConnectorAccept},
		{"connector.reject.private-data", interpose.ConnectorReject},
		{"connector.reject.private-data-from-active", interpose.ConnectorReject},
	} {
		list = append(list,
			by(m.entry, "lost", "Private data does not arrive.", before(m.method, func(c *interpose.Call) { c.Buffer = nil })),
			by(m.entry, "truncated", "The last byte of private data does not arrive.", before(m.method, func(c *interpose.Call) {
				if n := len(c.Buffer); n > 0 {
					c.Buffer = c.Buffer[:n-1]
				}
			})),
			by(m.entry, "last-byte", "The last byte of private data is wrong.", before(m.method, func(c *interpose.Call) {
				if n := len(c.Buffer); n > 0 {
					c.Buffer = slices.Clone(c.Buffer)
					c.Buffer[n-1] ^= 0x80
				}
			})))
	}
	list = append(list, tornData()...)
	return append(list,
		by("connector.getprivatedata.after-reject", "lost", "Private data of a Reject is not available.",
			keeping(func(c *interpose.Call, refused *interpose.Record[bool]) nd2.Status {
				if c.Notifies(interpose.ConnectorConnect, nd2.ConnectionRefused) {
					refused.Set(c.Object, true)
				}
				if c.Method == interpose.ConnectorGetPrivateData && refused.Get(c.Object) {
					return nd2.ConnectionInvalid
				}
				return c.Proceed()
			})),
	)
}
