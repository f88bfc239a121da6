package ref

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A sharedReceiveQueue implements [nd2.SharedReceiveQueue].
type sharedReceiveQueue struct {
	overlapping
	affinity
	queue *nic.SharedReceiveQueue
}

func newSharedReceiveQueue(a *adapter, f *nic.File, depth, maxSGE, threshold uint32, at affinity) *sharedReceiveQueue {
	q := &sharedReceiveQueue{affinity: at, queue: a.domain.NewSharedReceiveQueue(f, depth, maxSGE, threshold)}
	q.begin(q, a, &q.queue.Requests, q.queue.Close, nd2.IIDOverlapped, nd2.IIDSharedReceiveQueue)
	return q
}

// GetNotifyAffinity implements [nd2.SharedReceiveQueue].
func (q *sharedReceiveQueue) GetNotifyAffinity(group *uint16, mask *uint64) nd2.Status {
	return q.notifyAffinity(q.adapter, "IND2SharedReceiveQueue::GetNotifyAffinity", group, mask)
}

// Modify implements [nd2.SharedReceiveQueue].
func (q *sharedReceiveQueue) Modify(queueDepth, notifyThreshold uint32) nd2.Status {
	if s := q.adapter.device.Check("IND2SharedReceiveQueue::Modify"); s != nd2.Success {
		return s
	}
	if queueDepth > q.adapter.device.Limits().SharedReceiveDepth {
		return nd2.InvalidParameter
	}
	return q.queue.Modify(queueDepth, notifyThreshold)
}

// Notify implements [nd2.SharedReceiveQueue].
func (q *sharedReceiveQueue) Notify(o *nd2.Overlapped) nd2.Status {
	if s := q.adapter.device.Check("IND2SharedReceiveQueue::Notify"); s != nd2.Success {
		return s
	}
	if o == nil {
		return nd2.InvalidParameter1
	}
	return q.finish(q.queue.Notify(o), o)
}

// Receive implements [nd2.SharedReceiveQueue].
func (q *sharedReceiveQueue) Receive(requestContext uintptr, sge []nd2.SGE) nd2.Status {
	if s := q.adapter.device.Check("IND2SharedReceiveQueue::Receive"); s != nd2.Success {
		return s
	}
	return q.queue.Receive(requestContext, sge)
}
