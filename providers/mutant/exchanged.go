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
	limits := func(change func(inbound, outbound *uint32)) func() defect {
		return after(getReadLimits, func(c *call) {
			inbound, outbound := new(uint32), new(uint32)
			if c.inboundLimit != nil {
				inbound = c.inboundLimit
			}
			if c.outboundLimit != nil {
				outbound = c.outboundLimit
			}
			change(inbound, outbound)
		})
	}
	swapped := limits(func(inbound, outbound *uint32) { *inbound, *outbound = *outbound, *inbound })
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
		by("connector.getreadlimits.active", "swapped", "Inbound and outbound read limits are swapped.", swapped),
		by("connector.getreadlimits.passive", "swapped", "Inbound and outbound read limits are swapped.", swapped),
		by("connector.getreadlimits.active", "not-reduced", "The limits are those that were offered, and not reduced to the peer's.", offeredLimits),
		by("connector.getreadlimits.passive", "one-more", "The inbound limit is one more than it is.", limits(func(inbound, _ *uint32) { *inbound++ })),
		by("connector.getreadlimits.passive", "outbound-one-more", "The outbound limit is one more than it is.", limits(func(_, outbound *uint32) { *outbound++ })),
		by("connector.getreadlimits.optional", "demanded", "Both limits have to be asked for.",
			refusing(getReadLimits, nd2.InvalidParameter, func(c *call) bool { return c.inboundLimit == nil || c.outboundLimit == nil })),
	)
}

// offeredLimits is a defect by which the active side's read limits are its own.
func offeredLimits() defect {
	var inbound, outbound record[uint32]
	return defect{call: func(c *call) nd2.Status {
		s := c.proceed()
		switch {
		case c.method == connect:
			inbound.set(c.object, c.inboundReads)
			outbound.set(c.object, c.outboundReads)
		case c.method == getReadLimits && s == nd2.Success && c.self.(*connector).active.Load():
			if c.inboundLimit != nil {
				*c.inboundLimit = inbound.get(c.object)
			}
			if c.outboundLimit != nil {
				*c.outboundLimit = outbound.get(c.object)
			}
		}
		return s
	}}
}
