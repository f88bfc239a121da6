package nd1

import (
	"context"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// An end is an endpoint with everything for exchanging data.
type end struct {
	*party
	nd1.Endpoint
	connection        nd1.Connector
	inbound, outbound nd1.CompletionQueue
	memory            *registered
}

// memorySize is the size of an end's memory, in bytes.
const memorySize = 4 << 10

// end creates an unconnected endpoint of a shape.
func (p *party) end(s shape) *end { return p.endOn(s, p.queue(64), p.queue(64)) }

// endOn is end with existing completion queues.
func (p *party) endOn(s shape, inbound, outbound nd1.CompletionQueue) *end {
	e := p.bareEnd(inbound, outbound)
	e.Endpoint = CreateND1(p.ctx, "INDConnector::CreateEndpoint", func(out *nd1.Endpoint) (status nd2.Status) {
		*out, status = create(s, e.connection, inbound, outbound)
		return status
	})
	return e
}

// ownEndOn is endOn with an endpoint whose only reference release drops.
func (p *party) ownEndOn(s shape, inbound, outbound nd1.CompletionQueue) (e *end, release func()) {
	e = p.bareEnd(inbound, outbound)
	return e, e.makeOwn(s)
}

// bareEnd is an end without an endpoint.
func (p *party) bareEnd(inbound, outbound nd1.CompletionQueue) *end {
	return &end{
		party: p, connection: p.connector(), inbound: inbound, outbound: outbound, memory: p.registerNew(memorySize),
	}
}

// makeOwn gives an end an endpoint whose only reference release drops.
func (e *end) makeOwn(s shape) (release func()) {
	made, status := create(s, e.connection, e.inbound, e.outbound)
	Expect(status).To(Return(nd2.Success))
	e.Endpoint = made
	return Own(e.ctx, made)
}

// making creates two ends; own is the one on the adapter under test.
type making func(ctx context.Context) (active, passive, own *end)

// connecting has the active end on the adapter under test, accepting the passive end.
func connecting(ctx context.Context) (active, passive, own *end) {
	active, passive = pair(local(ctx), peer(ctx))
	return active, passive, active
}

func accepting(ctx context.Context) (active, passive, own *end) {
	active, passive = pair(peer(ctx), local(ctx))
	return active, passive, passive
}

// pair creates an end of each of two parties, of the ordinary shape.
func pair(from, to *party) (active, passive *end) {
	return from.end(from.ordinary()), to.end(to.ordinary())
}

// connected returns two connected ends of the ordinary shape, the active end on the adapter under
// test.
func connected(ctx context.Context) (active, passive *end) {
	active, passive, _ = connecting(ctx)
	join(active, passive)
	return active, passive
}

// accepted returns two such ends, the passive end on the adapter under test. The active end has
// sent a message, as iWARP demands.
func accepted(ctx context.Context) (active, passive *end) { return acceptedBy(local(ctx), peer(ctx)) }

func acceptedBy(l, p *party) (active, passive *end) {
	active, passive = pair(p, l)
	join(active, passive)
	message(active, passive)
	return active, passive
}

// oneQueue connects an end of one party with an end of another whose results are all in one queue, which holds n of
// them: the page does not say which queue gets that of a window that the peer invalidates.
func oneQueue(from, to *party, n int) (active, passive *end) {
	to.need("a completion queue of", n, to.limits.MaxCQEntries, "results")
	queue := to.queue(64)
	active, passive = from.end(from.ordinary()), to.endOn(to.ordinary(), queue, queue)
	join(active, passive)
	return active, passive
}

// other is an end's peer.
func other(e, active, passive *end) *end {
	if e == active {
		return passive
	}
	return active
}
