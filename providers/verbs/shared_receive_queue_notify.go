//go:build linux && cgo && verbs

package verbs

import "github.com/ndconform/ndconform/nd2"

// Notify implements [nd2.SharedReceiveQueue]. It checks for a count that is already
// low: the device looks only when a Receive is taken.
func (s *sharedReceiveQueue) Notify(o *nd2.Overlapped) nd2.Status {
	if o == nil {
		return nd2.InvalidParameter1
	}
	if s.adapter.device.removed.Load() {
		return nd2.DeviceRemoved
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.failure != nd2.Success {
		return s.failure
	}
	if s.low() {
		s.complete(nd2.Success)
		return nd2.Success
	}
	s.requests.Begin(o)
	s.waiting = true
	if status := s.arm(); status != nd2.Success {
		s.complete(status)
	}
	return nd2.Pending
}

// CancelOverlappedRequests implements [nd2.Overlapping].
func (s *sharedReceiveQueue) CancelOverlappedRequests() nd2.Status {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.complete(nd2.Canceled)
	return nd2.Success
}

// low reports whether fewer Receives are posted than the threshold.
func (s *sharedReceiveQueue) low() bool {
	s.drain()
	return s.posted() < s.threshold
}

// arm asks the device for an event if a request waits.
func (s *sharedReceiveQueue) arm() nd2.Status {
	if !s.waiting || s.threshold == 0 {
		return nd2.Success
	}
	// The device can't watch for more Receives than it holds; such a count is always
	// too low.
	if s.threshold <= s.capacity {
		if err := s.srq.Arm(s.threshold); err != nil {
			return statusOfError(err, nd2.InsufficientResources)
		}
	}
	if s.low() {
		s.complete(nd2.Success)
	}
	return nd2.Success
}

// complete ends all requests in progress.
func (s *sharedReceiveQueue) complete(status nd2.Status) {
	s.waiting = false
	s.lock.EndAll(&s.requests, status)
}

// event notes that the count has fallen below the threshold.
func (s *sharedReceiveQueue) event() {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.waiting {
		s.complete(nd2.Success)
	}
}

// fail makes the queue and its queue pairs unusable.
func (s *sharedReceiveQueue) fail(status nd2.Status) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.failure != nd2.Success {
		return
	}
	s.failure = status
	s.complete(status)
	for _, q := range s.queuePairs() {
		q.fail()
	}
}
