package spec

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// Attainable returns a shape with which a queue pair can be created now. It is for shapes
// at the adapter's limits.
func (s *Side) Attainable(shape Shape) Shape {
	s.needShape(shape)
	whole := shape
	s.complete(&whole)
	var queue, pair nd2.Unknown
	SkipIfLacking("so deep a completion queue",
		s.Adapter.CreateCompletionQueue(nd2.IIDCompletionQueue, s.File, whole.QueueDepth, 0, 0, &queue))
	if queue == nil {
		return shape // the spec itself will find out why
	}
	defer queue.Release()
	refused := s.tryQueuePair(whole, queue, &pair)
	if providers.Lacks(refused) { // and so would the least one be, if it is not for the shape
		_, release := s.OwnQueuePair(queue.(nd2.CompletionQueue))
		release()
	}
	SkipIfLacking("such a queue pair", refused)
	if pair != nil {
		pair.Release()
	}
	return shape
}

func (s *Side) tryQueuePair(w Shape, queue nd2.Unknown, pair *nd2.Unknown) nd2.Status {
	if w.UseShared != nil {
		return s.Adapter.CreateQueuePairWithSrq(nd2.IIDQueuePair, queue, queue, w.UseShared, w.Context, w.InitiatorDepth,
			w.InitiatorSGE, w.InlineSize, pair)
	}
	return s.Adapter.CreateQueuePair(nd2.IIDQueuePair, queue, queue, w.Context, w.ReceiveDepth, w.InitiatorDepth,
		w.ReceiveSGE, w.InitiatorSGE, w.InlineSize, pair)
}

// MemoryWith is Memory for rights that may be none. Register asks for one or more, so
// the spec is unobservable if the provider registers nothing without any.
func (s *Side) MemoryWith(size int, rights nd2.RegionFlags) *Region {
	if rights == 0 && !s.registersWithoutRights() {
		Unobservable("the provider registers no memory without rights, and need not")
	}
	return s.Memory(size, rights)
}

func (s *Side) registersWithoutRights() bool {
	r := s.MemoryRegion()
	buffer := s.Buffer(4096)
	registering := Start(s.ctx, r, func(o *nd2.Overlapped) nd2.Status { return r.Register(buffer, 0, o) })
	if registering.Wait() != nd2.Success {
		return false
	}
	AtEnd(s.ctx, func(ctx context.Context) { Start(ctx, r, r.Deregister).Wait() })
	return true
}

// ReceiveDepth is how many Receives the end was created for.
func (e *End) ReceiveDepth() int { return int(e.shape.ReceiveDepth) }

// ReceiveEntries is how many entries a Receive of the end may have.
func (e *End) ReceiveEntries() int { return int(e.shape.ReceiveSGE) }

// InitiatorDepth is how many initiator requests the end was created for.
func (e *End) InitiatorDepth() int { return int(e.shape.InitiatorDepth) }

// MaxTransfer is how many bytes one request may carry between the two ends.
func (c *Connection) MaxTransfer() int {
	return int(min(c.Active.Info.MaxTransferLength, c.Passive.Info.MaxTransferLength))
}

// NeedTransfer ends the spec as unobservable if no request between the two ends can carry length bytes.
func (c *Connection) NeedTransfer(length int) {
	c.Active.Need("a transfer of", uint32(length), uint32(c.MaxTransfer()), "bytes")
}
