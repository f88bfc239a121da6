package client

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

type adapter struct{ object }

// CreateOverlappedFile implements [nd2.Adapter].
func (a *adapter) CreateOverlappedFile(out *nd2.OverlappedFile) nd2.Status {
	r := a.do(&proto.Call{Method: &proto.Call_CreateOverlappedFile{CreateOverlappedFile: &proto.CreateOverlappedFile{}}})
	switch o := r.GetObject(); {
	case o == nil || o.GetUntouched():
	case o.GetObject() == 0:
		*out = nil
	default:
		*out = &file{object{a.session, o.GetObject()}}
	}
	return nd2.Status(r.GetStatus())
}

// Query implements [nd2.Adapter].
func (a *adapter) Query(info *nd2.AdapterInfo, size *uint32) nd2.Status {
	r := a.do(&proto.Call{Method: &proto.Call_Query{Query: &proto.Query{Info: wire.Info(info), Size: size}}})
	put(info, wire.ToInfo(r.GetInfo()))
	put(size, r.Size)
	return nd2.Status(r.GetStatus())
}

// QueryAddressList implements [nd2.Adapter].
func (a *adapter) QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status {
	return a.queryAddressList(list, size)
}

// CreateCompletionQueue implements [nd2.Adapter].
func (a *adapter) CreateCompletionQueue(iid nd2.GUID, file nd2.OverlappedFile, queueDepth uint32, group uint16, affinity uint64, out *nd2.Unknown) nd2.Status {
	return a.create(&proto.Call{Method: &proto.Call_CreateCompletionQueue{CreateCompletionQueue: &proto.CreateCompletionQueue{
		Iid: wire.IID(iid), File: a.given(file), QueueDepth: queueDepth, Group: uint32(group), Affinity: affinity,
	}}}, out)
}

// CreateMemoryRegion implements [nd2.Adapter].
func (a *adapter) CreateMemoryRegion(iid nd2.GUID, file nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return a.create(&proto.Call{Method: &proto.Call_CreateMemoryRegion{CreateMemoryRegion: &proto.CreateMemoryRegion{Iid: wire.IID(iid), File: a.given(file)}}}, out)
}

// CreateMemoryWindow implements [nd2.Adapter].
func (a *adapter) CreateMemoryWindow(iid nd2.GUID, out *nd2.Unknown) nd2.Status {
	return a.create(&proto.Call{Method: &proto.Call_CreateMemoryWindow{CreateMemoryWindow: &proto.CreateMemoryWindow{Iid: wire.IID(iid)}}}, out)
}

// CreateSharedReceiveQueue implements [nd2.Adapter].
func (a *adapter) CreateSharedReceiveQueue(iid nd2.GUID, file nd2.OverlappedFile, queueDepth, maxRequestSGE, notifyThreshold uint32, group uint16, affinity uint64, out *nd2.Unknown) nd2.Status {
	return a.create(&proto.Call{Method: &proto.Call_CreateSharedReceiveQueue{CreateSharedReceiveQueue: &proto.CreateSharedReceiveQueue{
		Iid: wire.IID(iid), File: a.given(file), QueueDepth: queueDepth, MaxRequestSge: maxRequestSGE, NotifyThreshold: notifyThreshold,
		Group: uint32(group), Affinity: affinity,
	}}}, out)
}

// CreateQueuePair implements [nd2.Adapter].
func (a *adapter) CreateQueuePair(iid nd2.GUID, receiveCompletionQueue, initiatorCompletionQueue nd2.Unknown, context uintptr, receiveQueueDepth, initiatorQueueDepth, maxReceiveRequestSGE, maxInitiatorRequestSGE, inlineDataSize uint32, out *nd2.Unknown) nd2.Status {
	return a.create(&proto.Call{Method: &proto.Call_CreateQueuePair{CreateQueuePair: &proto.CreateQueuePair{
		Iid: wire.IID(iid), ReceiveCompletionQueue: a.given(receiveCompletionQueue), InitiatorCompletionQueue: a.given(initiatorCompletionQueue),
		Context: uint64(context), ReceiveQueueDepth: receiveQueueDepth, InitiatorQueueDepth: initiatorQueueDepth,
		MaxReceiveRequestSge: maxReceiveRequestSGE, MaxInitiatorRequestSge: maxInitiatorRequestSGE, InlineDataSize: inlineDataSize,
	}}}, out)
}

// CreateQueuePairWithSrq implements [nd2.Adapter].
func (a *adapter) CreateQueuePairWithSrq(iid nd2.GUID, receiveCompletionQueue, initiatorCompletionQueue, sharedReceiveQueue nd2.Unknown, context uintptr, initiatorQueueDepth, maxInitiatorRequestSGE, inlineDataSize uint32, out *nd2.Unknown) nd2.Status {
	return a.create(&proto.Call{Method: &proto.Call_CreateQueuePair{CreateQueuePair: &proto.CreateQueuePair{
		Iid: wire.IID(iid), ReceiveCompletionQueue: a.given(receiveCompletionQueue), InitiatorCompletionQueue: a.given(initiatorCompletionQueue),
		SharedReceiveQueue: a.given(sharedReceiveQueue), WithSrq: true, Context: uint64(context),
		InitiatorQueueDepth: initiatorQueueDepth, MaxInitiatorRequestSge: maxInitiatorRequestSGE, InlineDataSize: inlineDataSize,
	}}}, out)
}

// CreateConnector implements [nd2.Adapter].
func (a *adapter) CreateConnector(iid nd2.GUID, file nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return a.create(&proto.Call{Method: &proto.Call_CreateConnector{CreateConnector: &proto.CreateConnector{Iid: wire.IID(iid), File: a.given(file)}}}, out)
}

// CreateListener implements [nd2.Adapter].
func (a *adapter) CreateListener(iid nd2.GUID, file nd2.OverlappedFile, out *nd2.Unknown) nd2.Status {
	return a.create(&proto.Call{Method: &proto.Call_CreateListener{CreateListener: &proto.CreateListener{Iid: wire.IID(iid), File: a.given(file)}}}, out)
}

// A file is an overlapped file.
type file struct{ object }

// BindCompletionPort implements [nd2.OverlappedFile].
func (f *file) BindCompletionPort(port nd2.CompletionPort, key uintptr) nd2.Status {
	f.mu.Lock()
	before := f.ports[f.number]
	if before == nil && port != nil {
		f.ports[f.number] = port // before the first packet
	}
	f.mu.Unlock()
	return f.status(&proto.Call{Method: &proto.Call_BindCompletionPort{BindCompletionPort: &proto.BindCompletionPort{Nil: port == nil, Key: uint64(key)}}})
}

// Close implements [nd2.OverlappedFile].
func (f *file) Close() nd2.Status {
	return f.status(&proto.Call{Method: &proto.Call_CloseFile{CloseFile: &proto.CloseFile{}}})
}
