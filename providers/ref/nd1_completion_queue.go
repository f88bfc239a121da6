package ref

import (
	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A nd1CompletionQueue implements [nd1.CompletionQueue].
type nd1CompletionQueue struct {
	nd1Overlapping
	queue *nic.CompletionQueue
}

func newND1CompletionQueue(a *nd1Adapter, entries uint32) *nd1CompletionQueue {
	c := &nd1CompletionQueue{queue: a.inner.device.NewCompletionQueue(a.file, entries)}
	c.begin(c, a, &c.queue.Requests, nd1.IIDCompletionQueue, func() {
		c.queue.Close()
		a.results.forgetAll(c)
	})
	return c
}

// Resize implements [nd1.CompletionQueue].
func (c *nd1CompletionQueue) Resize(entries uintptr) nd2.Status {
	if s := c.adapter.check("INDCompletionQueue::Resize"); s != nd2.Success {
		return s
	}
	limits := c.adapter.inner.device.Limits()
	switch {
	case !limits.CQResize:
		return nd2.NotSupported
	case entries == 0 || entries > uintptr(limits.CompletionDepth):
		return nd2.InvalidParameter
	}
	return c.queue.Resize(uint32(entries))
}

// Notify implements [nd1.CompletionQueue].
func (c *nd1CompletionQueue) Notify(kind nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	if s := c.adapter.check("INDCompletionQueue::Notify"); s != nd2.Success {
		return s
	}
	switch {
	case kind > nd2.NotifySolicited:
		return nd2.InvalidParameter1
	case o == nil:
		return nd2.InvalidParameter2
	}
	return c.queue.Notify(kind, o)
}

// GetResults implements [nd1.CompletionQueue].
func (c *nd1CompletionQueue) GetResults(results []*nd1.Result) uintptr {
	var batch [32]nd2.Result
	n := 0
	for n < len(results) {
		want := min(len(results)-n, len(batch))
		got := int(c.queue.GetResults(batch[:want]))
		for i := range got {
			if r := c.adapter.results.fill(&batch[i]); r != nil {
				results[n] = r
				n++
			}
		}
		if got < want {
			break
		}
	}
	return uintptr(n)
}
