package mutant

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// nd1Endpoints break what CreateEndpoint creates.
func nd1Endpoints() []Mutant {
	return slices.Concat(nd1Lifetimes(), nd1Shapes())
}

// nd1Lifetimes break how many endpoints a connector has, and whose they are.
func nd1Lifetimes() []Mutant {
	return []Mutant{
		by("endpoint.createendpoint.one-at-a-time", "another", "A connector that has an endpoint is given another.",
			keepingAt(calls.ND1CreateEndpoint, func(c *calls.Call, made *calls.Record[bool]) nd2.Status {
				if !made.Get(c.Object) {
					s := c.Proceed()
					made.Set(c.Object, s == nd2.Success)
					return s
				}
				var spare nd1.Connector
				if s := c.ND1.Connector.Adapter.CreateConnector(&spare); s != nd2.Success {
					return s
				}
				p := c.ND1
				return spare.CreateEndpoint(p.Inbound, p.Outbound, p.Shape.InboundEntries, p.Shape.OutboundEntries,
					p.Shape.InboundSGE, p.Shape.OutboundSGE, p.Shape.InboundReads, p.Shape.OutboundReads, p.Inline, p.Created)
			})),
		by("endpoint.createendpoint.one-at-a-time", "ends-first", "When a second endpoint is refused, the first one can't be connected any more.",
			keeping(func(c *calls.Call, refused *calls.Record[bool]) nd2.Status {
				if c.Method == calls.ND1Connect && refused.Get(&c.ND1.Connector.Object) {
					return nd2.InvalidParameter1
				}
				s := c.Proceed()
				if c.Method == calls.ND1CreateEndpoint && s == nd2.InvalidDeviceState {
					refused.Set(c.Object, true)
				}
				return s
			})),
		by("endpoint.createendpoint.another-after-release", "refused", "A connector is given one endpoint only, ever.",
			keepingAt(calls.ND1CreateEndpoint, func(c *calls.Call, made *calls.Record[bool]) nd2.Status {
				if made.Get(c.Object) {
					return nd2.InvalidDeviceState
				}
				s := c.Proceed()
				made.Set(c.Object, s == nd2.Success)
				return s
			})),
		by("endpoint.createendpoint.own-connector-only", "connect", "Connect takes whatever endpoint for the connector's own.", owning(calls.ND1Connect)),
		by("endpoint.createendpoint.own-connector-only", "accept", "Accept takes whatever endpoint for the connector's own.", owning(calls.ND1Accept)),
		by("endpoint.createendpoint.completion-queue-needed", "not", "No completion queue is taken for one.",
			at(calls.ND1CreateEndpoint, func(c *calls.Call) nd2.Status {
				if s := c.Proceed(); !s.Failed() {
					return s
				}
				return nd2.Success
			})),
		by("endpoint.connect.retry-after-buffer-overflow", "spent", "After ND_BUFFER_OVERFLOW a connector can't connect.", spent(calls.ND1Connect)),
		by("endpoint.accept.retry-after-buffer-overflow", "spent", "After ND_BUFFER_OVERFLOW a connector holds no request.", spent(calls.ND1Accept)),
		by("endpoint.createendpoint.keeps-completion-queues", "not", "An endpoint keeps no reference to its completion queues.",
			after(calls.ND1CreateEndpoint, func(c *calls.Call) {
				c.ND1.Inbound.Release()
				c.ND1.Outbound.Release()
			})),
	}
}

// nd1Shapes break what CreateEndpoint makes of its parameters.
func nd1Shapes() []Mutant {
	return []Mutant{
		by("endpoint.createendpoint.inline-data-optional", "demanded", "The inline data size has to be asked for.",
			refusing(calls.ND1CreateEndpoint, nd2.InvalidParameter9, func(c *calls.Call) bool { return c.ND1.Inline == nil })),
		by("endpoint.createendpoint.inline-data-optional", "not-told", "The inline data size is not told.",
			before(calls.ND1CreateEndpoint, func(c *calls.Call) { c.ND1.Inline = nil })),
		by("endpoint.createendpoint.one-completion-queue", "refused", "An endpoint needs two completion queues.",
			refusing(calls.ND1CreateEndpoint, nd2.InvalidParameter2, func(c *calls.Call) bool { return c.ND1.Inbound == c.ND1.Outbound })),
		by("endpoint.createendpoint.one-completion-queue", "receives-lost", "Where one completion queue is for both kinds of request, Receives have no result.",
			nd1Without(func(o calls.ND1Outcome) bool {
				return o.Of != nil && o.Of.Method == calls.ND1Receive && o.Of.ND1.Inbound == o.Of.ND1.Outbound
			})),
		by("endpoint.createendpoint.results-by-kind", "swapped", "Results of Receives go to the outbound completion queue, and all others to the inbound one.",
			before(calls.ND1CreateEndpoint, func(c *calls.Call) { c.ND1.Inbound, c.ND1.Outbound = c.ND1.Outbound, c.ND1.Inbound })),
		by("endpoint.createendpoint.zero-read-limits", "refused", "A read limit of 0 is refused.",
			refusing(calls.ND1CreateEndpoint, nd2.InvalidParameter7, func(c *calls.Call) bool { return c.ND1.Shape.InboundReads == 0 })),
		by("endpoint.createendpoint.read-limits-offered", "swapped", "The endpoint's read limits are taken for each other.",
			before(calls.ND1CreateEndpoint, func(c *calls.Call) {
				c.ND1.Shape.InboundReads, c.ND1.Shape.OutboundReads = c.ND1.Shape.OutboundReads, c.ND1.Shape.InboundReads
			})),
		by("endpoint.createendpoint.read-limits-offered", "one-more", "The peer sees an inbound read limit of one more than was offered.",
			after(calls.ND1GetConnectionData, func(c *calls.Call) {
				if c.ND1.InboundLimit != nil {
					*c.ND1.InboundLimit++
				}
			})),
	}
}

// owning makes a defect by which a method takes any endpoint for that of its
// connector.
func owning(method string) defect {
	return keeping(func(c *calls.Call, own *calls.Record[nd1.Endpoint]) nd2.Status {
		if c.Method == method {
			c.ND1.Endpoint = own.Get(&c.ND1.Connector.Object)
		}
		s := c.Proceed()
		if c.Method == calls.ND1CreateEndpoint && s == nd2.Success {
			own.Set(c.Object, *c.ND1.Created)
		}
		return s
	})
}

// spent makes a defect by which a method works no more with a connector that has
// refused private data as too long.
func spent(method string) defect {
	return keepingAt(method, func(c *calls.Call, over *calls.Record[bool]) nd2.Status {
		on := &c.ND1.Connector.Object
		if over.Get(on) {
			return nd2.ConnectionInvalid
		}
		s := c.Proceed()
		over.Set(on, s == nd2.BufferOverflow)
		return s
	})
}

// nd1Each makes a defect that changes results one by one.
func nd1Each(change func(o *calls.ND1Outcome)) defect {
	return after(calls.ND1GetResults, func(c *calls.Call) {
		for i := range c.ND1.Outcomes {
			change(&c.ND1.Outcomes[i])
		}
	})
}

// nd1Without makes a defect that loses some results.
func nd1Without(lost func(o calls.ND1Outcome) bool) defect {
	return after(calls.ND1GetResults, func(c *calls.Call) { c.ND1.Outcomes = slices.DeleteFunc(c.ND1.Outcomes, lost) })
}
