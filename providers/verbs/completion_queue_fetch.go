//go:build linux && cgo && verbs

package verbs

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// receiveBit marks the numbers of Receives.
const receiveBit = 1 << 63

// Drain fetches all completions.
func (c *completionQueue) Drain() {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.drain()
}

// drain fetches all completions, and reports whether there were any. The queue is
// locked.
func (c *completionQueue) drain() (some bool) {
	for {
		n := c.fetch(ib.Batch)
		some = some || n > 0
		if n < ib.Batch {
			return some
		}
	}
}

// fetch queues the results of up to n completions, and returns their count. The queue is
// locked.
func (c *completionQueue) fetch(n int) int {
	if c.cq == nil || c.failure != nd2.Success {
		return 0
	}
	got := c.cq.Poll(c.batch[:n])
	batch := c.batch[:got]
	failed := slices.IndexFunc(batch, func(w ib.Completion) bool { return w.Status != ib.WCSuccess })
	overrun := failed >= 0 && c.wasOverrun()
	if overrun {
		batch = batch[:failed]
	}
	for i := range batch {
		c.take(&batch[i])
	}
	if overrun {
		c.spoil(nd2.BufferOverflow)
	}
	return got
}

// wasOverrun asks the device whether it had no room for a completion. An overrun ends
// queue pairs: their failed requests come after it, and must not be announced as a sound
// queue's results.
func (c *completionQueue) wasOverrun() bool {
	d := c.adapter.device
	if d.readEvents() {
		d.tasks.Go(d.asyncEvents)
	}
	return c.overrun.Load()
}

// push queues a result. The queue is locked.
func (c *completionQueue) push(r nd2.Result) {
	c.queued = append(c.queued, r)
	if c.notices.fetched(r.Status != nd2.Success || c.adapter.device.mayBeSolicited(&r)) {
		c.trigger()
	}
}

// take queues the results of the requests that a completion ends.
func (c *completionQueue) take(w *ib.Completion) {
	q := c.users[w.QPN]
	if q == nil {
		c.takeDummy(w)
		return
	}
	q.completed(w, func(s slot) {
		r := q.result(&s)
		if r.Status != nd2.Success {
			q.broken()
		} else if s.kind == nd2.RequestReceive {
			r.BytesTransferred = w.Bytes
		}
		if r.Status != nd2.Success || !s.silent {
			c.push(r)
		}
	})
}

// result returns the result of an ended request.
func (q *queuePair) result(s *slot) nd2.Result {
	return nd2.Result{
		Status:           q.statusOf(s),
		QueuePairContext: q.context,
		RequestContext:   s.context,
		RequestType:      s.kind,
	}
}

// join makes a queue pair report here.
func (c *completionQueue) join(q *queuePair, number uint32) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.users[number] = q
}

// removeUser removes a queue pair's number.
func (c *completionQueue) removeUser(number uint32) {
	c.lock.Lock()
	defer c.lock.Unlock()
	delete(c.users, number)
}

// leave fetches the last completions of a freed queue pair, and forgets the queue pair.
// Requests without a completion are canceled.
func (c *completionQueue) leave(q *queuePair, requests *ring) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.cancelAll(q, requests)
	if c.users[q.number] == q { // the device may have given the number to another queue pair
		delete(c.users, q.number)
	}
}

// cancelAll cancels the requests that the device has forgotten. The queue is locked. A
// queue of siw has no room for more results than any other, though siw itself reports
// none of these.
func (c *completionQueue) cancelAll(q *queuePair, requests *ring) {
	c.drain()
	siw := q.adapter.device.siw
	for _, s := range requests.rest() {
		switch {
		case s.status == ib.WCSuccess && s.silent:
		case siw && uint64(len(c.queued)) >= uint64(c.capacity):
			c.spoil(nd2.BufferOverflow)
		case c.failure == nd2.Success || !siw:
			c.push(q.result(&s))
		}
	}
}
