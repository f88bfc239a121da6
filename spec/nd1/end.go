package nd1

import (
	"context"
	"net/netip"

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
func (p *party) end(s shape) *end {
	return p.endOn(s, p.queue(64), p.queue(64))
}

// endOn is end with existing completion queues.
func (p *party) endOn(s shape, inbound, outbound nd1.CompletionQueue) *end {
	e := &end{party: p, connection: p.connector(), inbound: inbound, outbound: outbound, memory: p.register(memorySize)}
	e.Endpoint = CreateND1(p.ctx, "INDConnector::CreateEndpoint", func(out *nd1.Endpoint) (status nd2.Status) {
		*out, status = s.create(e.connection, inbound, outbound)
		return status
	})
	return e
}

// listen starts to listen, and returns the sockaddr to connect to.
func (p *party) listen() (nd1.Listen, []byte) {
	var port uint16
	l := CreateND1(p.ctx, "INDAdapter::Listen", func(out *nd1.Listen) nd2.Status {
		return p.adapter.Listen(0, nd1.ProtocolTCP, 0, &port, out)
	})
	return l, p.Sockaddr(hostOrder(port))
}

// hostOrder converts a port in network order to a number.
func hostOrder(port uint16) uint16 { return port>>8 | port<<8 }

// request connects until the passive end holds the active end's request, and returns
// the Connect in progress.
func request(ctx context.Context, active, passive *end) (connect *Operation) {
	connect, _ = requestWith(ctx, active, passive, nil)
	return connect
}

// requestWith is request with private data. It returns the listener's address as well.
func requestWith(ctx context.Context, active, passive *end, privateData []byte) (c *Operation, at netip.AddrPort) {
	l, address := passive.listen()
	get := take(ctx, l, passive)
	c = active.connect(ctx, active.Endpoint, address, privateData)
	Expect(get).To(CompleteWith(nd2.Success))
	at, _ = nd2.ParseSockaddr(address)
	return c, at
}

// take issues a GetConnectionRequest for an end's connector.
func take(ctx context.Context, l nd1.Listen, e *end) *Operation {
	return StartND1(ctx, l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(e.connection, o) })
}

// connect issues a Connect, accept an Accept.
func (e *end) connect(ctx context.Context, with nd1.Endpoint, address, privateData []byte) *Operation {
	return StartND1(ctx, e.connection, func(o *nd2.Overlapped) nd2.Status {
		return e.connection.Connect(with, address, nd1.ProtocolTCP, 0, privateData, o)
	})
}

func (e *end) accept(ctx context.Context, with nd1.Endpoint, privateData []byte) *Operation {
	return StartND1(ctx, e.connection, func(o *nd2.Overlapped) nd2.Status {
		return e.connection.Accept(with, privateData, o)
	})
}

// join connects two ends until the spec ends.
func join(ctx context.Context, active, passive *end) {
	connect := request(ctx, active, passive)
	finish(ctx, connect, active, passive)
}

// finish accepts a request and completes the connection.
func finish(ctx context.Context, connect *Operation, active, passive *end) {
	accept := passive.accept(ctx, passive.Endpoint, nil)
	Expect(connect).To(CompleteWith(nd2.Success))
	complete(ctx, accept, active, passive)
}

// complete completes an accepted connection.
func complete(ctx context.Context, accept *Operation, active, passive *end) {
	Expect(StartND1(ctx, active.connection, active.connection.CompleteConnect)).To(CompleteWith(nd2.Success))
	Expect(accept).To(CompleteWith(nd2.Success))
	AtEnd(ctx, func(ctx context.Context) {
		first := StartND1(ctx, active.connection, active.connection.Disconnect)
		second := StartND1(ctx, passive.connection, passive.connection.Disconnect)
		first.Wait()
		second.Wait()
	})
}

// joinToOne connects an end of one party with an end of another whose results are all in one queue, which holds n of
// them: the page does not say which queue gets that of a window that the peer invalidates.
func joinToOne(ctx context.Context, from, to *party, n int) (active, passive *end, queue nd1.CompletionQueue) {
	to.need("a completion queue of", n, to.limits.MaxCQEntries, "results")
	queue = to.queue(64)
	active, passive = from.end(from.ordinary()), to.endOn(to.ordinary(), queue, queue)
	join(ctx, active, passive)
	return active, passive, queue
}
