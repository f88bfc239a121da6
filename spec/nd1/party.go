package nd1

import (
	"context"
	"fmt"
	"math"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A party is an adapter opened through v1, with its adapter information, until the spec of ctx ends.
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
	p := &party{Side: s, adapter: s.ND1(), ctx: ctx}
	size := uintptr(nd1.AdapterInfoSize)
	Expect(p.adapter.Query(nd1.Version1, &p.limits, &size)).To(Return(nd2.Success))
	return p
}

// need ends the spec as unobservable if it needs more of something than there is:
// "memory of", 16384, 4096, "bytes".
func (p *party) need(what string, n int, limit uintptr, of string) {
	if uintptr(n) > limit {
		Unobservable(fmt.Sprintf("the spec needs %s %d %s; the adapter has at most %d", what, n, of, limit))
	}
}

// needWindowOf ends the spec as unobservable if the adapter has no window of that size.
func (p *party) needWindowOf(size int) {
	if p.limits.MaxWindowSize != 0 { // ND2's page calls it unused
		p.need("windows of", size, p.limits.MaxWindowSize, "bytes")
	}
}

// beyond is a limit plus one. The spec is unobservable without a limit.
func beyond(limit uintptr) uintptr {
	if limit >= math.MaxUint32 {
		Unobservable("the adapter has no limit")
	}
	return limit + 1
}

// queue creates a completion queue of some entries, at most the adapter's limit.
func (p *party) queue(entries uintptr) nd1.CompletionQueue {
	entries = min(entries, p.limits.MaxCQEntries)
	return CreateND1(p.ctx, "INDAdapter::CreateCompletionQueue", func(out *nd1.CompletionQueue) nd2.Status {
		return p.adapter.CreateCompletionQueue(entries, out)
	})
}

// connector creates a connector.
func (p *party) connector() nd1.Connector {
	return CreateND1(p.ctx, "INDAdapter::CreateConnector", p.adapter.CreateConnector)
}

// listen starts to listen, and returns the sockaddr to connect to.
func (p *party) listen() (nd1.Listen, []byte) {
	var port uint16
	l := CreateND1(p.ctx, "INDAdapter::Listen", func(out *nd1.Listen) nd2.Status {
		return p.adapter.Listen(0, nd1.ProtocolTCP, 0, &port, out)
	})
	return l, p.Sockaddr(hostOrder(port))
}

// freePort returns the number, in network order, of a port that a listener has just left.
func (p *party) freePort() (port uint16) {
	var l nd1.Listen
	MustSucceed("INDAdapter::Listen", p.adapter.Listen(0, nd1.ProtocolTCP, 0, &port, &l))
	Own(p.ctx, l)()
	return port
}

// hostOrder converts a port in network order to a number, and back.
func hostOrder(port uint16) uint16 { return port>>8 | port<<8 }

// window creates a memory window with the result that it has when the peer invalidates it.
func (p *party) window(invalidated *nd1.Result) nd1.MemoryWindow {
	p.NeedWindows()
	return CreateND1(p.ctx, "INDAdapter::CreateMemoryWindow", func(out *nd1.MemoryWindow) nd2.Status {
		return p.adapter.CreateMemoryWindow(invalidated, out)
	})
}

// registered is memory that an adapter has registered.
type registered struct {
	of    *party
	bytes []byte
	mr    nd1.MRHandle
	gone  bool
}

// registerNew returns new memory of a size in bytes, registered until the spec ends.
func (p *party) registerNew(size int) *registered {
	p.need("a registration of", size, p.limits.MaxRegistrationSize, "bytes")
	return p.register(p.Buffer(size))
}

// register registers memory, deregistered at the latest when the spec ends.
func (p *party) register(bytes []byte) *registered {
	m := &registered{of: p, bytes: bytes}
	Expect(m.register(p.ctx)).To(CompleteWith(nd2.Success))
	AtEnd(p.ctx, func(ctx context.Context) {
		if !m.gone {
			m.deregister(ctx)
		}
	})
	return m
}

// register makes a RegisterMemory.
func (m *registered) register(ctx context.Context) *Operation {
	return StartND1(ctx, m.of.adapter, func(o *nd2.Overlapped) nd2.Status {
		return m.of.adapter.RegisterMemory(m.bytes, o, &m.mr)
	})
}

// deregister makes a DeregisterMemory, and returns when it has ended.
func (m *registered) deregister(ctx context.Context) *Operation {
	op := StartND1(ctx, m.of.adapter, func(o *nd2.Overlapped) nd2.Status { return m.of.adapter.DeregisterMemory(m.mr, o) })
	m.gone = op.Wait() == nd2.Success
	return op
}

// list is one entry of length bytes from offset.
func (m *registered) list(offset, length int) []nd1.SGE {
	return []nd1.SGE{{Buffer: m.bytes[offset : offset+length], MR: m.mr}}
}
