package nd2

// SharedReceiveQueue is IND2SharedReceiveQueue: Receives that any of several
// queue pairs may take. Optional: an adapter without it has a
// MaxSharedReceiveQueueDepth of 0. Source: IND2SharedReceiveQueue.md.
type SharedReceiveQueue interface {
	Overlapping

	// GetNotifyAffinity returns the processors that notifications are processed
	// on: a group number (0 without groups) and a bitmap within it.
	//
	// ND_SUCCESS; ND_INSUFFICIENT_RESOURCES; ND_INVALID_PARAMETER: group or
	// affinity is nil; ND_DEVICE_REMOVED; ND_NOT_SUPPORTED.
	// Source: IND2SharedReceiveQueue::GetNotifyAffinity.
	GetNotifyAffinity(group *uint16, affinity *uint64) Status

	// Modify changes how many Receives the queue holds and the count below
	// which it notifies; 0 leaves either as it is. A failure changes nothing.
	//
	// ND_SUCCESS; ND_INSUFFICIENT_RESOURCES; ND_INVALID_PARAMETER: more than
	// the hardware supports; ND_BUFFER_OVERFLOW: fewer than are posted now;
	// ND_DEVICE_REMOVED. Source: IND2SharedReceiveQueue::Modify.
	Modify(queueDepth, notifyThreshold uint32) Status

	// Notify arms the queue: o completes when the count of posted Receives
	// falls below the threshold, or the queue fails. One trigger completes
	// every request outstanding.
	//
	// ND_SUCCESS; ND_PENDING; ND_FAILURE, for which ND_INTERNAL_ERROR stands
	// since ndstatus.mc lacks it: the queue has failed and its queue pairs with
	// it; ND_CANCELED; ND_INSUFFICIENT_RESOURCES; ND_DEVICE_REMOVED.
	// Source: IND2SharedReceiveQueue::Notify.
	Notify(o *Overlapped) Status

	// Receive posts a Receive; its result goes to the receive completion queue
	// of the queue pair that takes it. sge may be empty, and may be reused when
	// the call returns; it may be called before any queue pair is connected.
	//
	// ND_SUCCESS; ND_BUFFER_OVERFLOW: more data than the hardware takes;
	// ND_NO_MORE_ENTRIES: the queue is full; ND_DATA_OVERRUN: more entries than
	// maxRequestSGE. Source: IND2SharedReceiveQueue::Receive.
	Receive(requestContext uintptr, sge []SGE) Status
}
