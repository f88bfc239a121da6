package trace

import "github.com/ndconform/ndconform/nd2"

type adapter struct {
	unknown
	inner nd2.Adapter
}

func (a *adapter) CreateOverlappedFile(file *nd2.OverlappedFile) nd2.Status {
	call := a.begin(a.label, "CreateOverlappedFile", "")
	s := call.made(func() nd2.Status {
		return a.inner.CreateOverlappedFile(file)
	})
	call.end(s)
	return s
}

func (a *adapter) Query(info *nd2.AdapterInfo, size *uint32) nd2.Status {
	call := a.begin(a.label, "Query", "")
	s := a.inner.Query(info, size)
	call.end(s)
	return s
}

func (a *adapter) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	call := a.begin(a.label, "QueryAddressList", "")
	s := a.inner.QueryAddressList(list, size)
	call.end(s)
	return s
}

func (a *adapter) CreateCompletionQueue(iid nd2.GUID, file nd2.OverlappedFile, queueDepth uint32, group uint16, affinity uint64, completionQueue *nd2.Unknown) nd2.Status {
	call := a.begin(a.label, "CreateCompletionQueue", "depth group? affinity?", queueDepth, group, affinity)
	s := call.made(func() nd2.Status {
		return a.inner.CreateCompletionQueue(iid, file, queueDepth, group, affinity, completionQueue)
	})
	call.end(s)
	a.wrap(completionQueue)
	return s
}

func (a *adapter) CreateMemoryRegion(iid nd2.GUID, file nd2.OverlappedFile, memoryRegion *nd2.Unknown) nd2.Status {
	call := a.begin(a.label, "CreateMemoryRegion", "")
	s := call.made(func() nd2.Status {
		return a.inner.CreateMemoryRegion(iid, file, memoryRegion)
	})
	call.end(s)
	a.wrap(memoryRegion)
	return s
}

func (a *adapter) CreateMemoryWindow(iid nd2.GUID, memoryWindow *nd2.Unknown) nd2.Status {
	call := a.begin(a.label, "CreateMemoryWindow", "")
	s := call.made(func() nd2.Status {
		return a.inner.CreateMemoryWindow(iid, memoryWindow)
	})
	call.end(s)
	a.wrap(memoryWindow)
	return s
}

func (a *adapter) CreateSharedReceiveQueue(iid nd2.GUID, file nd2.OverlappedFile, queueDepth, maxRequestSGE, notifyThreshold uint32, group uint16, affinity uint64, sharedReceiveQueue *nd2.Unknown) nd2.Status {
	call := a.begin(a.label, "CreateSharedReceiveQueue", "depth sge threshold group? affinity?", queueDepth, maxRequestSGE, notifyThreshold, group, affinity)
	s := call.made(func() nd2.Status {
		return a.inner.CreateSharedReceiveQueue(iid, file, queueDepth, maxRequestSGE, notifyThreshold, group, affinity, sharedReceiveQueue)
	})
	call.end(s)
	a.wrap(sharedReceiveQueue)
	return s
}

func (a *adapter) CreateQueuePair(iid nd2.GUID, receiveCompletionQueue, initiatorCompletionQueue nd2.Unknown, context uintptr, receiveQueueDepth, initiatorQueueDepth, maxReceiveRequestSGE, maxInitiatorRequestSGE, inlineDataSize uint32, queuePair *nd2.Unknown) nd2.Status {
	call := a.begin(a.label, "CreateQueuePair", "receives initiated context? receive-depth initiator-depth receive-sge initiator-sge inline", receiveCompletionQueue, initiatorCompletionQueue, context, receiveQueueDepth, initiatorQueueDepth, maxReceiveRequestSGE, maxInitiatorRequestSGE, inlineDataSize)
	s := call.made(func() nd2.Status {
		return a.inner.CreateQueuePair(iid, Unwrap(receiveCompletionQueue), Unwrap(initiatorCompletionQueue), context, receiveQueueDepth, initiatorQueueDepth, maxReceiveRequestSGE, maxInitiatorRequestSGE, inlineDataSize, queuePair)
	})
	call.end(s)
	a.wrap(queuePair)
	if queuePair != nil {
		a.reports(*queuePair, true, receiveCompletionQueue)
		a.reports(*queuePair, false, initiatorCompletionQueue)
	}
	return s
}

func (a *adapter) CreateQueuePairWithSrq(iid nd2.GUID, receiveCompletionQueue, initiatorCompletionQueue, sharedReceiveQueue nd2.Unknown, context uintptr, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize uint32, queuePair *nd2.Unknown) nd2.Status {
	call := a.begin(a.label, "CreateQueuePairWithSrq", "receives initiated _ context? initiator-depth initiator-sge inline", receiveCompletionQueue, initiatorCompletionQueue, sharedReceiveQueue, context, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize)
	s := call.made(func() nd2.Status {
		return a.inner.CreateQueuePairWithSrq(iid, Unwrap(receiveCompletionQueue), Unwrap(initiatorCompletionQueue), Unwrap(sharedReceiveQueue), context, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize, queuePair)
	})
	call.end(s)
	a.wrap(queuePair)
	a.reports(sharedReceiveQueue, true, receiveCompletionQueue)
	if queuePair != nil {
		a.reports(*queuePair, false, initiatorCompletionQueue)
	}
	return s
}

func (a *adapter) CreateConnector(iid nd2.GUID, file nd2.OverlappedFile, connector *nd2.Unknown) nd2.Status {
	call := a.begin(a.label, "CreateConnector", "")
	s := call.made(func() nd2.Status {
		return a.inner.CreateConnector(iid, file, connector)
	})
	call.end(s)
	a.wrap(connector)
	return s
}

func (a *adapter) CreateListener(iid nd2.GUID, file nd2.OverlappedFile, listener *nd2.Unknown) nd2.Status {
	call := a.begin(a.label, "CreateListener", "")
	s := call.made(func() nd2.Status {
		return a.inner.CreateListener(iid, file, listener)
	})
	call.end(s)
	a.wrap(listener)
	return s
}
