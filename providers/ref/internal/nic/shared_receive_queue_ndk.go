package nic

import "github.com/ndconform/ndconform/nd2"

// NDK's shared receive queues are armed by their creation and by NdkModifySrq, once for
// each notification; a user's are armed by Notify. For the queue, armed means a Notify
// request in progress.

// Arm arms a new queue: o completes when a Receive is taken and fewer than the
// threshold are left.
func (s *SharedReceiveQueue) Arm(o *nd2.Overlapped) {
	s.device.Lock()
	defer s.device.UnlockAndDeliver()
	s.arm(o)
}

// arm is Arm for a caller that has locked the device.
func (s *SharedReceiveQueue) arm(o *nd2.Overlapped) {
	r := s.Requests.Begin(o)
	s.waiting = append(s.waiting, r)
	switch {
	case s.device.stopped:
		s.complete(nd2.DeviceRemoved)
	case s.failure != nd2.Success:
		s.complete(s.failure)
	}
}

// outstanding is how many Receives a smaller depth must hold.
func (s *SharedReceiveQueue) outstanding() uint32 {
	if s.device.quirks.CountsUntaken {
		return s.queue.n
	}
	return s.queue.used
}

// ModifyAndArm is NdkModifySrq, for a depth within the limits. A threshold arms the
// queue with o, unless o is nil or the queue is armed. It fires at once if fewer
// Receives are posted.
func (s *SharedReceiveQueue) ModifyAndArm(depth, threshold uint32, o *nd2.Overlapped) nd2.Status {
	s.device.Lock()
	defer s.device.UnlockAndDeliver()
	switch {
	case depth != 0 && depth < s.outstanding():
		return nd2.BufferOverflow
	case !s.device.Affords(depth, 0, 0):
		return nd2.InsufficientResources
	case depth != 0:
		s.queue.depth = s.device.rounded(depth, 1, s.device.limits.SharedReceiveDepth)
	}
	if threshold != 0 {
		s.threshold = threshold
		if o != nil && len(s.waiting) == 0 {
			s.arm(o)
		}
		if o != nil || !s.device.quirks.NotifyOnFall { // NDK's queue must notify
			s.taken()
		}
	}
	return nd2.Success
}
