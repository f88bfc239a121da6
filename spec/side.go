package spec

import (
	"context"
	"net/netip"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// A Side is an adapter opened for one spec, with an overlapped file bound to a
// completion port. What is created from it is released when the spec ends, the
// latest first. A Side belongs to the node whose context it was opened with, so
// specs open theirs in the It.
type Side struct {
	Adapter nd2.Adapter
	Info    nd2.AdapterInfo
	// Address is one of the adapter's.
	Address netip.Addr
	File    nd2.OverlappedFile
	Port    *Port

	ctx     context.Context
	adapter adapter
	// underTest says that the adapter is the one under test.
	underTest bool
}

// Local opens the adapter under test.
func Local(ctx context.Context) *Side {
	s := open(ctx, targetOf(ctx).route().from)
	s.underTest = true
	return s
}

// Peer opens the adapter at the other end of connections.
func Peer(ctx context.Context) *Side {
	return open(ctx, targetOf(ctx).route().to)
}

// All opens every adapter of the provider under test, the one under test first.
func All(ctx context.Context) (sides []*Side) {
	t := targetOf(ctx)
	for _, a := range append([]adapter{t.route().from}, t.plain...) {
		sides = append(sides, open(ctx, a))
	}
	return sides
}

// Without opens an adapter of the provider under test that lacks a feature:
// requirement.NeedNoSRQ or requirement.NeedNoResize.
func Without(ctx context.Context, feature requirement.Need) *Side {
	a, ok := targetOf(ctx).without(feature)
	if !ok {
		Impossible("no adapter is without the feature; the entry must list the need " + string(feature))
	}
	return open(ctx, a)
}

func open(ctx context.Context, a adapter) *Side {
	passed := begin(ctx, PrerequisiteAdapter)
	provider := a.instance.ND2()
	s := &Side{Info: a.info, Address: a.address, Port: new(Port), ctx: ctx, adapter: a}
	traced := targetOf(ctx).traced(a, provider)
	s.Adapter = create[nd2.Adapter](s.ctx, ndclient.OpenAdapter(traced, a.id))
	provider.Release()
	MustSucceed("CreateOverlappedFile", s.Adapter.CreateOverlappedFile(&s.File))
	if s.File == nil {
		fail(finding.Finding{
			Expected: "CreateOverlappedFile to create a file", Seen: "ND_SUCCESS and no object",
			Method: "IND2Adapter::CreateOverlappedFile", Does: finding.NoObject,
		})
	}
	s.AtEnd(func() { s.File.Close() })
	MustSucceed("binding the completion port", s.File.BindCompletionPort(s.Port, 1))
	passed()
	return s
}

// CompletionQueue creates a queue of depth results without affinity. The spec is
// unobservable if the adapter has none so deep.
func (s *Side) CompletionQueue(depth uint32) nd2.CompletionQueue {
	s.NeedResults(depth)
	passed := begin(s.ctx, PrerequisiteCompletionQueue)
	q := create[nd2.CompletionQueue](s.ctx, attained(s.creating().CompletionQueue(depth), depth))
	passed()
	return q
}

// CompletionQueues creates two queues of depth results: for Receives, and for other requests. They are one queue of
// twice the depth if that is drawn.
func (s *Side) CompletionQueues(depth uint32) (receives, initiated nd2.CompletionQueue) {
	if 2*depth <= s.MaxResults() && OneQueue(s.ctx) {
		q := s.CompletionQueue(2 * depth)
		return q, q
	}
	return s.CompletionQueue(depth), s.CompletionQueue(depth)
}

// SharedReceiveQueue creates a queue of depth Receives of up to sge entries that
// notifies below threshold. The spec is unsupported if the adapter has none, and unobservable if it has none such.
func (s *Side) SharedReceiveQueue(depth, sge, threshold uint32) nd2.SharedReceiveQueue {
	s.NeedSharedReceives()
	s.Need("a shared receive queue of", depth, s.Info.MaxSharedReceiveQueueDepth, "Receives")
	s.Need("Receives of", sge, s.Info.MaxReceiveSGE, "entries")
	made := attained(s.creating().SharedReceiveQueue(depth, sge, threshold), depth, 64*sge) // four entries are ordinary
	return create[nd2.SharedReceiveQueue](s.ctx, made)
}

// MemoryWindow creates a window, which is not bound. The spec is unsupported if the adapter has
// none.
func (s *Side) MemoryWindow() nd2.MemoryWindow {
	s.NeedWindows()
	return create[nd2.MemoryWindow](s.ctx, s.creating().MemoryWindow())
}

// Connector creates a connector.
func (s *Side) Connector() nd2.Connector {
	return create[nd2.Connector](s.ctx, s.creating().Connector())
}

// Listener creates a listener on a port of the provider's choice, and returns its
// address too.
func (s *Side) Listener() (nd2.Listener, []byte) {
	passed := begin(s.ctx, PrerequisiteListener)
	l := create[nd2.Listener](s.ctx, s.creating().Listener())
	Bound(l.Bind(s.Sockaddr(0)))
	s.Listening(l)
	address := make([]byte, nd2.SockaddrIn6Size)
	size := uint32(len(address))
	MustSucceed("IND2Listener::GetLocalAddress", l.GetLocalAddress(address, &size))
	passed()
	return l, address[:size]
}

// Listening has a listener that is bound listen.
func (s *Side) Listening(l nd2.Listener) {
	MustSucceed("IND2Listener::Listen", l.Listen(0))
}

// Sockaddr returns the side's address with a port.
func (s *Side) Sockaddr(port uint16) []byte {
	return nd2.Sockaddr(netip.AddrPortFrom(s.Address, port))
}

// WithFile returns the side with a new overlapped file, closed when the spec ends, and a completion port that the file
// is not bound to.
func (s *Side) WithFile() *Side {
	with := *s
	with.Port = new(Port)
	MustSucceed("CreateOverlappedFile", s.Adapter.CreateOverlappedFile(&with.File))
	s.AtEnd(func() { with.File.Close() })
	return &with
}
