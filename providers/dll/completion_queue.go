//go:build windows && (amd64 || arm64)

package dll

import "github.com/ndconform/ndconform/nd2"

// A completionQueue implements [nd2.CompletionQueue].
type completionQueue struct{ overlapping }

// GetNotifyAffinity implements [nd2.CompletionQueue].
func (q *completionQueue) GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status {
	return q.affinity(group, affinity)
}

// affinity is GetNotifyAffinity for both kinds of queue.
func (o *overlapping) affinity(group *uint16, affinity *uint64) nd2.Status {
	f := o.frame("GetNotifyAffinity")
	defer f.end()
	return o.do(5, ref(f, group), ref(f, affinity))
}

// Resize implements [nd2.CompletionQueue].
func (q *completionQueue) Resize(queueDepth uint32) nd2.Status {
	return q.do(6, uintptr(queueDepth))
}

// Notify implements [nd2.CompletionQueue].
func (q *completionQueue) Notify(kind nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	return q.request(o, nil, func(overlapped uintptr) nd2.Status {
		return q.do(7, uintptr(kind), overlapped)
	})
}

// GetResults implements [nd2.CompletionQueue].
func (q *completionQueue) GetResults(results []nd2.Result) uint32 {
	if q.native() == 0 {
		return 0
	}
	if results == nil {
		return uint32(q.call(8, 0, 0))
	}
	mine := bytesOfAll(results)
	b := q.scratch.take(len(mine))
	copy(b.bytes, mine)
	n := uint32(q.call(8, b.address(), uintptr(len(results))))
	b.check("IND2CompletionQueue::GetResults")
	copy(mine, b.bytes)
	q.scratch.put(b)
	return n
}
