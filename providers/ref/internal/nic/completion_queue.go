package nic

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/ndconform/ndconform/nd2"
)

// A CompletionQueue holds results until the client takes them. Results enter under the device's lock and
// leave under mu, without the device: the two sides share only head and tail.
type CompletionQueue struct {
	device *Device
	// Requests are the Notify requests in progress.
	Requests Requests

	// The device's lock guards the fields down to failure.

	// users are the queue pairs that report here.
	users map[*QueuePair]struct{}
	arm   arm
	// Results are numbered from the first. announced is one past the last that a trigger has announced,
	// solicited one past the last that has solicited an event or failed. Both are <= tail.
	announced, solicited uint64
	// failure is why the queue is unusable, or ND_SUCCESS.
	failure nd2.Status

	// tail, one past the last result, is advanced under the device's lock; head, the next result to leave,
	// under mu. The ring is changed under both; its length is a power of two. head <= tail <= head + depth
	// <= head + len(ring).
	head, tail atomic.Uint64
	mu         sync.Mutex
	ring       []nd2.Result
	depth      uint64
	// origins say which queue pair each result in the ring came from; nil unless a quirk needs it.
	origins []origin
}

// NewCompletionQueue returns a queue of depth results that notifies through the file.
func (d *Device) NewCompletionQueue(f *File, depth uint32) *CompletionQueue {
	c := &CompletionQueue{device: d, users: map[*QueuePair]struct{}{}, arm: arm{quirks: &d.quirks}}
	c.setDepth(c.rounded(depth))
	c.Requests.Init(f)
	d.Lock()
	defer d.UnlockAndDeliver()
	d.completionQueues[c] = struct{}{}
	return c
}

// Close cancels the Notify requests in progress.
func (c *CompletionQueue) Close() {
	c.Requests.Close()
	c.device.Lock()
	defer c.device.UnlockAndDeliver()
	delete(c.device.completionQueues, c)
}

// GetResults is IND2CompletionQueue::GetResults.
func (c *CompletionQueue) GetResults(results []nd2.Result) uint32 {
	if c.tail.Load() == c.head.Load() && !c.sought() {
		return 0
	}
	c.mu.Lock()
	head := c.head.Load()
	n := min(c.tail.Load()-head, uint64(len(results)))
	for i := range n {
		results[i] = *c.slot(head + i)
	}
	c.head.Store(head + n)
	c.mu.Unlock()
	return uint32(n)
}

// sought looks for arrived datagrams when the queue is empty: a polling client need not wait for another
// goroutine. It reports whether there is a result.
func (c *CompletionQueue) sought() bool {
	if c.device.prompt {
		return false
	}
	c.device.port.Poll()
	return c.tail.Load() != c.head.Load()
}

func (c *CompletionQueue) slot(number uint64) *nd2.Result {
	return &c.ring[number&uint64(len(c.ring)-1)]
}

// Resize is IND2CompletionQueue::Resize, for a depth within the limits.
func (c *CompletionQueue) Resize(depth uint32) nd2.Status {
	c.device.Lock()
	defer c.device.UnlockAndDeliver()
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.tail.Load()-c.head.Load() > uint64(depth):
		return nd2.BufferOverflow
	case !c.device.Affords(depth, 0, 0):
		return nd2.InsufficientResources
	}
	c.setDepth(c.rounded(depth))
	return nd2.Success
}

// leastRounded is the smallest rounded depth of a completion queue.
const leastRounded = 64

func (c *CompletionQueue) rounded(depth uint32) uint32 {
	return c.device.rounded(depth, leastRounded, c.device.limits.CompletionDepth)
}

// setDepth makes a new ring and moves the results to it.
func (c *CompletionQueue) setDepth(depth uint32) {
	old := c.ring
	c.depth = uint64(depth)
	c.ring = make([]nd2.Result, 1<<bits.Len32(depth-1))
	for i := c.head.Load(); i < c.tail.Load(); i++ {
		*c.slot(i) = old[i&uint64(len(old)-1)]
	}
	c.moveOrigins()
}

// Notify is IND2CompletionQueue::Notify. It completes inline if the queue has failed, or holds an
// unannounced result of the kind.
func (c *CompletionQueue) Notify(kind nd2.NotifyType, o *nd2.Overlapped) nd2.Status {
	if s := c.notified(kind); s != nd2.Pending {
		return s
	}
	r := c.Requests.Begin(o)
	d := c.device
	d.Lock()
	defer d.UnlockAndDeliver()
	c.arm.add(r, kind)
	switch {
	case d.stopped:
		c.arm.fail(nd2.DeviceRemoved)
	case c.failure != nd2.Success:
		c.arm.fail(c.failure)
	case c.unannounced(kind):
		c.trigger(false)
	}
	return nd2.Pending
}

// notified returns Notify's inline status, or ND_PENDING if it must wait.
func (c *CompletionQueue) notified(kind nd2.NotifyType) nd2.Status {
	c.device.Lock()
	defer c.device.UnlockAndDeliver()
	switch {
	case c.failure != nd2.Success:
		return c.failure
	case !c.unannounced(kind):
		return nd2.Pending
	}
	c.trigger(false)
	return nd2.Success
}

// unannounced reports whether a queued, unannounced result satisfies the kind; it changes nothing. Source:
// IND2CompletionQueue::Notify, Remarks and Implementation Note.
func (c *CompletionQueue) unannounced(kind nd2.NotifyType) bool {
	seen := c.head.Load()
	switch q := &c.device.quirks; {
	case q.CountsEvents:
		seen = c.announced
	case !q.Peek:
		seen = max(seen, c.announced)
	}
	if c.device.quirks.AnyQueued {
		kind = nd2.NotifyAny
	}
	switch kind {
	case nd2.NotifyAny:
		return c.tail.Load() > seen
	case nd2.NotifySolicited:
		return c.solicited > seen
	}
	return false
}

// trigger announces all queued results to the requests that wait; failed says that the triggering result
// has failed.
func (c *CompletionQueue) trigger(failed bool) {
	c.announced = c.tail.Load()
	c.arm.fire(failed)
}

// push queues a result of q; solicited says that it solicits an event. The device is locked.
func (c *CompletionQueue) push(q *QueuePair, r *nd2.Result, solicited bool) {
	if c.failure != nd2.Success {
		return
	}
	tail := c.tail.Load()
	if tail-c.head.Load() >= c.depth {
		c.fail(c.device.overrun())
		return
	}
	*c.slot(tail) = *r
	solicited = solicited || r.Status != nd2.Success
	if c.origins != nil {
		*c.origin(tail) = origin{q, solicited}
	}
	c.tail.Store(tail + 1)
	if solicited {
		c.solicited = tail + 1
	}
	if failed := r.Status != nd2.Success; (len(c.arm.waiting) > 0 || c.arm.stays) && c.arm.triggers(solicited, failed) {
		c.trigger(failed)
	}
}

// fail makes the queue unusable: it reports no more results, and its queue pairs fail once the device has
// finished its work. The device is locked.
func (c *CompletionQueue) fail(s nd2.Status) {
	if c.failure != nd2.Success {
		return
	}
	c.failure = s
	c.arm.fail(s)
	for q := range c.users {
		c.device.breaks(q)
	}
}
