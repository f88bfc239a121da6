package ndclient

import "github.com/ndconform/ndconform/nd2"

// An Adapter is an open adapter with an overlapped file. Its methods return creations of objects.
type Adapter struct {
	nd2.Adapter
	File nd2.OverlappedFile
}

// OpenAdapter opens a provider's adapter.
func OpenAdapter(provider nd2.Provider, id uint64) Creation {
	return Creation{"OpenAdapter", func(object *nd2.Unknown) nd2.Status {
		return provider.OpenAdapter(nd2.IIDAdapter, id, object)
	}}
}

// Close closes the file and releases the adapter, as far as they exist.
func (a *Adapter) Close() {
	if a.File != nil {
		a.File.Close()
	}
	if a.Adapter != nil {
		a.Release()
	}
}

// CompletionQueue creates a queue of depth results without affinity.
func (a *Adapter) CompletionQueue(depth uint32) Creation {
	return Creation{"CreateCompletionQueue", func(object *nd2.Unknown) nd2.Status {
		return a.CreateCompletionQueue(nd2.IIDCompletionQueue, a.File, depth, 0, 0, object)
	}}
}

// SharedReceiveQueue creates a queue of depth Receives, each of up to entries entries, without
// affinity.
func (a *Adapter) SharedReceiveQueue(depth, entries, threshold uint32) Creation {
	return Creation{"CreateSharedReceiveQueue", func(object *nd2.Unknown) nd2.Status {
		return a.CreateSharedReceiveQueue(nd2.IIDSharedReceiveQueue, a.File, depth, entries, threshold, 0, 0, object)
	}}
}

// Connector creates a connector.
func (a *Adapter) Connector() Creation {
	return Creation{"CreateConnector", func(object *nd2.Unknown) nd2.Status {
		return a.CreateConnector(nd2.IIDConnector, a.File, object)
	}}
}

// Listener creates a listener.
func (a *Adapter) Listener() Creation {
	return Creation{"CreateListener", func(object *nd2.Unknown) nd2.Status {
		return a.CreateListener(nd2.IIDListener, a.File, object)
	}}
}

// MemoryRegion creates a region.
func (a *Adapter) MemoryRegion() Creation {
	return Creation{"CreateMemoryRegion", func(object *nd2.Unknown) nd2.Status {
		return a.CreateMemoryRegion(nd2.IIDMemoryRegion, a.File, object)
	}}
}

// MemoryWindow creates a window.
func (a *Adapter) MemoryWindow() Creation {
	return Creation{"CreateMemoryWindow", func(object *nd2.Unknown) nd2.Status {
		return a.CreateMemoryWindow(nd2.IIDMemoryWindow, object)
	}}
}

// A Pair configures a queue pair.
type Pair struct {
	// Receives gets the results of Receives, and Initiated all others.
	Receives, Initiated nd2.CompletionQueue
	// Shared is the shared receive queue; if it is nil, there is a receive queue of ReceiveDepth.
	Shared  nd2.SharedReceiveQueue
	Context uintptr

	ReceiveDepth, InitiatorDepth     uint32 // requests
	ReceiveEntries, InitiatorEntries uint32 // of a request
	Inline                           uint32 // bytes
}

// Pair1 is a queue pair for one request of each kind with one entry; all results go to one queue.
func Pair1(queue nd2.CompletionQueue) Pair {
	return Pair{
		Receives: queue, Initiated: queue,
		ReceiveDepth: 1, InitiatorDepth: 1, ReceiveEntries: 1, InitiatorEntries: 1,
	}
}

// QueuePair creates a queue pair.
func (a *Adapter) QueuePair(p Pair) Creation {
	if p.Shared != nil {
		return Creation{"CreateQueuePairWithSrq", func(object *nd2.Unknown) nd2.Status {
			return a.CreateQueuePairWithSrq(nd2.IIDQueuePair, p.Receives, p.Initiated, p.Shared, p.Context,
				p.InitiatorDepth, p.InitiatorEntries, p.Inline, object)
		}}
	}
	return Creation{"CreateQueuePair", func(object *nd2.Unknown) nd2.Status {
		return a.CreateQueuePair(nd2.IIDQueuePair, p.Receives, p.Initiated, p.Context,
			p.ReceiveDepth, p.InitiatorDepth, p.ReceiveEntries, p.InitiatorEntries, p.Inline, object)
	}}
}
