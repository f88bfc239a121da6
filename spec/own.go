package spec

import (
	"context"
	"sync"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// What follows is for specs about the end of an object: release drops its only
// reference, once, and when the spec ends at the latest.

// OwnAdapter opens the side's adapter once more.
func (s *Side) OwnAdapter() (a nd2.Adapter, release func()) {
	provider := s.Provider()
	return createOwn[nd2.Adapter](s.ctx, ndclient.OpenAdapter(provider, s.adapter.id))
}

// OwnConnector creates a connector that the spec releases.
func (s *Side) OwnConnector() (c nd2.Connector, release func()) {
	return createOwn[nd2.Connector](s.ctx, s.creating().Connector())
}

// OwnListener creates a listener that the spec releases; it is not bound.
func (s *Side) OwnListener() (l nd2.Listener, release func()) {
	return createOwn[nd2.Listener](s.ctx, s.creating().Listener())
}

// OwnMemoryRegion is MemoryRegion with a region that the spec releases.
func (s *Side) OwnMemoryRegion() (r nd2.MemoryRegion, release func()) {
	s.needRegistration(page)
	return createOwn[nd2.MemoryRegion](s.ctx, s.creating().MemoryRegion())
}

// OwnMemoryWindow is MemoryWindow with a window that the spec releases.
func (s *Side) OwnMemoryWindow() (w nd2.MemoryWindow, release func()) {
	s.NeedWindows()
	return createOwn[nd2.MemoryWindow](s.ctx, s.creating().MemoryWindow())
}

// OwnEnd is End with a queue pair that the spec releases.
func (s *Side) OwnEnd() (e *End, release func()) {
	e = s.End(Shape{})
	return e, e.OwnQueuePair()
}

// OwnQueuePair gives the end another queue pair, which the spec releases: one of the same
// depths whose requests have one entry. Its context is 0.
func (e *End) OwnQueuePair() (release func()) {
	e.QueuePair, release = createOwn[nd2.QueuePair](e.ctx, e.creating().QueuePair(ndclient.Pair{
		Receives: e.Receives, Initiated: e.Initiated, ReceiveDepth: e.shape.ReceiveDepth,
		InitiatorDepth: e.shape.InitiatorDepth,
		ReceiveEntries: 1, InitiatorEntries: 1,
	}))
	return release
}

// OwnQueuePair creates a queue pair of one request of each kind, which reports all to
// one queue and which the spec releases.
func (s *Side) OwnQueuePair(queue nd2.CompletionQueue) (q nd2.QueuePair, release func()) {
	return createOwn[nd2.QueuePair](s.ctx, s.creating().QueuePair(ndclient.Pair1(queue)))
}

// OwnCompletionQueue creates a queue of depth results that the spec releases.
func (s *Side) OwnCompletionQueue(depth uint32) (q nd2.CompletionQueue, release func()) {
	s.NeedResults(depth)
	return createOwn[nd2.CompletionQueue](s.ctx, s.creating().CompletionQueue(depth))
}

func createOwn[T nd2.Unknown](ctx context.Context, c ndclient.Creation) (object T, release func()) {
	var created nd2.Unknown
	Obtained(ctx, c.Method, c.Call(&created))
	object, ok := created.(T)
	if !ok {
		notCreated(c, created)
	}
	return object, owned(ctx, func() { object.Release() })
}

// Own is for an object that the spec has just created: release drops its reference, once,
// and when the spec ends at the latest, however it ends.
// The spec fails if there is none.
func Own(ctx context.Context, object interface{ Release() uint32 }) (release func()) {
	if object == nil {
		Unmet("an object beside ND_SUCCESS", "no object")
	}
	return owned(ctx, func() { object.Release() })
}

// OwnFile is [Own] for a file, which is closed.
func OwnFile(ctx context.Context, file nd2.OverlappedFile) (closeFile func() nd2.Status) {
	closeFile = sync.OnceValue(file.Close)
	AtEnd(ctx, func(context.Context) { closeFile() })
	return closeFile
}

func owned(ctx context.Context, end func()) (release func()) {
	release = sync.OnceFunc(end)
	AtEnd(ctx, func(context.Context) { release() })
	return release
}
