package drive

import "github.com/ndconform/ndconform/nd2"

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

// asksLimits has a connector tell its read limits, which the judge compares with what both ends have asked for.
func asksLimits(c nd2.Connector) {
	succeeds("connector.getreadlimits.nd-success", "GetReadLimits", c.GetReadLimits(new(uint32), new(uint32)))
}
