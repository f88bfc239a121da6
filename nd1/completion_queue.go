package nd1

import "github.com/ndconform/ndconform/nd2"

// CompletionQueue is INDCompletionQueue: it holds the results of requests until the
// client takes them. Source: ndspi.h, INDCompletionQueue.
type CompletionQueue interface {
	Overlapping

	// Resize changes how many results the queue holds.
	//
	// ND_SUCCESS; ND_INSUFFICIENT_RESOURCES; ND_INVALID_PARAMETER: more than
	// MaxCqEntries; ND_BUFFER_OVERFLOW: fewer than are queued now;
	// ND_DEVICE_REMOVED. Source: INDCompletionQueue::Resize.
	Resize(entries uintptr) nd2.Status

	// Notify arms the queue, as in v2.
	//
	// ND_SUCCESS; ND_PENDING; ND_BUFFER_OVERFLOW: the queue was overrun;
	// ND_CANCELED; ND_DEVICE_REMOVED. Source: INDCompletionQueue::Notify.
	Notify(kind nd2.NotifyType, o *nd2.Overlapped) nd2.Status

	// GetResults takes up to len(results) results out of the queue, oldest first: each
	// is its request's [Result], filled in. It returns their count; fewer than
	// len(results) means that the queue is empty. Source:
	// INDCompletionQueue::GetResults.
	GetResults(results []*Result) uintptr
}
