package ref

import (
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd1"
	"github.com/ndconform/ndconform/nd2"
)

// nd1Results are the clients' results by the context that the device has for each
// request. The zero value is ready to use.
type nd1Results struct {
	last      atomic.Uintptr
	byContext sync.Map // to nd1Result
}

// An nd1Result belongs to a request that reports to a queue, or, without a queue, to a
// window that the peer may invalidate repeatedly.
type nd1Result struct {
	*nd1.Result
	queue *nd1CompletionQueue
}

// add gives a result a context.
func (t *nd1Results) add(r *nd1.Result, queue *nd1CompletionQueue) (context uintptr) {
	context = t.last.Add(1)
	t.byContext.Store(context, nd1Result{r, queue})
	return context
}

// forget drops a result without filling it in.
func (t *nd1Results) forget(context uintptr) { t.byContext.Delete(context) }

// forgetAll drops all results that would go to a queue.
func (t *nd1Results) forgetAll(queue *nd1CompletionQueue) {
	t.byContext.Range(func(context, r any) bool {
		if r.(nd1Result).queue == queue {
			t.byContext.Delete(context)
		}
		return true
	})
}

// fill fills in and returns the result of an ended request. It returns nil if the
// client has released it, as it may for a window.
func (t *nd1Results) fill(from *nd2.Result) *nd1.Result {
	of, ok := t.byContext.Load(from.RequestContext)
	if !ok {
		return nil
	}
	r := of.(nd1Result)
	if r.queue != nil {
		t.forget(from.RequestContext)
	}
	r.Status, r.BytesTransferred = from.Status, uintptr(from.BytesTransferred)
	if from.RequestType == nd2.RequestReceive && from.Status == nd2.BufferOverflow {
		r.Status = nd1.LocalLength
	}
	return r.Result
}
