package nd1

import (
	"context"
	"fmt"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// A party is an adapter opened through v1, with its adapter information.
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

// window creates a memory window.
func (p *party) window(invalidated *nd1.Result) nd1.MemoryWindow {
	p.NeedWindows()
	return CreateND1(p.ctx, "INDAdapter::CreateMemoryWindow", func(out *nd1.MemoryWindow) nd2.Status {
		return p.adapter.CreateMemoryWindow(invalidated, out)
	})
}

// registered is memory that an adapter has registered.
type registered struct {
	bytes []byte
	mr    nd1.MRHandle
}

// register returns registered memory until the spec ends.
func (p *party) register(size int) *registered {
	p.need("a registration of", size, p.limits.MaxRegistrationSize, "bytes")
	m := &registered{bytes: p.Buffer(size)}
	Expect(StartND1(p.ctx, p.adapter, func(o *nd2.Overlapped) nd2.Status {
		return p.adapter.RegisterMemory(m.bytes, o, &m.mr)
	})).To(CompleteWith(nd2.Success))
	AtEnd(p.ctx, func(ctx context.Context) {
		StartND1(ctx, p.adapter, func(o *nd2.Overlapped) nd2.Status { return p.adapter.DeregisterMemory(m.mr, o) }).Wait()
	})
	return m
}

// list is one entry of length bytes from offset.
func (m *registered) list(offset, length int) []nd1.SGE {
	return []nd1.SGE{{Buffer: m.bytes[offset : offset+length], MR: m.mr}}
}
