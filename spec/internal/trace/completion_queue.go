package trace

import "github.com/ndconform/ndconform/nd2"

type completionQueue struct {
	overlapping
	inner nd2.CompletionQueue
}

func (c *completionQueue) GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status {
	call := c.begin(c.label, "GetNotifyAffinity", "")
	s := call.made(func() nd2.Status {
		return c.inner.GetNotifyAffinity(group, affinity)
	})
	call.end(s, "group", value(group), "affinity", value(affinity))
	return s
}

func (c *completionQueue) Resize(queueDepth uint32) nd2.Status {
	call := c.begin(c.label, "Resize", "depth", queueDepth)
	s := call.made(func() nd2.Status {
		return c.inner.Resize(queueDepth)
	})
	call.end(s)
	return s
}

func (c *completionQueue) Notify(kind nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	call := c.begin(c.label, "Notify", "_ _", kind, o)
	s := call.made(func() nd2.Status {
		return c.inner.Notify(kind, o)
	})
	call.end(s)
	return s
}

func (c *completionQueue) GetResults(results []nd2.Result) uint32 {
	call := c.begin(c.label, "GetResults", "room", len(results))
	n := c.inner.GetResults(results)
	if n > uint32(len(results)) {
		c.reject("IND2CompletionQueue::GetResults returned %d for an array of %d", n, len(results))
		n = uint32(len(results))
	}
	call.polled(n == 0, append([]nd2.Result(nil), results[:n]...))
	return n
}
