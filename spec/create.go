package spec

import (
	"context"
	"sync"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// notCreated fails the spec for what a creation returned with ND_SUCCESS.
func notCreated(c ndclient.Creation, object nd2.Unknown) {
	f := finding.Finding{
		Expected: c.Method + " to create the object that was asked for",
		Seen:     "ND_SUCCESS and " + noted(object),
	}
	if object == nil {
		f.Method, f.Does = "IND2Adapter::"+c.Method, finding.NoObject
		if c.Method == "OpenAdapter" {
			f.Method = "IND2Provider::OpenAdapter"
		}
	}
	fail(f)
}

// creating returns what creates the side's objects.
func (s *Side) creating() *ndclient.Adapter {
	return &ndclient.Adapter{Adapter: s.Adapter, File: s.File}
}

// create carries a creation out, which must succeed and return a T, and releases
// the object when the spec ends, its requests canceled first.
func create[T nd2.Unknown](ctx context.Context, c ndclient.Creation) T {
	var object nd2.Unknown
	MustSucceed(c.Method, c.Call(&object))
	typed, ok := object.(T)
	if !ok {
		notCreated(c, object)
	}
	AtEnd(ctx, func(context.Context) {
		if o, ok := object.(nd2.Overlapping); ok {
			o.CancelOverlappedRequests()
		}
		typed.Release()
	})
	return typed
}

// settingUp is said of a step that a spec builds on.
const settingUp = "setting up the spec"

// MustSucceed fails the spec if a step that it builds on does not return ND_SUCCESS.
func MustSucceed(what string, s nd2.Status) {
	if s != nd2.Success {
		f := finding.Finding{
			Says: settingUp, Expected: what + " to return ND_SUCCESS", Seen: s.String(),
			Unexpected: firstFailure([]nd2.Status{s}),
		}
		if !s.Failed() {
			f.Does = "returns " + s.String() // which is no failure, and not what was asked for either
		}
		fail(f)
	}
}

// noted names what came out of a creating method as the trace does.
func noted(object nd2.Unknown) string {
	if object == nil {
		return "no object"
	}
	return "another object, " + trace.Name(object)
}

// Provider returns the provider that a side's adapter is of, until the spec ends.
func (s *Side) Provider() nd2.Provider {
	p, _ := s.OwnProvider()
	return p
}

// OwnProvider is Provider with a reference that the spec releases, when it ends at the
// latest.
func (s *Side) OwnProvider() (p nd2.Provider, release func()) {
	p = targetOf(s.ctx).traced(s.adapter, s.adapter.instance.ND2())
	release = sync.OnceFunc(func() { p.Release() })
	s.AtEnd(release)
	return p, release
}

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
// depths, or of the same shared receive queue, whose requests have one entry. Its context is 0.
func (e *End) OwnQueuePair() (release func()) {
	e.QueuePair, release = createOwn[nd2.QueuePair](e.ctx, e.creating().QueuePair(ndclient.Pair{
		Receives: e.Receives, Initiated: e.Initiated, Shared: e.Shared,
		ReceiveDepth: e.shape.ReceiveDepth, InitiatorDepth: e.shape.InitiatorDepth,
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
	MustSucceed(c.Method, c.Call(&created))
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
