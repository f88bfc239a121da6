package trace

import "github.com/ndconform/ndconform/nd2"

type adapter struct {
	unknown
	inner nd2.Adapter
}

func (a *adapter) CreateOverlappedFile(file *nd2.OverlappedFile) nd2.Status {
	s := a.inner.CreateOverlappedFile(file)
	a.note(a.label, "CreateOverlappedFile", s)
	return s
}

func (a *adapter) Query(info *nd2.AdapterInfo, size *uint32) nd2.Status {
	s := a.inner.Query(info, size)
	a.note(a.label, "Query", s)
	return s
}

func (a *adapter) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	s := a.inner.QueryAddressList(list, size)
	a.note(a.label, "QueryAddressList", s)
	return s
}

func (a *adapter) CreateCompletionQueue(iid nd2.GUID, file nd2.OverlappedFile, queueDepth uint32, group uint16, affinity uint64, completionQueue *nd2.Unknown) nd2.Status {
	s := a.inner.CreateCompletionQueue(iid, file, queueDepth, group, affinity, completionQueue)
	a.note(a.label, "CreateCompletionQueue", s, queueDepth, group, affinity)
	a.wrap(completionQueue)
	return s
}

func (a *adapter) CreateMemoryRegion(iid nd2.GUID, file nd2.OverlappedFile, memoryRegion *nd2.Unknown) nd2.Status {
	s := a.inner.CreateMemoryRegion(iid, file, memoryRegion)
	a.note(a.label, "CreateMemoryRegion", s)
	a.wrap(memoryRegion)
	return s
}

func (a *adapter) CreateMemoryWindow(iid nd2.GUID, memoryWindow *nd2.Unknown) nd2.Status {
	s := a.inner.CreateMemoryWindow(iid, memoryWindow)
	a.note(a.label, "CreateMemoryWindow", s)
	a.wrap(memoryWindow)
	return s
}

func (a *adapter) CreateSharedReceiveQueue(iid nd2.GUID, file nd2.OverlappedFile, queueDepth, maxRequestSGE, notifyThreshold uint32, group uint16, affinity uint64, sharedReceiveQueue *nd2.Unknown) nd2.Status {
	s := a.inner.CreateSharedReceiveQueue(iid, file, queueDepth, maxRequestSGE, notifyThreshold, group, affinity, sharedReceiveQueue)
	a.note(a.label, "CreateSharedReceiveQueue", s, queueDepth, maxRequestSGE, notifyThreshold, group, affinity)
	a.wrap(sharedReceiveQueue)
	return s
}

func (a *adapter) CreateQueuePair(iid nd2.GUID, receiveCompletionQueue, initiatorCompletionQueue nd2.Unknown, context uintptr, receiveQueueDepth, initiatorQueueDepth, maxReceiveRequestSGE, maxInitiatorRequestSGE, inlineDataSize uint32, queuePair *nd2.Unknown) nd2.Status {
	s := a.inner.CreateQueuePair(iid, Unwrap(receiveCompletionQueue), Unwrap(initiatorCompletionQueue), context, receiveQueueDepth, initiatorQueueDepth, maxReceiveRequestSGE, maxInitiatorRequestSGE, inlineDataSize, queuePair)
	a.note(a.label, "CreateQueuePair", s, receiveCompletionQueue, initiatorCompletionQueue, context, receiveQueueDepth, initiatorQueueDepth, maxReceiveRequestSGE, maxInitiatorRequestSGE, inlineDataSize)
	a.wrap(queuePair)
	return s
}

func (a *adapter) CreateQueuePairWithSrq(iid nd2.GUID, receiveCompletionQueue, initiatorCompletionQueue, sharedReceiveQueue nd2.Unknown, context uintptr, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize uint32, queuePair *nd2.Unknown) nd2.Status {
	s := a.inner.CreateQueuePairWithSrq(iid, Unwrap(receiveCompletionQueue), Unwrap(initiatorCompletionQueue), Unwrap(sharedReceiveQueue), context, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize, queuePair)
	a.note(a.label, "CreateQueuePairWithSrq", s, receiveCompletionQueue, initiatorCompletionQueue, sharedReceiveQueue, context, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize)
	a.wrap(queuePair)
	return s
}

func (a *adapter) CreateConnector(iid nd2.GUID, file nd2.OverlappedFile, connector *nd2.Unknown) nd2.Status {
	s := a.inner.CreateConnector(iid, file, connector)
	a.note(a.label, "CreateConnector", s)
	a.wrap(connector)
	return s
}

func (a *adapter) CreateListener(iid nd2.GUID, file nd2.OverlappedFile, listener *nd2.Unknown) nd2.Status {
	s := a.inner.CreateListener(iid, file, listener)
	a.note(a.label, "CreateListener", s)
	a.wrap(listener)
	return s
}
