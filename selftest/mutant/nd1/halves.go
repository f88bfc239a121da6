package nd1

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// halves breaks one half of a sentence at a time: each limit of an endpoint, each kind of request, each size.
func halves() (list []Mutant) {
	for _, l := range []struct {
		name, what string
		at         func(s calls.ND1Shape, info *nd1.AdapterInfo) bool
	}{
		{"inbound-entries", "the most inbound entries", func(s calls.ND1Shape, i *nd1.AdapterInfo) bool {
			return s.InboundEntries == i.MaxInboundRequests
		}},
		{"outbound-entries", "the most outbound entries", func(s calls.ND1Shape, i *nd1.AdapterInfo) bool {
			return s.OutboundEntries == i.MaxOutboundRequests
		}},
		{"inbound-sge", "the most entries of a Receive", func(s calls.ND1Shape, i *nd1.AdapterInfo) bool {
			return s.InboundSGE == i.MaxInboundSGE
		}},
		{"outbound-sge", "the most entries of an outbound request", func(s calls.ND1Shape, i *nd1.AdapterInfo) bool {
			return s.OutboundSGE == i.MaxOutboundSGE
		}},
		{"read-limits", "the largest read limits", func(s calls.ND1Shape, i *nd1.AdapterInfo) bool {
			return s.InboundReads == i.MaxInboundReadLimit && s.OutboundReads == i.MaxOutboundReadLimit
		}},
	} {
		list = append(list, New("endpoint.createendpoint.nd-success/"+l.name, "An endpoint of "+l.what+" is refused.",
			Refusing(calls.ND1CreateEndpoint, nd2.InvalidParameter9, func(c *calls.Call) bool {
				var info nd1.AdapterInfo
				size := uintptr(nd1.AdapterInfoSize)
				c.ND1.Connector.Adapter.Inner.Query(nd1.Version1, &info, &size)
				return l.at(c.ND1.Shape, &info)
			})))
	}
	of := func(o *calls.ND1Outcome, method string) bool { return o.Of != nil && o.Of.Method == method }
	return append(list,
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
			"If one completion queue serves as both, Sends have no result.", nd1Without(func(o calls.ND1Outcome) bool {
				return of(&o, calls.ND1Send) && o.Of.ND1.Inbound == o.Of.ND1.Outbound
			})),
		New("endpoint.flush.cancels/another-status", "A Receive that is flushed ends with another status.", nd1Each(aborted)),
		New("endpoint.send.data/length", "The result of a Receive says that the message is a byte longer.",
			nd1Each(func(o *calls.ND1Outcome) {
				if of(o, calls.ND1Receive) && o.Status == nd2.Success {
					o.BytesTransferred++
				}
			})),
	)
}
