package nd2

// Adapter is IND2Adapter: an adapter opened by this process, and the scope of
// everything created from it. Of each method's statuses, ND_DEVICE_REMOVED
// means that the hardware is gone and only clean-up succeeds. Objects come back
// with one reference, the caller's. Source: IND2Adapter.md.
type Adapter interface {
	Unknown

	// CreateOverlappedFile returns the file on which overlapped requests are
	// carried out. The caller closes it.
	//
	// ND_SUCCESS; ND_NO_MEMORY; ND_DEVICE_REMOVED.
	// Source: IND2Adapter::CreateOverlappedFile.
	CreateOverlappedFile(file *OverlappedFile) Status

	// Query fills *info, whose InfoVersion the caller sets. *size is in bytes:
	// in, what the caller has; out, what was used or is needed. info may be nil
	// when *size is 0; [AdapterInfoSize] always succeeds.
	//
	// ND_SUCCESS; ND_BUFFER_OVERFLOW: *size is too small, *info is unmodified.
	// Source: IND2Adapter::Query.
	Query(info *AdapterInfo, size *uint32) Status

	// QueryAddressList lists the adapter's own addresses, with sizes as in
	// [Provider].QueryAddressList.
	//
	// ND_SUCCESS; ND_BUFFER_OVERFLOW: *size is too small, *list is unmodified.
	// Source: IND2Adapter::QueryAddressList.
	QueryAddressList(list *SocketAddressList, size *uint32) Status

	// CreateCompletionQueue allocates a queue of at least queueDepth results,
	// from 1 to MaxCompletionQueueDepth. group and affinity (a bitmap of the
	// group's processors, 0 for none) say where notifications should be
	// processed, if that can be set.
	//
	// ND_SUCCESS; ND_NO_MEMORY; ND_INSUFFICIENT_RESOURCES;
	// ND_INVALID_PARAMETER_3: queueDepth; ND_DEVICE_REMOVED.
	// Source: IND2Adapter::CreateCompletionQueue.
	CreateCompletionQueue(iid GUID, file OverlappedFile, queueDepth uint32, group uint16, affinity uint64,
		completionQueue *Unknown) Status

	// CreateMemoryRegion allocates a region, to be registered.
	//
	// ND_SUCCESS; ND_NO_MEMORY; ND_INSUFFICIENT_RESOURCES; ND_DEVICE_REMOVED.
	// Source: IND2Adapter::CreateMemoryRegion.
	CreateMemoryRegion(iid GUID, file OverlappedFile, memoryRegion *Unknown) Status

	// CreateMemoryWindow allocates a window, in the invalidated state.
	//
	// ND_SUCCESS; ND_INSUFFICIENT_RESOURCES; ND_DEVICE_REMOVED.
	// Source: IND2Adapter::CreateMemoryWindow.
	CreateMemoryWindow(iid GUID, memoryWindow *Unknown) Status

	// CreateSharedReceiveQueue allocates a queue of at least queueDepth
	// Receives of at least maxRequestSGE entries each, that notifies when fewer
	// than notifyThreshold Receives are left (0: never). group and affinity are
	// as for completion queues.
	//
	// ND_SUCCESS; ND_NO_MEMORY; ND_INSUFFICIENT_RESOURCES;
	// ND_INVALID_PARAMETER_3: queueDepth; ND_INVALID_PARAMETER_4:
	// maxRequestSGE; ND_DEVICE_REMOVED.
	// Source: IND2Adapter::CreateSharedReceiveQueue.
	CreateSharedReceiveQueue(iid GUID, file OverlappedFile, queueDepth, maxRequestSGE, notifyThreshold uint32,
		group uint16, affinity uint64, sharedReceiveQueue *Unknown) Status

	// CreateQueuePair creates a queue pair that reports Receives to one
	// completion queue and everything else to another, or the same. context
	// comes back in each [Result]'s QueuePairContext. Depths count requests,
	// inlineDataSize is in bytes; a provider may grant more than is asked for.
	// The queue pair keeps a reference to both completion queues.
	//
	// ND_SUCCESS; ND_INVALID_PARAMETER_2: receiveCompletionQueue; _3:
	// initiatorCompletionQueue; _5: receiveQueueDepth; _6: initiatorQueueDepth;
	// _7: maxReceiveRequestSGE; _8: maxInitiatorRequestSGE; _9: inlineDataSize;
	// ND_INSUFFICIENT_RESOURCES; ND_DEVICE_REMOVED.
	// Source: IND2Adapter::CreateQueuePair.
	CreateQueuePair(iid GUID, receiveCompletionQueue, initiatorCompletionQueue Unknown, context uintptr,
		receiveQueueDepth, initiatorQueueDepth, maxReceiveRequestSGE, maxInitiatorRequestSGE, inlineDataSize uint32,
		queuePair *Unknown) Status

	// CreateQueuePairWithSrq is CreateQueuePair with the Receives taken from a
	// shared receive queue.
	//
	// ND_SUCCESS; ND_NOT_SUPPORTED; ND_INVALID_PARAMETER_2:
	// receiveCompletionQueue; _3: initiatorCompletionQueue; _4:
	// sharedReceiveQueue; _6: initiatorQueueDepth; _7: maxInitiatorRequestSGE;
	// _8: inlineDataSize; ND_INSUFFICIENT_RESOURCES; ND_DEVICE_REMOVED.
	// Source: IND2Adapter::CreateQueuePairWithSrq.
	CreateQueuePairWithSrq(iid GUID, receiveCompletionQueue, initiatorCompletionQueue, sharedReceiveQueue Unknown,
		context uintptr, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize uint32, queuePair *Unknown) Status

	// CreateConnector creates a connector, for one connection.
	//
	// ND_SUCCESS; ND_NO_MEMORY; ND_INSUFFICIENT_RESOURCES; ND_DEVICE_REMOVED.
	// Source: IND2Adapter::CreateConnector.
	CreateConnector(iid GUID, file OverlappedFile, connector *Unknown) Status

	// CreateListener creates a listener.
	//
	// ND_SUCCESS; ND_NO_MEMORY; ND_INSUFFICIENT_RESOURCES; ND_DEVICE_REMOVED.
	// Source: IND2Adapter::CreateListener.
	CreateListener(iid GUID, file OverlappedFile, listener *Unknown) Status
}
