package nd1

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

var createEndpoint = []Mutant{
	New("endpoint.accept.retry-after-buffer-overflow/spent",
		"After ND_BUFFER_OVERFLOW a connector holds no request.", spent(calls.ND1Accept)),
	New("endpoint.connect.retry-after-buffer-overflow/spent",
		"After ND_BUFFER_OVERFLOW a connector can't connect.", spent(calls.ND1Connect)),
	New("endpoint.createendpoint.another-after-release/refused", "A connector is given one endpoint only, ever.",
		Once(calls.ND1CreateEndpoint, nd2.InvalidDeviceState)),
	New("endpoint.createendpoint.completion-queue-needed/not", "No completion queue is taken for one.",
		NeverFailing(calls.ND1CreateEndpoint)),
	New("endpoint.createendpoint.inline-data-optional/demanded", "The client must ask for the inline data size.",
		Refusing(calls.ND1CreateEndpoint, nd2.InvalidParameter9, func(c *calls.Call) bool { return c.ND1.Inline == nil })),
	New("endpoint.createendpoint.inline-data-optional/not-told", "The inline data size is not told.",
		Before(calls.ND1CreateEndpoint, func(c *calls.Call) { c.ND1.Inline = nil })),
	New("endpoint.createendpoint.keeps-completion-queues/not", "An endpoint keeps no reference to its completion queues.",
		After(calls.ND1CreateEndpoint, func(c *calls.Call) {
			c.ND1.Inbound.Release()
			c.ND1.Outbound.Release()
		})),
	New("endpoint.createendpoint.one-at-a-time/another", "A connector that has an endpoint is given another.",
		KeepingAt(calls.ND1CreateEndpoint, func(c *calls.Call, made *calls.Record[bool]) nd2.Status {
			if !made.Get(c.Object) {
				s := c.Proceed()
				made.Set(c.Object, s == nd2.Success)
				return s
			}
			var spare nd1.Connector
			if s := c.ND1.Connector.Adapter().CreateConnector(&spare); s != nd2.Success {
				return s
			}
			p := c.ND1
			return spare.CreateEndpoint(p.Inbound, p.Outbound, p.Shape.InboundEntries, p.Shape.OutboundEntries,
				p.Shape.InboundSGE, p.Shape.OutboundSGE, p.Shape.InboundReads, p.Shape.OutboundReads, p.Inline, p.Created)
		})),
	New("endpoint.createendpoint.one-at-a-time/ends-first",
		"When a second endpoint is refused, the first one can't be connected any more.",
		Since(Refused(calls.ND1CreateEndpoint, nd2.InvalidDeviceState), On(calls.ND1Connect).Of(connecter),
			Say(nd2.InvalidParameter1))),
	New("endpoint.createendpoint.one-completion-queue/receives-lost",
		"If a completion queue serves both kinds of requests, Receives have no result.",
		without(func(o calls.ND1Outcome) bool {
			return of(o, calls.ND1Receive) && o.Of.ND1.Inbound == o.Of.ND1.Outbound
		})),
	New("endpoint.createendpoint.one-completion-queue/refused", "An endpoint needs two completion queues.",
		Refusing(calls.ND1CreateEndpoint, nd2.InvalidParameter2, func(c *calls.Call) bool {
			return c.ND1.Inbound == c.ND1.Outbound
		})),
	New("endpoint.createendpoint.own-connector-only/accept",
		"Accept takes whatever endpoint for the connector's own.", owning(calls.ND1Accept)),
	New("endpoint.createendpoint.own-connector-only/connect",
		"Connect takes whatever endpoint for the connector's own.", owning(calls.ND1Connect)),
	New("endpoint.createendpoint.read-limits-offered/one-more",
		"The peer sees an inbound read limit of one more than was offered.",
		After(calls.ND1GetConnectionData, func(c *calls.Call) {
			if c.ND1.InboundLimit != nil {
				*c.ND1.InboundLimit++
			}
		})),
	New("endpoint.createendpoint.read-limits-offered/outbound-as-inbound",
		"The outbound read limit that a side is told is the inbound one.",
		After(calls.ND1GetConnectionData, func(c *calls.Call) {
			if c.ND1.InboundLimit != nil && c.ND1.OutboundLimit != nil {
				*c.ND1.OutboundLimit = *c.ND1.InboundLimit
			}
		})),
	New("endpoint.createendpoint.read-limits-offered/answered",
		"The side that connects is told an outbound read limit of one more than the answer has.",
		Since(On(calls.ND1Connect), On(calls.ND1GetConnectionData), Then(func(c *calls.Call) {
			if c.ND1.OutboundLimit != nil {
				*c.ND1.OutboundLimit++
			}
		}))),
	New("endpoint.createendpoint.read-limits-offered/swapped", "The endpoint's read limits are taken for each other.",
		Before(calls.ND1CreateEndpoint, func(c *calls.Call) {
			c.ND1.Shape.InboundReads, c.ND1.Shape.OutboundReads = c.ND1.Shape.OutboundReads, c.ND1.Shape.InboundReads
		})),
	New("endpoint.createendpoint.results-by-kind/swapped",
		"Results of Receives go to the outbound completion queue, and all others to the inbound one.",
		Before(calls.ND1CreateEndpoint, func(c *calls.Call) {
			c.ND1.Inbound, c.ND1.Outbound = c.ND1.Outbound, c.ND1.Inbound
		})),
	New("endpoint.createendpoint.results-by-kind/inbound", "An endpoint has the one queue for both kinds of results.",
		Before(calls.ND1CreateEndpoint, func(c *calls.Call) { c.ND1.Outbound = c.ND1.Inbound })),
	New("endpoint.createendpoint.results-by-kind/outbound", "An endpoint has the other queue for both kinds of results.",
		Before(calls.ND1CreateEndpoint, func(c *calls.Call) { c.ND1.Inbound = c.ND1.Outbound })),
	New("endpoint.createendpoint.read-limits-offered/inbound", "The inbound read limit that is offered is one more.",
		Before(calls.ND1CreateEndpoint, func(c *calls.Call) {
			if c.ND1.Shape.InboundReads > 0 {
				c.ND1.Shape.InboundReads++
			}
		})),
	New("endpoint.createendpoint.one-completion-queue/sends-lost",
		"If one completion queue serves as both, Sends have no result.", without(func(o calls.ND1Outcome) bool {
			return of(o, calls.ND1Send) && o.Of.ND1.Inbound == o.Of.ND1.Outbound
		})),
	New("endpoint.createendpoint.zero-read-limits/refused", "A read limit of 0 is refused.",
		Refusing(calls.ND1CreateEndpoint, nd2.InvalidParameter7, func(c *calls.Call) bool {
			return c.ND1.Shape.InboundReads == 0
		})),
}

