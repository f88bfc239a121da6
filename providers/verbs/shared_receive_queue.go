//go:build linux && cgo && verbs

package verbs

import (
	"sync"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
	"github.com/ndconform/ndconform/providers/verbs/internal/ib"
)

// A sharedReceiveQueue implements [nd2.SharedReceiveQueue].
type sharedReceiveQueue struct {
	overlapping
	handle uintptr
	maxSGE uint32

	// lock guards posting, and the fields below.
	lock async.Lock
	srq  *ib.SRQ // nil when it has been freed
	list []ib.SGE
	// depth limits the client's Receives; capacity is the device's limit. depth <=
	// capacity.
	depth, capacity uint32
	threshold       uint32
	waiting         bool
	failure         nd2.Status

	// mu guards the fields below, which polling shares.
	mu    sync.Mutex
	slots receiveSlots
	users map[*queuePair]struct{}
}

func newSharedReceiveQueue(a *adapter, f *async.File, depth, sge, threshold uint32) (*sharedReceiveQueue, nd2.Status) {
	s := &sharedReceiveQueue{
		maxSGE: sge, depth: depth, capacity: depth, threshold: threshold,
		users: map[*queuePair]struct{}{},
	}
	d := a.device
	if !d.limits.ResizeSRQ { // then Modify needs no device
		s.capacity = d.info.MaxSharedReceiveQueueDepth
	}
	s.handle = d.resources.add(ofSharedReceiveQueues, s, s.free)
	srq, err := a.domain.NewSRQ(s.handle, s.capacity, sge)
	if err != nil {
		d.resources.end(s.handle)
		return nil, statusOfError(err, nd2.InsufficientResources)
	}
	s.srq = srq
	s.begin(s, a, f, func() { d.resources.end(s.handle) }, nd2.IIDSharedReceiveQueue)
	return s, nd2.Success
}

// free drops the Receives and cancels the requests in progress.
func (s *sharedReceiveQueue) free() {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.srq == nil {
		return
	}
	s.lock.EndAll(&s.requests, nd2.Canceled)
	s.srq.Free()
	s.srq = nil
}

// GetNotifyAffinity implements [nd2.SharedReceiveQueue]. Verbs can't tell.
func (s *sharedReceiveQueue) GetNotifyAffinity(group *uint16, affinity *uint64) nd2.Status {
	return noAffinity(group, affinity)
}

// Receive implements [nd2.SharedReceiveQueue].
func (s *sharedReceiveQueue) Receive(context uintptr, sge []nd2.SGE) nd2.Status {
	d := s.adapter.device
	s.lock.Lock()
	defer s.lock.Unlock()
	if d.removed.Load() || s.srq == nil {
		return nd2.DeviceRemoved
	}
	if status := measure(sge, s.maxSGE, d.info.MaxTransferLength); status != nd2.Success {
		return status
	}
	if s.posted() >= s.depth {
		s.drain()
		if s.posted() >= s.depth {
			return nd2.NoMoreEntries
		}
	}
	s.list = d.filled(appendEntries(s.list[:0], sge))
	number := s.put(context)
	if err := s.srq.Receive(number|receiveBit, s.list); err != nil {
		s.taken(number)
		return statusOfError(err, nd2.InsufficientResources)
	}
	return nd2.Success
}

// Modify implements [nd2.SharedReceiveQueue].
func (s *sharedReceiveQueue) Modify(queueDepth, notifyThreshold uint32) nd2.Status {
	d := s.adapter.device
	if d.removed.Load() {
		return nd2.DeviceRemoved
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if status := s.resize(queueDepth); status != nd2.Success {
		return status
	}
	if notifyThreshold != 0 {
		s.threshold = notifyThreshold
		return s.arm()
	}
	return nd2.Success
}

// resize changes the depth. It asks the device only for more than it has granted: the
// client's Receives are counted here.
func (s *sharedReceiveQueue) resize(depth uint32) nd2.Status {
	if depth == 0 {
		return nd2.Success
	}
	d := s.adapter.device
	if depth > d.info.MaxSharedReceiveQueueDepth {
		return nd2.InvalidParameter
	}
	s.drain()
	if depth < s.posted() {
		return nd2.BufferOverflow
	}
	if depth > s.capacity {
		if err := s.srq.Resize(depth); err != nil {
			return statusOfError(err, nd2.InsufficientResources)
		}
		s.capacity = depth
	}
	s.depth = depth
	return nd2.Success
}

// join and leave register the queue pairs that take Receives from here.
func (s *sharedReceiveQueue) join(q *queuePair) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.users[q] = struct{}{}
}

func (s *sharedReceiveQueue) leave(q *queuePair) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.users, q)
}

// drain fetches the results of all taken Receives.
func (s *sharedReceiveQueue) drain() {
	for _, q := range s.queuePairs() {
		q.receiveCQ.Drain()
	}
}

func (s *sharedReceiveQueue) queuePairs() (list []*queuePair) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for q := range s.users {
		list = append(list, q)
	}
	return list
}

func (s *sharedReceiveQueue) posted() uint32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.slots.used
}

func (s *sharedReceiveQueue) put(context uintptr) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.slots.put(context)
}

// taken returns the Receive with a number.
func (s *sharedReceiveQueue) taken(number uint64) (slot, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	context, ok := s.slots.take(number)
	return slot{context: context, kind: nd2.RequestReceive}, ok
}
