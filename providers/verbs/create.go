//go:build linux && cgo && verbs

package verbs

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/object"
	"github.com/ndconform/ndconform/providers/verbs/internal/async"
)

// The creation of objects. Parameters are checked in order: iid; the file, if the
// method takes it, ND_INVALID_HANDLE; then each by its number.

// begins makes the first checks of a creation, and sets *out to nil for a failure.
func (a *adapter) begins(iid, want nd2.GUID, out *nd2.Unknown) nd2.Status {
	return object.Creates(func() nd2.Status {
		if a.device.removed.Load() {
			return nd2.DeviceRemoved
		}
		return nd2.Success
	}, iid, want, out)
}

// file returns a client's file, or nil if it is closed or not this provider's.
func file(f nd2.OverlappedFile) *async.File {
	own, _ := f.(*async.File)
	if own == nil || own.Closed() {
		return nil
	}
	return own
}

// give returns a created object to the client.
func give[T nd2.Unknown](out *nd2.Unknown, o T, s nd2.Status) nd2.Status {
	if s == nd2.Success {
		*out = o
	}
	return s
}

// createOnFile creates an object that has no other parameters than its file.
func createOnFile[T nd2.Unknown](a *adapter, iid, want nd2.GUID, of nd2.OverlappedFile,
	make func(a *adapter, f *async.File) T, out *nd2.Unknown,
) nd2.Status {
	if s := a.begins(iid, want, out); s != nd2.Success {
		return s
	}
	f := file(of)
	if f == nil {
		return nd2.InvalidHandle
	}
	return give(out, make(a, f), nd2.Success)
}

// CreateCompletionQueue implements [nd2.Adapter].
func (a *adapter) CreateCompletionQueue(iid nd2.GUID, of nd2.OverlappedFile, queueDepth uint32, _ uint16,
	affinity uint64, out *nd2.Unknown,
) nd2.Status {
	if s := a.begins(iid, nd2.IIDCompletionQueue, out); s != nd2.Success {
		return s
	}
	f := file(of)
	switch {
	case f == nil:
		return nd2.InvalidHandle
	case queueDepth == 0 || queueDepth > a.device.info.MaxCompletionQueueDepth:
		return nd2.InvalidParameter3
	}
	c, s := newCompletionQueue(a, f, queueDepth, affinity)
	return give(out, c, s)
}

// CreateMemoryRegion implements [nd2.Adapter].
func (a *adapter) CreateMemoryRegion(iid nd2.GUID, of nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return createOnFile(a, iid, nd2.IIDMemoryRegion, of, newMemoryRegion, out)
}

// CreateMemoryWindow implements [nd2.Adapter].
func (a *adapter) CreateMemoryWindow(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
	if s := a.begins(iid, nd2.IIDMemoryWindow, out); s != nd2.Success {
		return s
	}
	if !a.device.limits.Windows2B {
		return nd2.NotSupported
	}
	w, s := newMemoryWindow(a)
	return give(out, w, s)
}

// CreateSharedReceiveQueue implements [nd2.Adapter].
func (a *adapter) CreateSharedReceiveQueue(iid nd2.GUID, of nd2.OverlappedFile,
	queueDepth, maxRequestSGE, notifyThreshold uint32, _ uint16, _ uint64, out *nd2.Unknown,
) nd2.Status {
	if s := a.begins(iid, nd2.IIDSharedReceiveQueue, out); s != nd2.Success {
		return s
	}
	f, info := file(of), &a.device.info
	switch {
	case info.MaxSharedReceiveQueueDepth == 0:
		return nd2.NotSupported
	case f == nil:
		return nd2.InvalidHandle
	case queueDepth == 0 || queueDepth > info.MaxSharedReceiveQueueDepth:
		return nd2.InvalidParameter3
	case maxRequestSGE > info.MaxReceiveSGE:
		return nd2.InvalidParameter4
	}
	q, s := newSharedReceiveQueue(a, f, queueDepth, maxRequestSGE, notifyThreshold)
	return give(out, q, s)
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
	if s := a.begins(iid, nd2.IIDQueuePair, out); s != nd2.Success {
		return s
	}
	receives, initiates, s := a.queues(receiveCQ, initiatorCQ)
	if s != nd2.Success {
		return s
	}
	info := &a.device.info
	switch {
	case receiveQueueDepth > info.MaxReceiveQueueDepth:
		return nd2.InvalidParameter5
	case initiatorQueueDepth > info.MaxInitiatorQueueDepth:
		return nd2.InvalidParameter6
	case maxReceiveRequestSGE > info.MaxReceiveSGE:
		return nd2.InvalidParameter7
	case maxInitiatorRequestSGE > info.MaxInitiatorSGE:
		return nd2.InvalidParameter8
	case inlineDataSize > info.MaxInlineDataSize:
		return nd2.InvalidParameter9
	}
	q, s := newQueuePair(a, receives, initiates, nil, context, queuePairLimits{
		receiveDepth: receiveQueueDepth, initiatorDepth: initiatorQueueDepth,
		receiveSGE: maxReceiveRequestSGE, initiatorSGE: maxInitiatorRequestSGE, inline: inlineDataSize,
	})
	return give(out, q, s)
}

// CreateQueuePairWithSrq implements [nd2.Adapter].
func (a *adapter) CreateQueuePairWithSrq(iid nd2.GUID, receiveCQ, initiatorCQ, srq nd2.Unknown, context uintptr,
	initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize uint32, out *nd2.Unknown,
) nd2.Status {
	if s := a.begins(iid, nd2.IIDQueuePair, out); s != nd2.Success {
		return s
	}
	info := &a.device.info
	if info.MaxSharedReceiveQueueDepth == 0 {
		return nd2.NotSupported
	}
	receives, initiates, s := a.queues(receiveCQ, initiatorCQ)
	if s != nd2.Success {
		return s
	}
	shared, ok := object.Own[*sharedReceiveQueue](srq, a)
	switch {
	case !ok:
		return nd2.InvalidParameter4
	case initiatorQueueDepth > info.MaxInitiatorQueueDepth:
		return nd2.InvalidParameter6
	case maxInitiatorRequestSGE > info.MaxInitiatorSGE:
		return nd2.InvalidParameter7
	case inlineDataSize > info.MaxInlineDataSize:
		return nd2.InvalidParameter8
	}
	q, s := newQueuePair(a, receives, initiates, shared, context, queuePairLimits{
		initiatorDepth: initiatorQueueDepth, initiatorSGE: maxInitiatorRequestSGE, inline: inlineDataSize,
	})
	return give(out, q, s)
}

// CreateConnector implements [nd2.Adapter].
func (a *adapter) CreateConnector(iid nd2.GUID, of nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return createOnFile(a, iid, nd2.IIDConnector, of, newConnector, out)
}

// CreateListener implements [nd2.Adapter].
func (a *adapter) CreateListener(iid nd2.GUID, of nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return createOnFile(a, iid, nd2.IIDListener, of, newListener, out)
}
