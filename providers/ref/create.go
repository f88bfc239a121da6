package ref

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// The creation of objects. Parameters are checked in order: first iid, for which the
// documents have no numbered status; then the file, if the method takes it
// (ND_INVALID_HANDLE); then each by its number.

// begins makes the first checks of a creation, and sets *out to nil for a failure.
func (a *adapter) begins(call string, iid, want nd2.GUID, out *nd2.Unknown) nd2.Status {
	return object.Creates(func() nd2.Status { return a.device.Check(call) }, iid, want, out)
}

// createOnFile creates an object that has no other parameters than its file.
func createOnFile[T nd2.Unknown](a *adapter, call string, iid, want nd2.GUID, file nd2.OverlappedFile,
	make func(a *adapter, f *nic.File) T, out *nd2.Unknown,
) nd2.Status {
	if s := a.begins(call, iid, want, out); s != nd2.Success {
		return s
	}
	f := a.fileOf(file)
	if f == nil {
		return nd2.InvalidHandle
	}
	*out = make(a, f)
	return nd2.Success
}

// CreateCompletionQueue implements [nd2.Adapter].
func (a *adapter) CreateCompletionQueue(iid nd2.GUID, file nd2.OverlappedFile, queueDepth uint32, group uint16,
	mask uint64, out *nd2.Unknown,
) nd2.Status {
	if s := a.begins("IND2Adapter::CreateCompletionQueue", iid, nd2.IIDCompletionQueue, out); s != nd2.Success {
		return s
	}
	f := a.fileOf(file)
	switch {
	case f == nil:
		return nd2.InvalidHandle
	case queueDepth == 0 || queueDepth > a.device.Limits().CompletionDepth:
		return nd2.InvalidParameter3
	case !a.device.Affords(queueDepth, 0, 0):
		return nd2.InsufficientResources
	}
	*out = newCompletionQueue(a, f, queueDepth, affinityFor(group, mask))
	return nd2.Success
}

// CreateMemoryRegion implements [nd2.Adapter].
func (a *adapter) CreateMemoryRegion(iid nd2.GUID, file nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return createOnFile(a, "IND2Adapter::CreateMemoryRegion", iid, nd2.IIDMemoryRegion, file, newMemoryRegion, out)
}

// CreateMemoryWindow implements [nd2.Adapter].
func (a *adapter) CreateMemoryWindow(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
	if s := a.begins("IND2Adapter::CreateMemoryWindow", iid, nd2.IIDMemoryWindow, out); s != nd2.Success {
		return s
	}
	w, s := newMemoryWindow(a, func() {})
	if s == nd2.Success {
		*out = w
	}
	return s
}

// CreateSharedReceiveQueue implements [nd2.Adapter].
func (a *adapter) CreateSharedReceiveQueue(iid nd2.GUID, file nd2.OverlappedFile,
	queueDepth, maxRequestSGE, notifyThreshold uint32, group uint16, mask uint64, out *nd2.Unknown,
) nd2.Status {
	if s := a.begins("IND2Adapter::CreateSharedReceiveQueue", iid, nd2.IIDSharedReceiveQueue, out); s != nd2.Success {
		return s
	}
	f, limits := a.fileOf(file), a.device.Limits()
	switch {
	case limits.SharedReceiveDepth == 0:
		return nd2.NotSupported
	case f == nil:
		return nd2.InvalidHandle
	case queueDepth == 0 || queueDepth > limits.SharedReceiveDepth:
		return nd2.InvalidParameter3
	case maxRequestSGE > limits.ReceiveSGE:
		return nd2.InvalidParameter4
	case !a.device.Affords(queueDepth, maxRequestSGE, 0):
		return nd2.InsufficientResources
	}
	*out = newSharedReceiveQueue(a, f, queueDepth, maxRequestSGE, notifyThreshold, affinityFor(group, mask))
	return nd2.Success
}

// queues returns a client's completion queues.
func (a *adapter) queues(receives, initiates nd2.Unknown) (r, i *completionQueue, s nd2.Status) {
	r, ok := object.Own[*completionQueue](receives, a)
	if !ok {
		return nil, nil, nd2.InvalidParameter2
	}
	i, ok = object.Own[*completionQueue](initiates, a)
	if !ok {
		return nil, nil, nd2.InvalidParameter3
	}
	return r, i, nd2.Success
}

