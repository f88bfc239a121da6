package connector

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// readLimits are mutants of read limits, and of what GetReadLimits reports.
func readLimits() []Mutant {
	swapped := After(calls.ConnectorGetReadLimits, func(c *calls.Call) {
		if c.InboundLimit != nil && c.OutboundLimit != nil {
			*c.InboundLimit, *c.OutboundLimit = *c.OutboundLimit, *c.InboundLimit
		}
	})
	list := []Mutant{
		New("connector.getreadlimits.active/swapped", "Inbound and outbound read limits are swapped.", swapped),
		New("connector.getreadlimits.passive/swapped", "Inbound and outbound read limits are swapped.", swapped),
	}
	for i, d := range directions {
		list = append(list,
			New("connector.connect.reads-offered/"+d.name+"-beyond-adapter",
				d.of+" that Connect asks for is not reduced to the adapter's.", unreduced(calls.ConnectorConnect, d)),
			New("connector.accept.reads-offered/"+d.name+"-beyond-adapter",
				d.of+" that Accept asks for is not reduced to the adapter's.", unreduced(calls.ConnectorAccept, d)),
			New("connector.getreadlimits.passive/"+d.name+"-beyond-adapter",
				d.of+" that the peer offers is not reduced to the adapter's.", unreduced(calls.ConnectorGetReadLimits, d)),
			New("connector.accept.reads-offered/"+d.name+"-beyond-offer",
				d.of+" of the active side is what the peer accepted with, and not reduced to the offer.",
				asIn(calls.ConnectorAccept, d, directions[1-i], func(*calls.Call) *calls.Object { return nil })),
			New("connector.getreadlimits.active/"+d.name+"-not-reduced",
				d.of+" is the one offered, and not reduced to the peer's.",
				asIn(calls.ConnectorConnect, d, d, func(c *calls.Call) *calls.Object { return c.Object })),
			New("connector.getreadlimits.active/"+d.name+"-most", d.of+" that Accept asks for is taken for the adapter's.",
				Before(calls.ConnectorAccept, func(c *calls.Call) { *d.asked(c) = most(c, d) })),
			New("connector.getreadlimits.passive/"+d.name+"-most", d.of+" that Connect asks for is taken for the adapter's.",
				Before(calls.ConnectorConnect, func(c *calls.Call) { *d.asked(c) = most(c, d) })),
			New("connector.getreadlimits.passive/"+d.name+"-one-more", d.of+" is one more than it is.",
				reporting(d, func(_ *calls.Call, limit uint32) uint32 { return limit + 1 })),
			New("connector.getreadlimits.active/"+d.name+"-one-more", d.of+" is one more than the peer has accepted with.",
				answering(d, func(limit uint32) uint32 { return limit + 1 })),
			New("connector.getreadlimits.active/"+d.name+"-one-of-none", d.of+" is 1 if there is none.",
				answering(d, func(limit uint32) uint32 { return max(1, limit) })))
	}
	return list
}

var reportedReadLimits = []Mutant{
	New("connector.getreadlimits.nd-connection-invalid/told-early",
		"The read limits are told, as 0, before the peer has answered.",
		When(On(calls.ConnectorGetReadLimits).If(func(c *calls.Call) bool { return connects(c.Object) }),
			IfRefused(Nothing, nd2.ConnectionInvalid))),
	New("connector.getreadlimits.nd-connection-invalid/told-when-rejected",
		"The read limits are told, as 0, when the peer has rejected.",
		Since(Ended(calls.ConnectorConnect, nd2.ConnectionRefused), On(calls.ConnectorGetReadLimits),
			IfRefused(Nothing, nd2.ConnectionInvalid))),
	New("connector.getreadlimits.passive/first-offer", "A Connect that is tried again offers no more than the first time.",
		KeepingAt(calls.ConnectorConnect, func(c *calls.Call, first *calls.Record[[2]uint32]) nd2.Status {
			offer := first.Keep(c.Object, [2]uint32{c.InboundReads, c.OutboundReads})
			c.InboundReads, c.OutboundReads = min(c.InboundReads, offer[0]), min(c.OutboundReads, offer[1])
			return c.Proceed()
		})),
	New("connector.getreadlimits.passive/first-offer-again",
		"A Connect that is tried again offers what it did the first time.",
		KeepingAt(calls.ConnectorConnect, func(c *calls.Call, first *calls.Record[[2]uint32]) nd2.Status {
			offer := first.Keep(c.Object, [2]uint32{c.InboundReads, c.OutboundReads})
			c.InboundReads, c.OutboundReads = offer[0], offer[1]
			return c.Proceed()
		})),
}

