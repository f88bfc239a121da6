package endpoint

import (
	"context"
	"fmt"
	"runtime"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

// A party is an adapter opened through v1, and what it says of itself.
type party struct {
	*Side
	adapter nd1.Adapter
	limits  nd1.AdapterInfo
	ctx     context.Context
}

// local opens the adapter under test, peer the one at the other end.
func local(ctx context.Context) *party { return open(ctx, Local(ctx)) }
func peer(ctx context.Context) *party  { return open(ctx, Peer(ctx)) }

func open(ctx context.Context, s *Side) *party {
	GinkgoHelper()
	p := &party{Side: s, adapter: s.V1(), ctx: ctx}
	size := uintptr(nd1.AdapterInfoSize)
	Expect(p.adapter.Query(nd1.Version1, &p.limits, &size)).To(Return(nd2.Success))
	return p
}

// need ends the spec as unobservable if it asks for more of something than there is:
// "memory of", 16384, 4096, "bytes".
func (p *party) need(what string, n int, limit uintptr, of string) {
	GinkgoHelper()
	if uintptr(n) > limit {
		Unobservable(fmt.Sprintf("the spec needs %s %d %s; the adapter has at most %d", what, n, of, limit))
	}
}

// queue creates a completion queue of some entries, or as many as the adapter has.
func (p *party) queue(entries uintptr) nd1.CompletionQueue {
	GinkgoHelper()
	entries = min(entries, p.limits.MaxCQEntries)
	return CreateV1(p.ctx, "INDAdapter::CreateCompletionQueue", func(out *nd1.CompletionQueue) nd2.Status {
		return p.adapter.CreateCompletionQueue(entries, out)
	})
}

// connector creates a connector.
func (p *party) connector() nd1.Connector {
	GinkgoHelper()
	return CreateV1(p.ctx, "INDAdapter::CreateConnector", p.adapter.CreateConnector)
}

// window creates a memory window.
func (p *party) window(invalidated *nd1.Result) nd1.MemoryWindow {
	GinkgoHelper()
	return CreateV1(p.ctx, "INDAdapter::CreateMemoryWindow", func(out *nd1.MemoryWindow) nd2.Status {
		return p.adapter.CreateMemoryWindow(invalidated, out)
	})
}

// registered is memory that an adapter has registered.
type registered struct {
	bytes []byte
	mr    nd1.MRHandle
}

// register gives registered memory until the spec ends.
func (p *party) register(size int) *registered {
	GinkgoHelper()
	p.need("a registration of", size, p.limits.MaxRegistrationSize, "bytes")
	m := &registered{bytes: p.Buffer(size)}
	Expect(StartV1(p.ctx, p.adapter, func(o *nd2.Overlapped) nd2.Status {
		return p.adapter.RegisterMemory(m.bytes, o, &m.mr)
	})).To(CompleteWith(nd2.Success))
	AtEnd(p.ctx, func(ctx context.Context) {
		StartV1(ctx, p.adapter, func(o *nd2.Overlapped) nd2.Status { return p.adapter.DeregisterMemory(m.mr, o) }).Wait()
	})
	return m
}

// list is one entry of length bytes from offset.
func (m *registered) list(offset, length int) []nd1.SGE {
	return []nd1.SGE{{Buffer: m.bytes[offset : offset+length], MR: m.mr}}
}

// A shape is what CreateEndpoint is asked for, but for the queues.
type shape struct {
	inboundEntries, outboundEntries uintptr
	inboundSGE, outboundSGE         uintptr
	inboundReads, outboundReads     uintptr
}

// ordinary is a small shape, with the most Reads.
func (p *party) ordinary() shape {
	return shape{
		min(8, p.limits.MaxInboundRequests, p.limits.MaxCQEntries), min(8, p.limits.MaxOutboundRequests, p.limits.MaxCQEntries),
		min(2, p.limits.MaxInboundSGE), min(2, p.limits.MaxOutboundSGE),
		p.limits.MaxInboundReadLimit, p.limits.MaxOutboundReadLimit,
	}
}

// messages is as many as n messages that one end surely has requests for, and the
// other Receives.
func messages(n int, from, to *end) int {
	return int(min(uintptr(n), from.ordinary().outboundEntries, to.ordinary().inboundEntries))
}

// create calls CreateEndpoint. The endpoint, if there is one, is released by the
// spec.
func (s shape) create(c nd1.Connector, inbound, outbound nd1.CompletionQueue) (e nd1.Endpoint, status nd2.Status) {
	status = c.CreateEndpoint(inbound, outbound, s.inboundEntries, s.outboundEntries,
		s.inboundSGE, s.outboundSGE, s.inboundReads, s.outboundReads, nil, &e)
	return e, status
}

// attain ends the spec as unobservable if an endpoint beyond the ordinary can't be had
// now, nor a completion queue for its results: limits may be out of reach.
func (p *party) attain(s shape) {
	GinkgoHelper()
	o := p.ordinary()
	if s.inboundEntries <= o.inboundEntries && s.outboundEntries <= o.outboundEntries && s.inboundSGE <= o.inboundSGE && s.outboundSGE <= o.outboundSGE {
		return
	}
	var queue nd1.CompletionQueue
	SkipIfLacking("so deep a completion queue", p.adapter.CreateCompletionQueue(min(max(64, s.outboundEntries), p.limits.MaxCQEntries), &queue))
	if queue == nil {
		return // the spec itself will find out why
	}
	defer queue.Release()
	e, status := s.create(p.connector(), queue, queue)
	SkipIfLacking("such an endpoint", status)
	if e != nil {
		e.Release()
	}
}

// An end is an endpoint with all that it needs to exchange data.
type end struct {
	*party
	nd1.Endpoint
	connection        nd1.Connector
	inbound, outbound nd1.CompletionQueue
	memory            *registered
}

// memorySize is of an end's memory, in bytes.
const memorySize = 4 << 10

// end creates an endpoint of a shape, not connected.
func (p *party) end(s shape) *end {
	GinkgoHelper()
	return p.endOn(s, p.queue(64), p.queue(64))
}

// endOn is end with completion queues that there are.
func (p *party) endOn(s shape, inbound, outbound nd1.CompletionQueue) *end {
	GinkgoHelper()
	e := &end{party: p, connection: p.connector(), inbound: inbound, outbound: outbound, memory: p.register(memorySize)}
	e.Endpoint = CreateV1(p.ctx, "INDConnector::CreateEndpoint", func(out *nd1.Endpoint) (status nd2.Status) {
		*out, status = s.create(e.connection, inbound, outbound)
		return status
	})
	return e
}

// listen starts to listen, and gives the sockaddr to connect to.
func (p *party) listen() (nd1.Listen, []byte) {
	GinkgoHelper()
	var port uint16
	l := CreateV1(p.ctx, "INDAdapter::Listen", func(out *nd1.Listen) nd2.Status {
		return p.adapter.Listen(0, nd1.ProtocolTCP, 0, &port, out)
	})
	return l, p.Sockaddr(hostOrder(port))
}

// hostOrder gives the number of a port that is in network order.
func hostOrder(port uint16) uint16 { return port>>8 | port<<8 }

// request goes on until the passive end holds the active one's request, and gives
// the Connect in progress.
func request(ctx context.Context, active, passive *end) (connect *Operation) {
	GinkgoHelper()
	l, address := passive.listen()
	get := StartV1(ctx, l, func(o *nd2.Overlapped) nd2.Status { return l.GetConnectionRequest(passive.connection, o) })
	connect = active.connect(ctx, active.Endpoint, address, nil)
	Expect(get).To(CompleteWith(nd2.Success))
	return connect
}

// connect issues a Connect, accept an Accept.
func (e *end) connect(ctx context.Context, with nd1.Endpoint, address, privateData []byte) *Operation {
	return StartV1(ctx, e.connection, func(o *nd2.Overlapped) nd2.Status {
		return e.connection.Connect(with, address, nd1.ProtocolTCP, 0, privateData, o)
	})
}

func (e *end) accept(ctx context.Context, with nd1.Endpoint, privateData []byte) *Operation {
	return StartV1(ctx, e.connection, func(o *nd2.Overlapped) nd2.Status {
		return e.connection.Accept(with, privateData, o)
	})
}

// join connects two ends. The connection is ended when the spec ends.
func join(ctx context.Context, active, passive *end) {
	GinkgoHelper()
	connect := request(ctx, active, passive)
	finish(ctx, connect, active, passive)
}

// finish accepts a request and completes the connection.
func finish(ctx context.Context, connect *Operation, active, passive *end) {
	GinkgoHelper()
	accept := passive.accept(ctx, passive.Endpoint, nil)
	Expect(connect).To(CompleteWith(nd2.Success))
	Expect(StartV1(ctx, active.connection, active.connection.CompleteConnect)).To(CompleteWith(nd2.Success))
	Expect(accept).To(CompleteWith(nd2.Success))
	AtEnd(ctx, func(ctx context.Context) {
		first := StartV1(ctx, active.connection, active.connection.Disconnect)
		second := StartV1(ctx, passive.connection, passive.connection.Disconnect)
		first.Wait()
		second.Wait()
	})
}

// connected gives two ends of the ordinary shape that are connected. The active one
// is on the adapter under test.
func connected(ctx context.Context) (active, passive *end) {
	GinkgoHelper()
	l, p := local(ctx), peer(ctx)
	active, passive = l.end(l.ordinary()), p.end(p.ordinary())
	join(ctx, active, passive)
	return active, passive
}

// accepted gives two such ends, the passive one on the adapter under test. A message
// has gone from the active to the passive one, as iWARP demands.
func accepted(ctx context.Context) (active, passive *end) {
	GinkgoHelper()
	l, p := local(ctx), peer(ctx)
	active, passive = p.end(p.ordinary()), l.end(l.ordinary())
	join(ctx, active, passive)
	message(ctx, active, passive)
	return active, passive
}

// message sends an empty message, and takes its results.
func message(ctx context.Context, from, to *end) {
	GinkgoHelper()
	var sent, received nd1.Result
	Expect(to.Receive(&received, nil)).To(Return(nd2.Success))
	Expect(from.Send(&sent, nil, 0)).To(Return(nd2.Success))
	expectResults(ctx, from.outbound, &sent)
	expectResults(ctx, to.inbound, &received)
}

// exchange shows that a message and its answer arrive, to the last byte.
func exchange(ctx context.Context, a, b *end) {
	GinkgoHelper()
	transmit(ctx, a, b, 100)
	transmit(ctx, b, a, 100)
}

// transmit sends size bytes from one end to the other.
func transmit(ctx context.Context, from, to *end, size int) {
	GinkgoHelper()
	var sent, received nd1.Result
	clear(to.memory.bytes)
	Pattern(from.memory.bytes[:size], byte(size))
	Expect(to.Receive(&received, to.memory.list(0, size+8))).To(Return(nd2.Success))
	Expect(from.Send(&sent, from.memory.list(0, size), 0)).To(Return(nd2.Success))
	expectResults(ctx, from.outbound, &sent)
	expectResults(ctx, to.inbound, &received)
	Expect(received.BytesTransferred).To(BeEquivalentTo(size), "BytesTransferred")
	Expect(to.memory.bytes[:size]).To(HoldBytes(from.memory.bytes[:size]))
	Expect(to.memory.bytes[size : size+8]).To(HoldBytes(make([]byte, 8)))
}

// await polls a queue until it has given n results.
func await(ctx context.Context, queue nd1.CompletionQueue, n int) []*nd1.Result {
	GinkgoHelper()
	results := make([]*nd1.Result, n)
	for got := 0; got < n; {
		more := queue.GetResults(results[got:])
		got += int(more)
		if more == 0 {
			if ctx.Err() != nil {
				Fail(fmt.Sprintf("expected: %d results\nseen:     %d in time", n, got))
			}
			runtime.Gosched()
		}
	}
	return results
}

// statusOf waits for a request whose call has returned, and gives its status.
func statusOf(ctx context.Context, queue nd1.CompletionQueue, returned nd2.Status, result *nd1.Result) nd2.Status {
	GinkgoHelper()
	if returned != nd2.Success {
		return returned
	}
	Expect(await(ctx, queue, 1)[0]).To(BeIdenticalTo(result), "the result handed back")
	return result.Status
}

// expectResults shows that a queue gives just the results named, in that order, all
// successes.
func expectResults(ctx context.Context, queue nd1.CompletionQueue, want ...*nd1.Result) {
	GinkgoHelper()
	for i, r := range await(ctx, queue, len(want)) {
		Expect(r).To(BeIdenticalTo(want[i]), "result %d that was handed back", i)
		Expect(r.Status).To(Return(nd2.Success))
	}
}

// expectNone shows that a queue has no result.
func expectNone(queue nd1.CompletionQueue) {
	GinkgoHelper()
	Expect(queue.GetResults(make([]*nd1.Result, 8))).To(BeZero(), "results left")
}

// bind binds a window to length bytes of an end's memory from offset, and returns
// when that has succeeded.
func (e *end) bind(ctx context.Context, w nd1.MemoryWindow, offset, length int, flags nd2.OpFlags) *nd1.MWDescriptor {
	GinkgoHelper()
	var result nd1.Result
	d := new(nd1.MWDescriptor)
	Expect(e.Bind(&result, e.memory.mr, w, e.memory.bytes[offset:offset+length], flags, d)).To(Return(nd2.Success))
	expectResults(ctx, e.outbound, &result)
	return d
}

// store Writes size bytes from the start of an end's memory to the peer's window.
func (e *end) store(ctx context.Context, to *nd1.MWDescriptor, offset uint64, size int) nd2.Status {
	GinkgoHelper()
	var result nd1.Result
	return statusOf(ctx, e.outbound, e.Write(&result, e.memory.list(0, size), to, offset, 0), &result)
}

// fetch Reads size bytes from the peer's window to the start of an end's memory.
func (e *end) fetch(ctx context.Context, from *nd1.MWDescriptor, offset uint64, size int) nd2.Status {
	GinkgoHelper()
	var result nd1.Result
	return statusOf(ctx, e.outbound, e.Read(&result, e.memory.list(0, size), from, offset, 0), &result)
}
