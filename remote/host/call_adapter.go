package host

import (
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// callAdapter makes the calls of IND2Adapter; it returns nil for other calls.
func (h *host) callAdapter(n uint64, c *proto.Call) *proto.Reply {
	switch m := c.GetMethod().(type) {
	case *proto.Call_CreateOverlappedFile:
		return h.createFile(n)
	case *proto.Call_Query:
		info, size := wire.ToInfo(m.Query.GetInfo()), m.Query.Size
		r := status(the[nd2.Adapter](h, n).Query(info, size))
		r.Size, r.Info = size, wire.Info(info)
		return r
	case *proto.Call_CreateCompletionQueue:
		p := m.CreateCompletionQueue
		return h.create(p.GetIid(), func(iid nd2.GUID, object *nd2.Unknown) nd2.Status {
			return the[nd2.Adapter](h, n).CreateCompletionQueue(iid, h.file(p.GetFile()), p.GetQueueDepth(), uint16(p.GetGroup()), p.GetAffinity(), object)
		})
	case *proto.Call_CreateMemoryRegion:
		p := m.CreateMemoryRegion
		return h.create(p.GetIid(), func(iid nd2.GUID, object *nd2.Unknown) nd2.Status {
			return the[nd2.Adapter](h, n).CreateMemoryRegion(iid, h.file(p.GetFile()), object)
		})
	case *proto.Call_CreateMemoryWindow:
		return h.create(m.CreateMemoryWindow.GetIid(), the[nd2.Adapter](h, n).CreateMemoryWindow)
	case *proto.Call_CreateSharedReceiveQueue:
		p := m.CreateSharedReceiveQueue
		return h.create(p.GetIid(), func(iid nd2.GUID, object *nd2.Unknown) nd2.Status {
			return the[nd2.Adapter](h, n).CreateSharedReceiveQueue(iid, h.file(p.GetFile()), p.GetQueueDepth(), p.GetMaxRequestSge(), p.GetNotifyThreshold(),
				uint16(p.GetGroup()), p.GetAffinity(), object)
		})
	case *proto.Call_CreateQueuePair:
		return h.createQueuePair(n, m.CreateQueuePair)
	case *proto.Call_CreateConnector:
		p := m.CreateConnector
		return h.create(p.GetIid(), func(iid nd2.GUID, object *nd2.Unknown) nd2.Status {
			return the[nd2.Adapter](h, n).CreateConnector(iid, h.file(p.GetFile()), object)
		})
	case *proto.Call_CreateListener:
		p := m.CreateListener
		return h.create(p.GetIid(), func(iid nd2.GUID, object *nd2.Unknown) nd2.Status {
			return the[nd2.Adapter](h, n).CreateListener(iid, h.file(p.GetFile()), object)
		})
	}
	return nil
}

func (h *host) createFile(n uint64) *proto.Reply {
	var file nd2.OverlappedFile = untouched{}
	r := status(the[nd2.Adapter](h, n).CreateOverlappedFile(&file))
	switch file {
	case nil:
		r.Object = &proto.Out{}
	case untouched{}:
		r.Object = &proto.Out{Untouched: true}
	default:
		r.Object = &proto.Out{Object: h.add(file), Kind: proto.Kind_FILE}
	}
	return r
}

// untouched is a file that shows, if it is still there, that the call has created none.
type untouched struct{}

func (untouched) BindCompletionPort(nd2.CompletionPort, uintptr) nd2.Status {
	return nd2.InvalidHandle
}

func (untouched) Close() nd2.Status { return nd2.InvalidHandle }

func (h *host) createQueuePair(n uint64, p *proto.CreateQueuePair) *proto.Reply {
	adapter := the[nd2.Adapter](h, n)
	receives, initiated := h.given(p.GetReceiveCompletionQueue()), h.given(p.GetInitiatorCompletionQueue())
	return h.create(p.GetIid(), func(iid nd2.GUID, object *nd2.Unknown) nd2.Status {
		if p.GetWithSrq() {
			return adapter.CreateQueuePairWithSrq(iid, receives, initiated, h.given(p.GetSharedReceiveQueue()), uintptr(p.GetContext()),
				p.GetInitiatorQueueDepth(), p.GetMaxInitiatorRequestSge(), p.GetInlineDataSize(), object)
		}
		return adapter.CreateQueuePair(iid, receives, initiated, uintptr(p.GetContext()), p.GetReceiveQueueDepth(), p.GetInitiatorQueueDepth(),
			p.GetMaxReceiveRequestSge(), p.GetMaxInitiatorRequestSge(), p.GetInlineDataSize(), object)
	})
}
