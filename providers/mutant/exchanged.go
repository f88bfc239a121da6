package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// exchanged break what both sides learn of each other.
func exchanged() (list []Mutant) {
	for _, m := range []struct{ entry, method string }{
		{"connector.connect.private-data", connect},
		{"connector.accept.private-data", accept},
		{"connector.reject.private-data", reject},
		{"connector.reject.private-data-from-active", reject},
	} {
		list = append(list,
			by(m.entry, "lost", "Private data does not arrive.", before(m.method, func(c *call) { c.buffer = nil })),
			by(m.entry, "truncated", "The last byte of private data does not arrive.", before(m.method, func(c *call) {
				if n := len(c.buffer); n > 0 {
					c.buffer = c.buffer[:n-1]
				}
			})),
			by(m.entry, "last-byte", "The last byte of private data is wrong.", before(m.method, func(c *call) {
				if n := len(c.buffer); n > 0 {
					c.buffer = slices.Clone(c.buffer)
					c.buffer[n-1] ^= 0x80
				}
			})))
	}
	return append(list,
		by("connector.getprivatedata.after-reject", "lost", "Private data of a Reject can't be had.",
			func() defect {
				var refused record[bool]
				return defect{call: func(c *call) nd2.Status {
					if c.notifies(connect, nd2.ConnectionRefused) {
						refused.set(c.object, true)
					}
					if c.method == getPrivateData && refused.get(c.object) {
						return nd2.ConnectionInvalid
					}
					return c.proceed()
				}}
			}),
	)
}
