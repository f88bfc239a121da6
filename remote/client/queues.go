package client

import (
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// affinity is GetNotifyAffinity of both kinds of queue.
func (o *object) affinity(group *uint16, affinity *uint64) nd2.Status {
	r := o.do(&proto.Call{Method: &proto.Call_GetNotifyAffinity{GetNotifyAffinity: &proto.GetNotifyAffinity{Group: group != nil, Affinity: affinity != nil}}})
	if group != nil && r.Group != nil {
		*group = uint16(r.GetGroup())
	}
	put(affinity, r.Affinity)
	return nd2.Status(r.GetStatus())
}

// notify is Notify of both kinds of queue.
func (o *overlapping) notify(kind nd2.NotifyType, request *nd2.Overlapped) nd2.Status {
	return o.status(&proto.Call{Method: &proto.Call_Notify{Notify: &proto.Notify{Type: uint32(kind), Overlapped: o.request(request)}}})
}

type completionQueue struct {
	overlapping
	poll poll
}

// GetNotifyAffinity implements [nd2.CompletionQueue].
func (q *completionQueue) GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status {
	return q.affinity(group, affinity)
}

// Resize implements [nd2.CompletionQueue].
func (q *completionQueue) Resize(queueDepth uint32) nd2.Status {
	return q.status(&proto.Call{Method: &proto.Call_Resize{Resize: &proto.Resize{QueueDepth: queueDepth}}})
}

// Notify implements [nd2.CompletionQueue].
func (q *completionQueue) Notify(kind nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	return q.notify(kind, o)
}

// A poll has a client that polls make fewer calls, each of which waits longer.
type poll struct {
	// empty counts how often in a row there was no result.
	empty atomic.Uint32
}

// longestPatience is how long a call may wait for a result, in microseconds.
const longestPatience = 2000

// asks returns the parameters of a call for results, and hears takes note of the reply.
func (p *poll) asks(room int) *proto.GetResults {
	patience := uint32(0)
	if n := p.empty.Load(); n > 0 {
		patience = min(uint32(100)<<min(n, 8), longestPatience)
	}
	return &proto.GetResults{Room: uint32(room), Patience: patience}
}

func (p *poll) hears(r *proto.Reply) {
	if r.GetValue() == 0 {
		p.empty.Add(1)
	} else {
		p.empty.Store(0)
	}
}

// GetResults implements [nd2.CompletionQueue].
func (q *completionQueue) GetResults(results []nd2.Result) uint32 {
	r := q.do(&proto.Call{Method: &proto.Call_GetResults{GetResults: q.poll.asks(len(results))}})
	q.poll.hears(r)
	for i, result := range r.GetResults() {
		if i < len(results) {
			results[i] = wire.ToResult(result)
		}
	}
	return uint32(r.GetValue())
}

type sharedReceiveQueue struct{ overlapping }

// GetNotifyAffinity implements [nd2.SharedReceiveQueue].
func (q *sharedReceiveQueue) GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status {
	return q.affinity(group, affinity)
}

// Modify implements [nd2.SharedReceiveQueue].
func (q *sharedReceiveQueue) Modify(queueDepth, notifyThreshold uint32) nd2.Status {
	return q.status(&proto.Call{Method: &proto.Call_Modify{Modify: &proto.Modify{QueueDepth: queueDepth, NotifyThreshold: notifyThreshold}}})
}

// Notify implements [nd2.SharedReceiveQueue].
func (q *sharedReceiveQueue) Notify(o *nd2.Overlapped) nd2.Status { return q.notify(0, o) }

// Receive implements [nd2.SharedReceiveQueue].
func (q *sharedReceiveQueue) Receive(context uintptr, sge []nd2.SGE) nd2.Status {
	return q.receive(context, sge)
}

// receive is Receive of both that take Receives.
func (o *object) receive(context uintptr, sge []nd2.SGE) nd2.Status {
	return o.status(&proto.Call{Method: &proto.Call_Receive{Receive: &proto.Receive{Context: uint64(context), Sge: o.list(sge)}}})
}