// CreateQueuePair implements [nd2.Adapter].
func (a *adapter) CreateQueuePair(iid nd2.GUID, receiveCQ, initiatorCQ nd2.Unknown, context uintptr,
	receiveQueueDepth, initiatorQueueDepth, maxReceiveRequestSGE, maxInitiatorRequestSGE, inlineDataSize uint32,
	out *nd2.Unknown,
) nd2.Status {
	if s := a.begins("IND2Adapter::CreateQueuePair", iid, nd2.IIDQueuePair, out); s != nd2.Success {
		return s
	}
	receives, initiators, s := a.queues(receiveCQ, initiatorCQ)
	if s != nd2.Success {
		return s
	}
	limits := a.device.Limits()
	switch {
	case receiveQueueDepth > limits.ReceiveDepth:
		return nd2.InvalidParameter5
	case initiatorQueueDepth > limits.InitiatorDepth:
		return nd2.InvalidParameter6
	case maxReceiveRequestSGE > limits.ReceiveSGE:
		return nd2.InvalidParameter7
	case maxInitiatorRequestSGE > limits.InitiatorSGE:
		return nd2.InvalidParameter8
	case inlineDataSize > limits.Inline:
		return nd2.InvalidParameter9
	}
	return a.createQueuePair(nic.QueuePairConfig{
		ReceiveCQ: receives.queue, InitiatorCQ: initiators.queue, Context: context,
		ReceiveDepth: receiveQueueDepth, InitiatorDepth: initiatorQueueDepth,
		ReceiveSGE: maxReceiveRequestSGE, InitiatorSGE: maxInitiatorRequestSGE, Inline: inlineDataSize,
	}, out, receives, initiators)
}

// CreateQueuePairWithSrq implements [nd2.Adapter].
func (a *adapter) CreateQueuePairWithSrq(iid nd2.GUID, receiveCQ, initiatorCQ, srq nd2.Unknown, context uintptr,
	initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize uint32, out *nd2.Unknown,
) nd2.Status {
	if s := a.begins("IND2Adapter::CreateQueuePairWithSrq", iid, nd2.IIDQueuePair, out); s != nd2.Success {
		return s
	}
	limits := a.device.Limits()
	if limits.SharedReceiveDepth == 0 {
		return nd2.NotSupported
	}
	receives, initiators, s := a.queues(receiveCQ, initiatorCQ)
	if s != nd2.Success {
		return s
	}
	shared, ok := object.Own[*sharedReceiveQueue](srq, a)
	if !ok {
		return nd2.InvalidParameter4
	}
	switch {
	case initiatorQueueDepth > limits.InitiatorDepth:
		return nd2.InvalidParameter6
	case maxInitiatorRequestSGE > limits.InitiatorSGE:
		return nd2.InvalidParameter7
	case inlineDataSize > limits.Inline:
		return nd2.InvalidParameter8
	}
	return a.createQueuePair(nic.QueuePairConfig{
		ReceiveCQ: receives.queue, InitiatorCQ: initiators.queue, Shared: shared.queue, Context: context,
		InitiatorDepth: initiatorQueueDepth, InitiatorSGE: maxInitiatorRequestSGE, Inline: inlineDataSize,
	}, out, receives, initiators, shared)
}

func (a *adapter) createQueuePair(c nic.QueuePairConfig, out *nd2.Unknown, holds ...nd2.Unknown) nd2.Status {
	q, s := newQueuePair(a, c, holds...)
	if s == nd2.Success {
		*out = q
	}
	return s
}

// CreateConnector implements [nd2.Adapter].
func (a *adapter) CreateConnector(iid nd2.GUID, file nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return createOnFile(a, "IND2Adapter::CreateConnector", iid, nd2.IIDConnector, file, newConnector, out)
}

// CreateListener implements [nd2.Adapter].
func (a *adapter) CreateListener(iid nd2.GUID, file nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return createOnFile(a, "IND2Adapter::CreateListener", iid, nd2.IIDListener, file, newListener, out)
}
