package calls

import "github.com/ndconform/ndconform/nd2"

// A SharedReceiveQueue wraps an IND2SharedReceiveQueue.
type SharedReceiveQueue struct {
	overlapping
	Inner nd2.SharedReceiveQueue
	// Depth and threshold are what it was created with.
	Depth, Threshold uint32
}

// GetNotifyAffinity implements [nd2.SharedReceiveQueue].
func (q *SharedReceiveQueue) GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status {
	c := &Call{Method: SRQGetNotifyAffinity, FoundGroup: group, FoundAffinity: affinity}
	return q.do(c, func(c *Call) nd2.Status { return q.Inner.GetNotifyAffinity(c.FoundGroup, c.FoundAffinity) })
}

// Modify implements [nd2.SharedReceiveQueue].
func (q *SharedReceiveQueue) Modify(queueDepth, notifyThreshold uint32) nd2.Status {
	c := &Call{Method: SRQModify, Depth: queueDepth, Threshold: notifyThreshold}
	return q.do(c, func(c *Call) nd2.Status { return q.Inner.Modify(c.Depth, c.Threshold) })
}

// Notify implements [nd2.SharedReceiveQueue].
func (q *SharedReceiveQueue) Notify(client *nd2.Overlapped) nd2.Status {
	c := &Call{Method: SRQNotify}
	return q.doOverlapped(c, client, func(_ *Call, o *nd2.Overlapped) nd2.Status { return q.Inner.Notify(o) })
}

// Receive implements [nd2.SharedReceiveQueue].
func (q *SharedReceiveQueue) Receive(requestContext uintptr, sge []nd2.SGE) nd2.Status {
	c := &Call{Method: SRQReceive, Request: nd2.RequestReceive, Context: requestContext, SGE: sge}
	return q.post(c, func(c *Call, ticket uintptr) nd2.Status { return q.Inner.Receive(ticket, c.SGE) })
}
