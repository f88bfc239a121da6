package mutant

import "github.com/ndconform/ndconform/nd2"

type sharedReceiveQueue struct {
	overlapping
	inner nd2.SharedReceiveQueue
	// depth and threshold are what it was created with.
	depth, threshold uint32
}

// GetNotifyAffinity implements [nd2.SharedReceiveQueue].
func (q *sharedReceiveQueue) GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status {
	c := &call{method: "IND2SharedReceiveQueue::GetNotifyAffinity", foundGroup: group, foundAffinity: affinity}
	return q.do(c, func(c *call) nd2.Status { return q.inner.GetNotifyAffinity(c.foundGroup, c.foundAffinity) })
}

// Modify implements [nd2.SharedReceiveQueue].
func (q *sharedReceiveQueue) Modify(queueDepth, notifyThreshold uint32) nd2.Status {
	c := &call{method: "IND2SharedReceiveQueue::Modify", depth: queueDepth, threshold: notifyThreshold}
	return q.do(c, func(c *call) nd2.Status { return q.inner.Modify(c.depth, c.threshold) })
}

// Notify implements [nd2.SharedReceiveQueue].
func (q *sharedReceiveQueue) Notify(client *nd2.Overlapped) nd2.Status {
	c := &call{method: "IND2SharedReceiveQueue::Notify"}
	return q.doOverlapped(c, client, func(_ *call, o *nd2.Overlapped) nd2.Status { return q.inner.Notify(o) })
}

// Receive implements [nd2.SharedReceiveQueue].
func (q *sharedReceiveQueue) Receive(requestContext uintptr, sge []nd2.SGE) nd2.Status {
	c := &call{method: "IND2SharedReceiveQueue::Receive", request: nd2.RequestReceive, context: requestContext, sge: sge}
	return q.post(c, func(c *call, ticket uintptr) nd2.Status { return q.inner.Receive(ticket, c.sge) })
}
