//go:build windows && (amd64 || arm64)

package dll

import (
	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd2"
)

// An adapter implements [nd2.Adapter].
type adapter struct{ *object }

// CreateOverlappedFile implements [nd2.Adapter].
func (a *adapter) CreateOverlappedFile(out *nd2.OverlappedFile) nd2.Status {
	f := a.frame("CreateOverlappedFile")
	var handle uintptr
	var to uintptr
	if out != nil {
		to = ref(f, &handle)
	}
	s := a.do(3, to)
	f.end()
	if s == nd2.Success && out != nil {
		*out = a.newFile(windows.Handle(handle))
	}
	return s
}

// Query implements [nd2.Adapter].
func (a *adapter) Query(info *nd2.AdapterInfo, size *uint32) nd2.Status {
	f := a.frame("Query")
	defer f.end()
	var to uintptr
	if info != nil {
		to = f.room(bytesOf(info), sizeOf(size))
	}
	return a.do(4, to, ref(f, size))
}

// QueryAddressList implements [nd2.Adapter].
func (a *adapter) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	return addressList(a.object, 5, list, size)
}

// CreateCompletionQueue implements [nd2.Adapter].
func (a *adapter) CreateCompletionQueue(iid nd2.GUID, of nd2.OverlappedFile, queueDepth uint32, group uint16,
	affinity uint64, out *nd2.Unknown,
) nd2.Status {
	return a.create("CreateCompletionQueue", 6, iid, own(of), out, handleOf(of), uintptr(queueDepth), uintptr(group),
		uintptr(affinity))
}

// CreateMemoryRegion implements [nd2.Adapter].
func (a *adapter) CreateMemoryRegion(iid nd2.GUID, of nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return a.create("CreateMemoryRegion", 7, iid, own(of), out, handleOf(of))
}

// CreateMemoryWindow implements [nd2.Adapter].
func (a *adapter) CreateMemoryWindow(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
	return a.create("CreateMemoryWindow", 8, iid, nil, out)
}

// CreateSharedReceiveQueue implements [nd2.Adapter].
func (a *adapter) CreateSharedReceiveQueue(iid nd2.GUID, of nd2.OverlappedFile,
	queueDepth, maxRequestSGE, notifyThreshold uint32, group uint16, affinity uint64, out *nd2.Unknown,
) nd2.Status {
	return a.create("CreateSharedReceiveQueue", 9, iid, own(of), out, handleOf(of), uintptr(queueDepth),
		uintptr(maxRequestSGE), uintptr(notifyThreshold), uintptr(group), uintptr(affinity))
}

// CreateQueuePair implements [nd2.Adapter].
func (a *adapter) CreateQueuePair(iid nd2.GUID, receives, initiated nd2.Unknown, context uintptr,
	receiveQueueDepth, initiatorQueueDepth, maxReceiveRequestSGE, maxInitiatorRequestSGE, inlineDataSize uint32,
	out *nd2.Unknown,
) nd2.Status {
	return a.create("CreateQueuePair", 10, iid, nil, out, pointerTo(receives), pointerTo(initiated), context,
		uintptr(receiveQueueDepth), uintptr(initiatorQueueDepth), uintptr(maxReceiveRequestSGE),
		uintptr(maxInitiatorRequestSGE), uintptr(inlineDataSize))
}

// CreateQueuePairWithSrq implements [nd2.Adapter].
func (a *adapter) CreateQueuePairWithSrq(iid nd2.GUID, receives, initiated, shared nd2.Unknown, context uintptr,
	initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize uint32, out *nd2.Unknown,
) nd2.Status {
	return a.create("CreateQueuePairWithSrq", 11, iid, nil, out, pointerTo(receives), pointerTo(initiated),
		pointerTo(shared), context,
		uintptr(initiatorQueueDepth), uintptr(maxInitiatorRequestSGE), uintptr(inlineDataSize))
}

// CreateConnector implements [nd2.Adapter].
func (a *adapter) CreateConnector(iid nd2.GUID, of nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return a.create("CreateConnector", 12, iid, own(of), out, handleOf(of))
}

// CreateListener implements [nd2.Adapter].
func (a *adapter) CreateListener(iid nd2.GUID, of nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return a.create("CreateListener", 13, iid, own(of), out, handleOf(of))
}

// own returns the file behind of, or nil if it is no file of a DLL's.
func own(of nd2.OverlappedFile) *file {
	f, _ := of.(*file)
	return f
}
