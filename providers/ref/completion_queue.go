package ref

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A completionQueue implements [nd2.CompletionQueue].
type completionQueue struct {
	overlapping
	affinity
	queue *nic.CompletionQueue
}

func newCompletionQueue(a *adapter, f *nic.File, depth uint32, at affinity) *completionQueue {
	c := &completionQueue{affinity: at, queue: a.device.NewCompletionQueue(f, depth)}
	c.begin(c, a, &c.queue.Requests, c.queue.Close, nd2.IIDOverlapped, nd2.IIDCompletionQueue)
	return c
}

// GetNotifyAffinity implements [nd2.CompletionQueue].
func (c *completionQueue) GetNotifyAffinity(group *uint16, mask *uint64) nd2.Status {
	return c.notifyAffinity(c.adapter, "IND2CompletionQueue::GetNotifyAffinity", group, mask)
}

// Resize implements [nd2.CompletionQueue].
func (c *completionQueue) Resize(queueDepth uint32) nd2.Status {
	if s := c.adapter.device.Check("IND2CompletionQueue::Resize"); s != nd2.Success {
		return s
	}
	limits := c.adapter.device.Limits()
	switch {
	case !limits.CQResize:
		return nd2.NotSupported
	case queueDepth == 0 || queueDepth > limits.CompletionDepth:
		return nd2.InvalidParameter
	}
	return c.queue.Resize(queueDepth)
}

// Notify implements [nd2.CompletionQueue].
func (c *completionQueue) Notify(kind nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	if s := c.adapter.device.Check("IND2CompletionQueue::Notify"); s != nd2.Success {
		return s
	}
	switch {
	case kind > nd2.NotifySolicited:
		return nd2.InvalidParameter1
	case o == nil:
		return nd2.InvalidParameter2
	}
	return c.finish(c.queue.Notify(kind, o), o)
}

// GetResults implements [nd2.CompletionQueue].
func (c *completionQueue) GetResults(results []nd2.Result) uint32 {
	return c.queue.GetResults(results)
}
