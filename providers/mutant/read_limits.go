package mutant

import "github.com/ndconform/ndconform/nd2"

// A direction is one of a connection's two read limits.
type direction struct {
	name, of string
	// asked is the parameter of Connect and Accept, told what GetReadLimits fills,
	// if it is asked for, most the adapter's maximum.
	asked func(c *call) *uint32
	told  func(c *call) *uint32
	most  func(i *nd2.AdapterInfo) *uint32
}

var directions = []direction{
	{
		"inbound", "The inbound limit",
		func(c *call) *uint32 { return &c.inboundReads },
		func(c *call) *uint32 { return c.inboundLimit },
		func(i *nd2.AdapterInfo) *uint32 { return &i.MaxInboundReadLimit },
	},
	{
		"outbound", "The outbound limit",
		func(c *call) *uint32 { return &c.outboundReads },
		func(c *call) *uint32 { return c.outboundLimit },
		func(i *nd2.AdapterInfo) *uint32 { return &i.MaxOutboundReadLimit },
	},
}

// readLimits break what is made of read limits, and what is told of them.
func readLimits() []Mutant {
	const (
		offered, answered = "connector.connect.reads-offered", "connector.accept.reads-offered"
		active, passive   = "connector.getreadlimits.active", "connector.getreadlimits.passive"
	)
	swapped := after(getReadLimits, func(c *call) {
		if c.inboundLimit != nil && c.outboundLimit != nil {
			*c.inboundLimit, *c.outboundLimit = *c.outboundLimit, *c.inboundLimit
		}
	})
	list := []Mutant{
		by(active, "swapped", "Inbound and outbound read limits are swapped.", swapped),
		by(passive, "swapped", "Inbound and outbound read limits are swapped.", swapped),
		by("connector.getreadlimits.optional", "demanded", "Both limits have to be asked for.",
			refusing(getReadLimits, nd2.InvalidParameter, func(c *call) bool { return c.inboundLimit == nil || c.outboundLimit == nil })),
	}
	for i, d := range directions {
		list = append(list,
			by(offered, d.name+"-beyond-adapter", d.of+" that Connect asks for is not reduced to the adapter's.", unreduced(connect, d)),
			by(answered, d.name+"-beyond-adapter", d.of+" that Accept asks for is not reduced to the adapter's.", unreduced(accept, d)),
			by(passive, d.name+"-beyond-adapter", d.of+" that the peer offers is not reduced to the adapter's.", unreduced(getReadLimits, d)),
			by(answered, d.name+"-beyond-offer", d.of+" of the active side is what the peer accepted with, and not reduced to the offer.", unoffered(d, directions[1-i])),
			by(active, d.name+"-not-reduced", d.of+" is the one offered, and not reduced to the peer's.", unanswered(d)),
			by(active, d.name+"-most", d.of+" that Accept asks for is taken for the adapter's.", before(accept, func(c *call) { *d.asked(c) = c.most(d) })),
			by(passive, d.name+"-most", d.of+" that Connect asks for is taken for the adapter's.", before(connect, func(c *call) { *d.asked(c) = c.most(d) })),
			by(passive, d.name+"-one-more", d.of+" is one more than it is.", telling(d, func(_ *call, limit uint32) uint32 { return limit + 1 })))
	}
	return list
}

// most is what the adapter of a call's object can.
func (c *call) most(d direction) uint32 {
	info := c.parent.limits()
	return *d.most(&info)
}

// calling reports whether a call's connector is the active one.
func (c *call) calling() bool { return c.self.(*connector).active.Load() }

// telling makes a defect of what GetReadLimits tells.
func telling(d direction, change func(c *call, limit uint32) uint32) func() defect {
	return after(getReadLimits, func(c *call) {
		if limit := d.told(c); limit != nil {
			*limit = change(c, *limit)
		}
	})
}

// unreduced makes a defect by which adapters tell of half the read limits that they
// have, and keep to them but in one method and direction.
func unreduced(method string, but direction) func() defect {
	return func() defect {
		return defect{early: true, call: func(c *call) nd2.Status {
			keep := func(field func(direction) *uint32) {
				for _, d := range directions {
					limit := field(d)
					if limit != nil && (c.method != method || d.name != but.name) {
						*limit = min(*limit, c.most(d)/2)
					}
				}
			}
			if c.method == connect || c.method == accept {
				keep(func(d direction) *uint32 { return d.asked(c) })
			}
			s := c.proceed()
			switch {
			case s != nd2.Success:
			case c.method == query:
				for _, d := range directions {
					*d.most(c.info) /= 2
				}
			case c.method == getReadLimits && !c.calling():
				keep(func(d direction) *uint32 { return d.told(c) })
			}
			return s
		}}
	}
}

// unoffered makes a defect by which the active side is told what the passive one
// has asked for in the other direction.
func unoffered(d, other direction) func() defect {
	return func() defect {
		var answer record[uint32]
		tell := telling(d, func(c *call, limit uint32) uint32 {
			if c.calling() {
				return min(answer.get(nil), c.most(d))
			}
			return limit
		})()
		return defect{call: func(c *call) nd2.Status {
			if c.method == accept {
				answer.set(nil, min(*other.asked(c), c.most(other)))
			}
			return tell.call(c)
		}}
	}
}

// unanswered makes a defect by which the active side is told what it has offered.
func unanswered(d direction) func() defect {
	return func() defect {
		var offer record[uint32]
		tell := telling(d, func(c *call, limit uint32) uint32 {
			if c.calling() {
				return offer.get(c.object)
			}
			return limit
		})()
		return defect{call: func(c *call) nd2.Status {
			if c.method == connect {
				offer.set(c.object, min(*d.asked(c), c.most(d)))
			}
			return tell.call(c)
		}}
	}
}
