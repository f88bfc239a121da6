package drive

import (
	"github.com/ndconform/ndconform/nd2"
)

// An offer is the read limits that an end asks for: how many Reads of the peer it answers at a time, and how
// many it makes.
type offer struct{ in, out uint32 }

// more is a limit that no adapter has.
const more = 1 << 20

// reads are the read limits that an end asks for, which differ from one attempt to the next. One in 8 is more than
// adapters have, which limit it silently.
func (d *driver) reads(choice uint64) offer {
	most := uint64(max(1, d.world.Config.Reads))
	one := func(choice uint64) uint32 {
		if choice>>4&7 == 7 {
			return more
		}
		return 1 + uint32(choice%most)
	}
	return offer{one(choice >> 40), one(choice >> 47)}
}

// within returns what is left of the limits of an end that accepts, whose peer has offered others.
func (r offer) within(offered offer) offer {
	return offer{min(r.in, offered.out), min(r.out, offered.in)}
}

// limited judges the read limits that a connector of an end tells of its peer, who has asked for some: what the
// peer makes is what this end is to answer, and the reverse. It may tell less, but not 0.
func (d *driver) limited(end int, c nd2.Connector, asked offer, rule string) {
	own, other := d.side[end].Info, d.side[1-end].Info
	most := offer{
		min(asked.out, other.MaxOutboundReadLimit, own.MaxInboundReadLimit),
		min(asked.in, other.MaxInboundReadLimit, own.MaxOutboundReadLimit),
	}
	least := offer{min(1, most.in), min(1, most.out)}
	var in, out uint32
	st := c.GetReadLimits(&in, &out)
	if st != nd2.Success || in < least.in || in > most.in || out < least.out || out > most.out {
		breaks(rule, "GetReadLimits returned %v, and limits of %d in, of %d to %d, and %d out, of %d to %d",
			st, in, least.in, most.in, out, least.out, most.out)
	}
}
