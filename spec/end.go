package spec

import (
	"fmt"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// An End is a queue pair with all that it needs to exchange data.
type End struct {
	*Side
	nd2.QueuePair
	// Receives is the completion queue of Receives, Initiated of all else.
	Receives, Initiated nd2.CompletionQueue
	// Shared is the shared receive queue, or nil.
	Shared    nd2.SharedReceiveQueue
	Connector nd2.Connector
	Memory    *Region
	shape     Shape
}

// End creates a queue pair of a shape, not connected.
func (s *Side) End(shape Shape) *End {
	s.needShape(shape)
	s.complete(&shape)
	e := &End{Side: s, shape: shape}
	e.Memory = s.Memory(shape.MemorySize, shape.Rights)
	e.Receives = shape.UseReceives
	if e.Receives == nil {
		e.Receives = s.CompletionQueue(shape.QueueDepth)
	}
	e.Initiated = shape.UseInitiated
	if e.Initiated == nil {
		e.Initiated = e.Receives
		if !shape.OneQueue {
			e.Initiated = s.CompletionQueue(shape.QueueDepth)
		}
	}
	e.Shared = shape.UseShared
	if e.Shared == nil && shape.SharedReceives {
		e.Shared = s.SharedReceiveQueue(shape.ReceiveDepth, shape.ReceiveSGE, shape.Threshold)
	}
	e.neighbors(targetOf(s.ctx).drawn(Neighbor))
	e.QueuePair = e.createQueuePair(e.shape.ReceiveDepth, e.shape.InitiatorDepth)
	return e
}

// neighbors creates n idle queue pairs with the same queues: one like this, or many small ones if resources suffice.
func (e *End) neighbors(n uint64) {
	idle, sizes := *e, []uint32{e.shape.ReceiveDepth, e.shape.InitiatorDepth}
	if s := &idle.shape; n > 1 {
		sizes = []uint32{ordinary + 1}
		s.ReceiveDepth, s.InitiatorDepth, s.InlineSize = min(1, s.ReceiveDepth), min(1, s.InitiatorDepth), 0
		s.ReceiveSGE, s.InitiatorSGE = min(1, s.ReceiveSGE), min(1, s.InitiatorSGE)
	}
	for range n {
		idle.createQueuePair(sizes...)
	}
}

// createQueuePair creates the end's queue pair; sizes are as in [attained].
func (e *End) createQueuePair(sizes ...uint32) nd2.QueuePair {
	s := e.shape
	made := attained(e.creating().QueuePair(ndclient.Pair{
		Receives: e.Receives, Initiated: e.Initiated, Shared: e.Shared, Context: s.Context,
		ReceiveDepth: s.ReceiveDepth, InitiatorDepth: s.InitiatorDepth,
		ReceiveEntries: s.ReceiveSGE, InitiatorEntries: s.InitiatorSGE, Inline: s.InlineSize,
	}), sizes...)
	if e.Shared != nil {
		return create[nd2.QueuePair](e.ctx, made)
	}
	passed := begin(e.ctx, PrerequisiteQueuePair)
	pair := create[nd2.QueuePair](e.ctx, made)
	passed()
	return pair
}

// PostReceives posts n Receives with the contexts first, first+1, …, each of
// size bytes of Memory in a row from its start, on the shared receive queue if
// there is one. The spec is unobservable if the queue holds fewer, or the memory
// less.
func (e *End) PostReceives(first uintptr, n, size int) {
	e.NeedReceives(n)
	e.Need("a Receive of", uint32(size), e.Info.MaxTransferLength, "bytes")
	e.Need("memory of", uint32(n*size), uint32(len(e.Memory.Bytes)), "bytes")
	for i := range n {
		MustSucceed(fmt.Sprintf("Receive %d", i), e.Receive(first+uintptr(i), e.Memory.List(i*size, size)))
	}
}

// NeedReceives ends the spec as unobservable if n Receives can't be posted at a time; a
// shared receive queue that the spec has brought is the spec's to count for.
func (e *End) NeedReceives(n int) {
	if e.shape.UseShared == nil {
		e.Need("a queue of", uint32(n), e.shape.ReceiveDepth, "Receives")
	}
}

// NeedRequests ends the spec as unobservable if n initiator requests can't be in progress
// at a time.
func (e *End) NeedRequests(n int) {
	e.Need("an initiator queue of", uint32(n), e.shape.InitiatorDepth, "requests")
}

// Receive posts a Receive, on the shared receive queue if there is one.
func (e *End) Receive(context uintptr, list []nd2.SGE) nd2.Status {
	if e.Shared != nil {
		return e.Shared.Receive(context, list)
	}
	return e.QueuePair.Receive(context, list)
}
