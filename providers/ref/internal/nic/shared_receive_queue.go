package nic

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// A SharedReceiveQueue holds Receives for its queue pairs. The device's lock guards it.
type SharedReceiveQueue struct {
	device *Device
	// Requests are the Notify requests in progress.
	Requests Requests

	queue *receiveQueue
	users map[*QueuePair]struct{}
	// threshold is the number of posted Receives below which the queue notifies; 0 is
	// never.
	threshold uint32
	waiting   []*Request
	failure   nd2.Status
}

// NewSharedReceiveQueue returns a queue of depth Receives of up to maxSGE entries. It
// notifies through the file.
func (d *Domain) NewSharedReceiveQueue(f *File, depth, maxSGE, threshold uint32) *SharedReceiveQueue {
	depth = d.device.rounded(depth, 1, d.device.limits.SharedReceiveDepth)
	maxSGE = d.device.rounded(maxSGE, 1, d.device.limits.ReceiveSGE)
	s := &SharedReceiveQueue{
		device:    d.device,
		queue:     newReceiveQueue(d, depth, maxSGE),
		users:     map[*QueuePair]struct{}{},
		threshold: threshold,
	}
	s.Requests.Init(f)
	s.device.Lock()
	defer s.device.UnlockAndDeliver()
	s.device.sharedQueues[s] = struct{}{}
	return s
}

// Close drops the Receives and cancels the Notify requests in progress.
func (s *SharedReceiveQueue) Close() {
	s.Requests.Close()
	s.device.Lock()
	defer s.device.UnlockAndDeliver()
	s.queue = newReceiveQueue(s.queue.domain, 0, 0)
	s.waiting = nil
	delete(s.device.sharedQueues, s)
}

// Receive is IND2SharedReceiveQueue::Receive.
func (s *SharedReceiveQueue) Receive(context uintptr, sge []nd2.SGE) nd2.Status {
	s.device.Lock()
	defer s.device.UnlockAndDeliver()
	return s.queue.post(context, sge)
}

// Modify is IND2SharedReceiveQueue::Modify, for a depth within the limits. A threshold
// above the present number of Receives fires at once.
func (s *SharedReceiveQueue) Modify(depth, threshold uint32) nd2.Status {
	return s.ModifyAndArm(depth, threshold, nil)
}

// Notify is IND2SharedReceiveQueue::Notify. It completes inline if the queue has
// failed, or has already fewer Receives than the threshold: otherwise a client that
// counts the Receives before it arms the queue could miss the event.
func (s *SharedReceiveQueue) Notify(o *nd2.Overlapped) nd2.Status {
	if status := s.notified(); status != nd2.Pending {
		return status
	}
	r := s.Requests.Begin(o)
	s.device.Lock()
	defer s.device.UnlockAndDeliver()
	s.waiting = append(slices.DeleteFunc(s.waiting, (*Request).Done), r)
	switch {
	case s.device.stopped:
		s.complete(nd2.DeviceRemoved)
	case s.failure != nd2.Success:
		s.complete(s.failure)
	case !s.device.quirks.NotifyOnFall:
		s.taken()
	}
	return nd2.Pending
}

func (s *SharedReceiveQueue) notified() nd2.Status {
	s.device.Lock()
	defer s.device.UnlockAndDeliver()
	switch {
	case s.failure != nd2.Success:
		return s.failure
	case !s.low() || s.device.quirks.NotifyOnFall:
		return nd2.Pending
	}
	s.complete(nd2.Success)
	return nd2.Success
}

// low reports whether fewer Receives are posted than the threshold.
func (s *SharedReceiveQueue) low() bool { return s.queue.n < s.threshold }

// taken notifies the client if the Receives have fallen below the threshold.
func (s *SharedReceiveQueue) taken() {
	if len(s.waiting) > 0 && s.low() {
		s.complete(nd2.Success)
	}
}

// complete ends all Notify requests in progress.
func (s *SharedReceiveQueue) complete(status nd2.Status) {
	for _, r := range s.waiting {
		r.Complete(status)
	}
	s.waiting = nil
}

// fail makes the queue and its queue pairs unusable.
func (s *SharedReceiveQueue) fail(status nd2.Status) {
	if s.failure != nd2.Success {
		return
	}
	s.failure = status
	s.complete(status)
	for q := range s.users {
		s.device.breaks(q)
	}
}