// owning makes a defect: a method takes any endpoint for that of its
// connector.
func owning(method string) Defect {
	return Recording(func(c *calls.Call, own *calls.Record[nd1.Endpoint]) nd2.Status {
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

// spent makes a defect: a method works no more with a connector that has
// refused private data as too long.
func spent(method string) Defect {
	return Since(Refused(method, nd2.BufferOverflow).Of(connecter), On(method).Of(connecter), Say(nd2.ConnectionInvalid))
}

// limits breaks each limit of an endpoint: it refuses shapes that have the most of some numbers.
func limits() (list []Mutant) {
	for _, l := range []struct {
		name, what string
		numbers    []int
	}{
		{"inbound-entries", "the most inbound entries", []int{0}},
		{"outbound-entries", "the most outbound entries", []int{1}},
		{"inbound-sge", "the most entries of a Receive", []int{2}},
		{"outbound-sge", "the most entries of an outbound request", []int{3}},
		{"read-limits", "the largest read limits", []int{4, 5}},
	} {
		list = append(list, New("endpoint.createendpoint.nd-success/"+l.name, "An endpoint of "+l.what+" is refused.",
			Refusing(calls.ND1CreateEndpoint, nd2.InvalidParameter9, func(c *calls.Call) bool {
				var info nd1.AdapterInfo
				size := uintptr(nd1.AdapterInfoSize)
				c.ND1.Connector.Adapter().Inner.Query(nd1.Version1, &info, &size)
				bounds := c.ND1.Shape.Bounds(&info)
				return !slices.ContainsFunc(l.numbers, func(n int) bool { return *bounds[n].Number != bounds[n].Most })
			})))
	}
	return list
}
