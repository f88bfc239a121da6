package nd1

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

// A shape holds CreateEndpoint's parameters except the queues.
type shape = calls.ND1Shape

// ordinary is a shape of a drawn size, with the most Reads.
func (p *party) ordinary() shape {
	entries := uintptr(Size(p.ctx, 8, mostMessages))
	return shape{
		InboundEntries:  min(entries, p.limits.MaxInboundRequests, p.limits.MaxCQEntries),
		OutboundEntries: min(entries, p.limits.MaxOutboundRequests, p.limits.MaxCQEntries),
		InboundSGE:      min(2, p.limits.MaxInboundSGE),
		OutboundSGE:     min(2, p.limits.MaxOutboundSGE),
		InboundReads:    p.limits.MaxInboundReadLimit,
		OutboundReads:   p.limits.MaxOutboundReadLimit,
	}
}

// mostMessages is how many messages of 64 bytes an end has memory for.
const mostMessages = memorySize / 64

// messages draws a number of messages that one end surely has requests for, and the other Receives: n, if that many, or
// more.
func messages(n uint32, from, to *end) int {
	return Size(from.ctx, n, uint32(from.ordinary().OutboundEntries), uint32(to.ordinary().InboundEntries))
}

// create calls CreateEndpoint. The spec releases the endpoint, if any.
func create(s shape, c nd1.Connector, inbound, outbound nd1.CompletionQueue) (e nd1.Endpoint, status nd2.Status) {
	status = c.CreateEndpoint(inbound, outbound, s.InboundEntries, s.OutboundEntries,
		s.InboundSGE, s.OutboundSGE, s.InboundReads, s.OutboundReads, nil, &e)
	return e, status
}

// attain ends the spec as unobservable if an endpoint beyond the ordinary, or a completion
// queue for its results, is unavailable now: limits may be out of reach.
func (p *party) attain(s shape) {
	o := p.ordinary()
	if s.InboundEntries <= o.InboundEntries && s.OutboundEntries <= o.OutboundEntries && s.InboundSGE <= o.InboundSGE &&
		s.OutboundSGE <= o.OutboundSGE {
		return
	}
	var queue nd1.CompletionQueue
	SkipIfLacking("so deep a completion queue",
		p.adapter.CreateCompletionQueue(min(max(64, s.OutboundEntries), p.limits.MaxCQEntries), &queue))
	if queue == nil {
		return // the spec will find out why
	}
	defer queue.Release()
	e, status := create(s, p.connector(), queue, queue)
	SkipIfLacking("such an endpoint", status)
	if e != nil {
		e.Release()
	}
}
