package trace

import "github.com/ndconform/ndconform/nd2"

type completionQueue struct {
	overlapping
	inner nd2.CompletionQueue
}

func (c *completionQueue) GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status {
	s := c.inner.GetNotifyAffinity(group, affinity)
	c.note(c.label, "GetNotifyAffinity", s)
	return s
}

func (c *completionQueue) Resize(queueDepth uint32) nd2.Status {
	s := c.inner.Resize(queueDepth)
	c.note(c.label, "Resize", s, queueDepth)
	return s
}

func (c *completionQueue) Notify(kind nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	s := c.inner.Notify(kind, o)
	c.note(c.label, "Notify", s, kind, o)
	return s
}

func (c *completionQueue) GetResults(results []nd2.Result) uint32 {
	n := c.inner.GetResults(results)
	if n > uint32(len(results)) {
		c.reject("IND2CompletionQueue::GetResults returned %d for an array of %d", n, len(results))
		n = uint32(len(results))
	}
	if n > 0 {
		c.note(c.label, "GetResults", append([]nd2.Result(nil), results[:n]...))
	}
	return n
}
