package ref

import (
	"sync"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// nd1Results are the clients' results by the context that the device has for each
// request. The zero value is ready to use.
type nd1Results struct {
	mu      sync.Mutex
	last    uintptr
	entries map[uintptr]nd1Result
}

// An nd1Result belongs to a request that reports to a queue, or, without a queue, to a
// window that the peer may invalidate repeatedly.
type nd1Result struct {
	*nd1.Result
	queue *nd1CompletionQueue
}

// add gives a result a context.
func (t *nd1Results) add(r *nd1.Result, queue *nd1CompletionQueue) (context uintptr) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.entries == nil {
		t.entries = map[uintptr]nd1Result{}
	}
	t.last++
	t.entries[t.last] = nd1Result{r, queue}
	return t.last
}

// forget drops a result without filling it in.
func (t *nd1Results) forget(context uintptr) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.entries, context)
}

// forgetAll drops all results that would go to a queue.
func (t *nd1Results) forgetAll(queue *nd1CompletionQueue) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for context, r := range t.entries {
		if r.queue == queue {
			delete(t.entries, context)
		}
	}
}

// fill fills in and returns the result of an ended request. It returns nil if the
// client has released it, as it may for a window.
func (t *nd1Results) fill(from *nd2.Result) *nd1.Result {
	t.mu.Lock()
	defer t.mu.Unlock()
	r, ok := t.entries[from.RequestContext]
	if !ok {
		return nil
	}
	if r.queue != nil {
		delete(t.entries, from.RequestContext)
	}
	r.Status, r.BytesTransferred = from.Status, uintptr(from.BytesTransferred)
	if from.RequestType == nd2.RequestReceive && from.Status == nd2.BufferOverflow {
		r.Status = nd1.LocalLength
	}
	return r.Result
}
