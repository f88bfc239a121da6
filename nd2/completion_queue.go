package nd2

// CompletionQueue is IND2CompletionQueue: it holds the results of requests
// until the client takes them. Initiator and receive queues of any number of
// queue pairs may report to it. Source: IND2CompletionQueue.md.
type CompletionQueue interface {
	Overlapping

	// GetNotifyAffinity returns the processors that notifications are processed
	// on: a group number (0 without groups) and a bitmap within it.
	//
	// ND_SUCCESS; ND_INSUFFICIENT_RESOURCES; ND_INVALID_PARAMETER: group or
	// affinity is nil; ND_DEVICE_REMOVED; ND_NOT_SUPPORTED.
	// Source: IND2CompletionQueue::GetNotifyAffinity.
	GetNotifyAffinity(group *uint16, affinity *uint64) Status

	// Resize changes how many results the queue holds, up or down, in use or
	// not. No result is lost, and a failure changes nothing.
	//
	// ND_SUCCESS; ND_INSUFFICIENT_RESOURCES; ND_INVALID_PARAMETER: more than
	// the hardware supports; ND_BUFFER_OVERFLOW: fewer than are queued now;
	// ND_DEVICE_REMOVED; ND_NOT_SUPPORTED: the adapter lacks [AdapterCQResize].
	// Source: IND2CompletionQueue::Resize.
	Resize(queueDepth uint32) Status

	// Notify arms the queue: o completes with the next trigger of the kind,
	// or at once when a result that no trigger has announced is queued.
	// One trigger completes every request outstanding. [NotifyAny] takes
	// precedence over [NotifySolicited]; errors satisfy every kind.
	//
	// ND_SUCCESS; ND_PENDING; ND_INTERNAL_ERROR: the queue has failed;
	// ND_BUFFER_OVERFLOW: the queue was overrun (after both, the queue and its
	// queue pairs are unusable); ND_CANCELED; ND_INSUFFICIENT_RESOURCES;
	// ND_DEVICE_REMOVED. Source: IND2CompletionQueue::Notify.
	Notify(kind NotifyType, o *Overlapped) Status

	// GetResults moves up to len(results) results out of the queue, oldest
	// first, and returns how many. Fewer than len(results) means that the queue
	// is empty. Requests on one queue pair's initiator queue complete in the
	// order issued, and so do its Receives. It needs no lock of the client's
	// against other methods, and makes no transition to the kernel.
	// Source: IND2CompletionQueue::GetResults.
	GetResults(results []Result) uint32
}