// A direction is one of a connection's two read limits.
type direction struct {
	name, of string
	// asked is the parameter of Connect and Accept, reported what GetReadLimits fills if it is
	// asked for, and most the adapter's maximum.
	asked    func(c *calls.Call) *uint32
	reported func(c *calls.Call) *uint32
	most     func(i *nd2.AdapterInfo) *uint32
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

// most is what the adapter of a call's object can.
func most(c *calls.Call, d direction) uint32 {
	info := c.Parent.Limits()
	return *d.most(&info)
}

// reporting makes a defect of what GetReadLimits reports.
func reporting(d direction, change func(c *calls.Call, limit uint32) uint32) Defect {
	return After(calls.ConnectorGetReadLimits, func(c *calls.Call) {
		if limit := d.reported(c); limit != nil {
			*limit = change(c, *limit)
		}
	})
}

// answering is reporting for the active side.
func answering(d direction, change func(limit uint32) uint32) Defect {
	return reporting(d, func(c *calls.Call, limit uint32) uint32 {
		if calling(c) {
			return change(limit)
		}
		return limit
	})
}

// halve reduces a limit, if there is one, to half of what the adapter can, but for one.
func halve(limit *uint32, most uint32, except bool) {
	if limit != nil && !except {
		*limit = min(*limit, most/2)
	}
}

// unreduced makes a defect: Query reports half the read limits, which hold except in one method and
// direction.
func unreduced(method string, but direction) Defect {
	return func() calls.Hooks {
		return calls.Hooks{Early: true, Call: func(c *calls.Call) nd2.Status {
			keep := func(field func(direction) *uint32) {
				for _, d := range directions {
					except := c.Method == method && d.name == but.name
					halve(field(d), most(c, d), except)
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
				keep(func(d direction) *uint32 { return d.reported(c) })
			}
			return s
		}}
	}
}

// asIn makes a defect: the active side is told the limit that a method was asked for in a direction, on an object.
func asIn(method string, told, asked direction, by func(c *calls.Call) *calls.Object) Defect {
	return func() calls.Hooks {
		var limits calls.Record[uint32]
		tell := reporting(told, func(c *calls.Call, limit uint32) uint32 {
			if calling(c) {
				return min(limits.Get(by(c)), most(c, told))
			}
			return limit
		})()
		return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
			if c.Method == method {
				limits.Set(by(c), min(*asked.asked(c), most(c, asked)))
			}
			return tell.Call(c)
		}}
	}
}

// readsAsAskedFor is a defect: the side that connects has as many Reads in progress as it has asked for, and the peer
// refuses a long list, which has too many.
func readsAsAskedFor() calls.Hooks {
	const long = 64 << 10
	var taken calls.Record[int] // of the latest peer, at no object
	var reading calls.Record[int]
	return calls.Hooks{Call: func(c *calls.Call) nd2.Status {
		switch c.Method {
		case calls.ConnectorAccept:
			taken.Set(nil, int(c.InboundReads))
		case calls.QPRead:
			k, queue, most := c.OnQP().Connector(), c.Object, taken.Get(nil)
			if k == nil || !k.Active() {
				break
			}
			surplus := int(k.OutboundReads()) > most && reading.Get(queue) >= most && TotalLength(c.SGE) > long
			reading.Update(queue, Increment)
			c.OnResult(func(o *calls.Outcome) {
				reading.Update(queue, Decrement)
				if surplus {
					o.Status = nd2.RemoteError
				}
			})
		}
		return c.Proceed()
	}}
}
