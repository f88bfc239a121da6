//go:build windows && (amd64 || arm64)

package dll

import "github.com/ndconform/ndconform/nd2"

// A sharedReceiveQueue implements [nd2.SharedReceiveQueue].
type sharedReceiveQueue struct{ overlapping }

// GetNotifyAffinity implements [nd2.SharedReceiveQueue].
func (q *sharedReceiveQueue) GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status {
	return q.affinity(group, affinity)
}

// Modify implements [nd2.SharedReceiveQueue].
func (q *sharedReceiveQueue) Modify(queueDepth, notifyThreshold uint32) nd2.Status {
	return q.do(6, uintptr(queueDepth), uintptr(notifyThreshold))
}

// Notify implements [nd2.SharedReceiveQueue].
func (q *sharedReceiveQueue) Notify(o *nd2.Overlapped) nd2.Status {
	return q.request(o, nil, func(overlapped uintptr) nd2.Status { return q.do(7, overlapped) })
}

// Receive implements [nd2.SharedReceiveQueue].
func (q *sharedReceiveQueue) Receive(requestContext uintptr, sge []nd2.SGE) nd2.Status {
	return q.post(8, requestContext, sge)
}
