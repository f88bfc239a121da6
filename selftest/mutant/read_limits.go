package mutant

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
)

// A direction is one of a connection's two read limits.
type direction struct {
	name, of string
	// asked is the parameter of Connect and Accept, told what GetReadLimits fills,
	// if it is asked for, most the adapter's maximum.
	asked func(c *calls.Call) *uint32
	told  func(c *calls.Call) *uint32
	most  func(i *nd2.AdapterInfo) *uint32
}

var directions = []direction{
	{
		"inbound", "The inbound limit",
		func(c *calls.Call) *uint32 { return &c.InboundReads },
		func(c *calls.Call) *uint32 { return c.InboundLimit },
		func(i *nd2.AdapterInfo) *uint32 { return &i.MaxInboundReadLimit },
	},
	{
		"outbound", "The outbound limit",
		func(c *calls.Call) *uint32 { return &c.OutboundReads },
		func(c *calls.Call) *uint32 { return c.OutboundLimit },
		func(i *nd2.AdapterInfo) *uint32 { return &i.MaxOutboundReadLimit },
	},
}

// readLimits break what is made of read limits, and what is told of them.
func readLimits() []Mutant {
	const (
		offered, answered = "connector.connect.reads-offered", "connector.accept.reads-offered"
		active, passive   = "connector.getreadlimits.active", "connector.getreadlimits.passive"
	)
	swapped := after(calls.ConnectorGetReadLimits, func(c *calls.Call) {
		if c.InboundLimit != nil && c.OutboundLimit != nil {
			*c.InboundLimit, *c.OutboundLimit = *c.OutboundLimit, *c.InboundLimit
		}
	})
	list := []Mutant{
		by(active, "swapped", "Inbound and outbound read limits are swapped.", swapped),
		by(passive, "swapped", "Inbound and outbound read limits are swapped.", swapped),
		by("connector.getreadlimits.optional", "demanded", "Both limits have to be asked for.",
			refusing(calls.ConnectorGetReadLimits, nd2.InvalidParameter, func(c *calls.Call) bool { return c.InboundLimit == nil || c.OutboundLimit == nil })),
	}
	for i, d := range directions {
		list = append(list,
			by(offered, d.name+"-beyond-adapter", d.of+" that Connect asks for is not reduced to the adapter's.", unreduced(calls.ConnectorConnect, d)),
			by(answered, d.name+"-beyond-adapter", d.of+" that Accept asks for is not reduced to the adapter's.", unreduced(calls.ConnectorAccept, d)),
			by(passive, d.name+"-beyond-adapter", d.of+" that the peer offers is not reduced to the adapter's.", unreduced(calls.ConnectorGetReadLimits, d)),
			by(answered, d.name+"-beyond-offer", d.of+" of the active side is what the peer accepted with, and not reduced to the offer.", unoffered(d, directions[1-i])),
			by(active, d.name+"-not-reduced", d.of+" is the one offered, and not reduced to the peer's.", unanswered(d)),
			by(active, d.name+"-most", d.of+" that Accept asks for is taken for the adapter's.", before(calls.ConnectorAccept, func(c *calls.Call) { *d.asked(c) = most(c, d) })),
			by(passive, d.name+"-most", d.of+" that Connect asks for is taken for the adapter's.", before(calls.ConnectorConnect, func(c *calls.Call) { *d.asked(c) = most(c, d) })),
			by(passive, d.name+"-one-more", d.of+" is one more than it is.", telling(d, func(_ *calls.Call, limit uint32) uint32 { return limit + 1 })),
			by(active, d.name+"-one-more", d.of+" is one more than the peer has accepted with.", answering(d, func(limit uint32) uint32 { return limit + 1 })),
			by(active, d.name+"-one-of-none", d.of+" is 1 if there is none.", answering(d, func(limit uint32) uint32 { return max(1, limit) })))
	}
	return list
}

// most is what the adapter of a call's object can.
func most(c *calls.Call, d direction) uint32 {
	info := c.Parent.Limits()
	return *d.most(&info)
}

// calling reports whether a call's connector is the active one.
func calling(c *calls.Call) bool { return c.OnConnector().Active() }

// telling makes a defect of what GetReadLimits tells.
func telling(d direction, change func(c *calls.Call, limit uint32) uint32) defect {
	return after(calls.ConnectorGetReadLimits, func(c *calls.Call) {
		if limit := d.told(c); limit != nil {
			*limit = change(c, *limit)
		}
	})
}

// answering is telling of what the active side is told.
func answering(d direction, change func(limit uint32) uint32) defect {
	return telling(d, func(c *calls.Call, limit uint32) uint32 {
		if calling(c) {
			return change(limit)
		}
		return limit
	})
}

// unreduced makes a defect by which adapters tell of half the read limits that they
// have, and keep to them but in one method and direction.
func unreduced(method string, but direction) defect {
	return func() calls.Hooks {
		return calls.Hooks{Early: true, Call: func(c *calls.Call) nd2.Status {
			keep := func(field func(direction) *uint32) {
				for _, d := range directions {
					limit := field(d)
					if limit != nil && (c.Method != method || d.name != but.name) {
						*limit = min(*limit, most(c, d)/2)
					}
				}
			}
			if c.Method == calls.ConnectorConnect || c.Method == calls.ConnectorAccept {
				keep(func(d direction) *uint32 { return d.asked(c) })
			}
			s := c.Proceed()
			switch {
			case s != nd2.Success:
			case c.Method == calls.AdapterQuery:
				for _, d := range directions {
					*d.most(c.Info) /= 2
				}
			case c.Method == calls.ConnectorGetReadLimits && !calling(c):
				keep(func(d direction) *uint32 { return d.told(c) })
			}
			return s
		}}
	}
}

// unoffered makes a defect by which the active side is told what the passive one
// has asked for in the other direction.
func unoffered(d, other direction) defect {
	return func() calls.Hooks {
		var answer calls.Record[uint32]
		tell := telling(d, func(c *calls.Call, limit uint32) uint32 {
			if calling(c) {
				return min(answer.Get(nil), most(c, d))
			}
			return limit
		})()
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			if c.Method == calls.ConnectorAccept {
				answer.Set(nil, min(*other.asked(c), most(c, other)))
			}
			return tell.Call(c)
		}}
	}
}

// unanswered makes a defect by which the active side is told what it has offered.
func unanswered(d direction) defect {
	return func() calls.Hooks {
		var offer calls.Record[uint32]
		tell := telling(d, func(c *calls.Call, limit uint32) uint32 {
			if calling(c) {
				return offer.Get(c.Object)
			}
			return limit
		})()
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			if c.Method == calls.ConnectorConnect {
				offer.Set(c.Object, min(*d.asked(c), most(c, d)))
			}
			return tell.Call(c)
		}}
	}
}
