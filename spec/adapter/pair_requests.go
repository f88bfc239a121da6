package adapter

import (
	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

// A pairRequest is what CreateQueuePair is asked for.
type pairRequest struct {
	iid                          nd2.GUID
	receives, initiated          nd2.Unknown
	receiveDepth, initiatorDepth uint32
	receiveSGE, initiatorSGE     uint32
	inline                       uint32
}

// ordinaryPair asks for a small queue pair on new completion queues.
func ordinaryPair(local *Side) pairRequest {
	limits := local.Info
	queueDepth := few(local.MaxResults())
	return pairRequest{
		iid:      nd2.IIDQueuePair,
		receives: local.CompletionQueue(queueDepth), initiated: local.CompletionQueue(queueDepth),
		receiveDepth:   min(queueDepth, limits.MaxReceiveQueueDepth),
		initiatorDepth: min(queueDepth, limits.MaxInitiatorQueueDepth),
		receiveSGE:     1, initiatorSGE: 1,
	}
}

// call asks for the queue pair.
func (r pairRequest) call(local *Side) (object nd2.Unknown, s nd2.Status) {
	s = local.Adapter.CreateQueuePair(r.iid, r.receives, r.initiated, 0,
		r.receiveDepth, r.initiatorDepth, r.receiveSGE, r.initiatorSGE, r.inline, &object)
	return object, s
}

// make asks for the queue pair, which is released when the spec ends.
func (r pairRequest) make(local *Side) (nd2.Unknown, nd2.Status) {
	object, s := r.call(local)
	if s == nd2.Success && object != nil {
		local.AtEnd(func() { object.Release() })
	}
	return object, s
}

// A srqPairRequest is what CreateQueuePairWithSrq is asked for.
type srqPairRequest struct {
	iid                         nd2.GUID
	receives, initiated, shared nd2.Unknown
	depth, sge, inline          uint32
}

// ordinarySrqPair asks for a small queue pair on new queues.
func ordinarySrqPair(local *Side) srqPairRequest {
	return srqPairRequest{
		iid:      nd2.IIDQueuePair,
		receives: anyCompletionQueue(local), initiated: anyCompletionQueue(local), shared: anySharedReceiveQueue(local),
		depth: few(min(local.Info.MaxInitiatorQueueDepth, local.MaxResults())), sge: 1,
	}
}

// queue is the parameter of a number that names a queue.
func (r *srqPairRequest) queue(parameter int) *nd2.Unknown {
	return map[int]*nd2.Unknown{2: &r.receives, 3: &r.initiated, 4: &r.shared}[parameter]
}

// call asks for the queue pair.
func (r srqPairRequest) call(local *Side) (object nd2.Unknown, s nd2.Status) {
	s = local.Adapter.CreateQueuePairWithSrq(r.iid, r.receives, r.initiated, r.shared, 0, r.depth, r.sge, r.inline,
		&object)
	return object, s
}

// make asks for the queue pair, which is released when the spec ends.
func (r srqPairRequest) make(local *Side) (nd2.Unknown, nd2.Status) {
	object, s := r.call(local)
	if s == nd2.Success && object != nil {
		local.AtEnd(func() { object.Release() })
	}
	return object, s
}

func anyCompletionQueue(s *Side) nd2.Unknown {
	return s.CompletionQueue(few(s.MaxResults()))
}

// anySharedReceiveQueue skips the spec on an adapter that has none.
func anySharedReceiveQueue(s *Side) nd2.Unknown {
	return s.SharedReceiveQueue(max(1, few(s.Info.MaxSharedReceiveQueueDepth)), 1, 0)
}
