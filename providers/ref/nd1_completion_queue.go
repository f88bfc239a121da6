package ref

import (
	"math"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// A nd1CompletionQueue implements [nd1.CompletionQueue].
type nd1CompletionQueue struct {
	completionQueue
	nd1Waiting
	results *nd1Results
}

func newND1CompletionQueue(a *nd1Adapter, entries uint32) *nd1CompletionQueue {
	c := &nd1CompletionQueue{results: &a.results}
	c.queue = a.device.NewCompletionQueue(a.file, entries)
	c.nd1Waiting.requests = &c.queue.Requests
	c.begin(c, &a.adapter, &c.queue.Requests, func() {
		c.queue.Close()
		c.results.forgetAll(c)
	}, nd1.IIDOverlapped, nd1.IIDCompletionQueue)
	return c
}

// Resize implements [nd1.CompletionQueue].
func (c *nd1CompletionQueue) Resize(entries uintptr) nd2.Status {
	return c.completionQueue.Resize(uint32(min(entries, math.MaxUint32)))
}

// GetResults implements [nd1.CompletionQueue].
func (c *nd1CompletionQueue) GetResults(results []*nd1.Result) uintptr {
	var batch [32]nd2.Result
	n := 0
	for n < len(results) {
		want := min(len(results)-n, len(batch))
		got := int(c.queue.GetResults(batch[:want]))
		for i := range got {
			if r := c.results.fill(&batch[i]); r != nil {
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
