//go:build linux && cgo && verbs

package verbs

import (
	"errors"
	"math/bits"
	"sync/atomic"
	"syscall"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// A completionQueue implements [nd2.CompletionQueue]. It fetches completions when the
// client asks for results or a notification depends on them. Results that the client
// has not taken wait in queued.
type completionQueue struct {
	overlapping
	handle uintptr

	lock async.Lock
	// cq is nil when it has been freed.
	cq *ib.CQ
	// capacity is how many completions the device has room for.
	capacity uint32
	queued   []nd2.Result
	notices  notices
	// arm is what the device was asked to announce.
	arm         arm
	errorPoller errorPoller
	disarmer    disarmer
	// users are the queue pairs that report here, by number.
	users map[uint32]*queuePair
	// overrun is set when the device had no room for a completion.
	overrun atomic.Bool
	// failure is why the queue is unusable, or ND_SUCCESS.
	failure nd2.Status
	batch   [ib.Batch]ib.Completion
}

// room returns how many completions the device is asked for: the client's depth, and
// room for silent requests, whose completions only the provider sees. On siw each silent
// Read has one, and many may come before the provider fetches them.
func (d *device) room(depth uint32) uint32 {
	silent := maxUnsignaled(depth) + 16
	if d.siw {
		silent = max(silent, 1024)
	}
	return min(depth+silent, max(depth, d.info.MaxCompletionQueueDepth))
}

func newCompletionQueue(a *adapter, f *async.File, depth uint32, affinity uint64) (*completionQueue, nd2.Status) {
	c := &completionQueue{users: map[uint32]*queuePair{}}
	d := a.device
	c.handle = d.resources.add(ofCompletionQueues, c, c.free)
	vector := 0
	if affinity != 0 {
		vector = bits.TrailingZeros64(affinity) % d.context.Vectors()
	}
	c.capacity = d.room(depth)
	cq, err := d.context.NewCQ(c.capacity, c.handle, d.channel, vector)
	if err != nil {
		d.resources.end(c.handle)
		return nil, statusOfError(err, nd2.InsufficientResources)
	}
	c.begin(c, a, f, func() { d.resources.end(c.handle) }, nd2.IIDCompletionQueue)
	c.lock.Lock()
	defer c.lock.Unlock()
	c.cq = cq
	c.rearm()
	return c, nd2.Success
}

// free ends the queue; the requests in progress are canceled.
func (c *completionQueue) free() {
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.cq == nil {
		return
	}
	c.errorPoller.stop()
	c.cancel()
	c.disarmer.free()
	c.cq.Free()
	c.cq = nil
	c.disarmer.done.Broadcast()
}

// GetNotifyAffinity implements [nd2.CompletionQueue]. Verbs can't tell.
func (c *completionQueue) GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status {
	return noAffinity(group, affinity)
}

func noAffinity(group *uint16, affinity *uint64) nd2.Status {
	if group == nil || affinity == nil {
		return nd2.InvalidParameter
	}
	return nd2.NotSupported
}

// GetResults implements [nd2.CompletionQueue].
func (c *completionQueue) GetResults(results []nd2.Result) uint32 {
	c.lock.Lock()
	defer c.lock.Unlock()
	for len(c.queued) < len(results) {
		want := min(len(results)-len(c.queued), ib.Batch)
		if c.fetch(want) < want {
			break
		}
	}
	n := copy(results, c.queued)
	c.queued = c.queued[:copy(c.queued, c.queued[n:])]
	c.notices.head += uint64(n)
	return uint32(n)
}

// Resize implements [nd2.CompletionQueue]. It counts the results first: the device
// returns the same error for a depth too large and a depth too small.
func (c *completionQueue) Resize(queueDepth uint32) nd2.Status {
	d := c.adapter.device
	switch {
	case d.removed.Load():
		return nd2.DeviceRemoved
	case d.info.AdapterFlags&nd2.AdapterCQResize == 0:
		return nd2.NotSupported
	case queueDepth == 0 || queueDepth > d.info.MaxCompletionQueueDepth:
		return nd2.InvalidParameter
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	c.drain()
	if uint64(len(c.queued)) > uint64(queueDepth) {
		return nd2.BufferOverflow
	}
	capacity := d.room(queueDepth)
	err := c.cq.Resize(capacity)
	if errors.Is(err, syscall.EINVAL) { // more have come meanwhile
		return nd2.BufferOverflow
	}
	if err != nil {
		return statusOfError(err, nd2.InsufficientResources)
	}
	c.capacity = capacity
	return nd2.Success
}

// CancelOverlappedRequests implements [nd2.Overlapping].
func (c *completionQueue) CancelOverlappedRequests() nd2.Status {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.cancel()
	return nd2.Success
}

func (c *completionQueue) cancel() {
	c.notices.waiting = nil
	c.lock.EndAll(&c.requests, nd2.Canceled)
}

// fail makes the queue and its queue pairs unusable.
func (c *completionQueue) fail(s nd2.Status) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.spoil(s)
}

// hasFailed reports whether the queue was overrun or its device has failed it.
func (c *completionQueue) hasFailed() bool {
	c.lock.Lock()
	defer c.lock.Unlock()
	return c.failure != nd2.Success
}

// spoil is fail for a queue that is locked.
func (c *completionQueue) spoil(s nd2.Status) {
	if c.failure != nd2.Success {
		return
	}
	c.failure = s
	c.notices.waiting = nil
	c.disarmer.done.Broadcast()
	c.lock.EndAll(&c.requests, s)
	for _, q := range c.users {
		q.fail()
	}
}
