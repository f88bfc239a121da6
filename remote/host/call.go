package host

import (
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/proto"
)

// call makes one call.
func (h *host) call(c *proto.Call) *proto.Reply {
	n := c.GetObject()
	switch m := c.GetMethod().(type) {
	case *proto.Call_NewProvider:
		return &proto.Reply{Object: h.cameOut(h.instance.ND2())}
	case *proto.Call_Allocate:
		return h.allocate(m.Allocate.GetSize())
	case *proto.Call_Free:
		return h.free(m.Free.GetBlock())
	case *proto.Call_Load:
		return h.load(m.Load.GetPart())
	case *proto.Call_Store:
		return h.store(m.Store)
	case *proto.Call_Inject:
		return h.inject(m.Inject)
	case *proto.Call_Undo:
		return h.undo(m.Undo.GetFault())
	case *proto.Call_Clock:
		return &proto.Reply{Value: uint64(time.Now().UnixNano())}
	case *proto.Call_Return:
		return h.hasReturned(m.Return.GetCallback())
	case *proto.Call_QueryInterface:
		return h.create(m.QueryInterface.GetIid(), the[nd2.Unknown](h, n).QueryInterface)
	case *proto.Call_AddRef:
		return h.addRef(n)
	case *proto.Call_Release:
		r := &proto.Reply{Value: uint64(the[nd2.Unknown](h, n).Release())}
		h.drop(n, r)
		return r
	case *proto.Call_CancelOverlappedRequests:
		return status(the[canceler](h, n).CancelOverlappedRequests())
	case *proto.Call_GetOverlappedResult:
		return status(the[nd2.Overlapping](h, n).GetOverlappedResult(h.request(m.GetOverlappedResult.GetOverlapped()), m.GetOverlappedResult.GetWait()))
	case *proto.Call_QueryAddressList:
		return h.queryAddressList(n, m.QueryAddressList)
	case *proto.Call_ResolveAddress:
		var id uint64
		s := the[nd2.Provider](h, n).ResolveAddress(h.buffer(m.ResolveAddress.GetAddress()), &id)
		return &proto.Reply{Status: uint32(s), Value: id}
	case *proto.Call_OpenAdapter:
		return h.create(m.OpenAdapter.GetIid(), func(iid nd2.GUID, object *nd2.Unknown) nd2.Status {
			return the[nd2.Provider](h, n).OpenAdapter(iid, m.OpenAdapter.GetAdapterId(), object)
		})
	case *proto.Call_BindCompletionPort:
		return h.bindPort(n, m.BindCompletionPort)
	case *proto.Call_CloseFile:
		r := status(the[nd2.OverlappedFile](h, n).Close())
		return r
	}
	for _, of := range []func(uint64, *proto.Call) *proto.Reply{h.callAdapter, h.callMemory, h.callQueue, h.callPair, h.callConnection, h.callND1, h.callNDK} {
		if r := of(n, c); r != nil {
			return r
		}
	}
	h.violated("call %d of object %d is of no method", c.GetId(), n)
	return nil
}

// canceler is what all objects with requests have in common, in v1 as in v2.
type canceler interface{ CancelOverlappedRequests() nd2.Status }

func status(s nd2.Status) *proto.Reply { return &proto.Reply{Status: uint32(s)} }

func (h *host) addRef(n uint64) *proto.Reply {
	count := the[nd2.Unknown](h, n).AddRef()
	h.mu.Lock()
	defer h.mu.Unlock()
	if o := h.objects[n]; o != nil {
		o.references++
	}
	return &proto.Reply{Value: uint64(count)}
}

// lister is the part that a provider and an adapter have in common.
type lister interface {
	QueryAddressList(list *nd2.SocketAddressList, size *uint32) nd2.Status
}

func (h *host) queryAddressList(n uint64, q *proto.QueryAddressList) *proto.Reply {
	var list *nd2.SocketAddressList
	if q.GetList() != nil {
		list = &nd2.SocketAddressList{Address: q.GetList().GetAddress()}
	}
	size := q.Size
	r := status(the[lister](h, n).QueryAddressList(list, size))
	r.Size = size
	if list != nil {
		r.List = &proto.AddressList{Address: list.Address}
	}
	return r
}

func (h *host) bindPort(n uint64, b *proto.BindCompletionPort) *proto.Reply {
	var to nd2.CompletionPort
	if !b.GetNil() {
		to = &port{h, n}
	}
	return status(the[nd2.OverlappedFile](h, n).BindCompletionPort(to, uintptr(b.GetKey())))
}

func (h *host) inject(i *proto.Inject) *proto.Reply {
	injector, ok := h.instance.(providers.FaultInjector)
	if !ok {
		return &proto.Reply{Error: "the provider injects no faults"}
	}
	undo, err := injector.Inject(providers.Fault{Kind: providers.FaultKind(i.GetKind()), Adapter: i.GetAdapter(), Call: i.GetCall(), Request: i.GetRequest()})
	if err != nil {
		return &proto.Reply{Error: err.Error()}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.faults) >= h.Limits.Objects {
		h.stop(errTooMany("faults", h.Limits.Objects))
	}
	number := h.number()
	h.faults[number] = undo
	return &proto.Reply{Value: number}
}

func (h *host) undo(number uint64) *proto.Reply {
	h.mu.Lock()
	undo := h.faults[number]
	delete(h.faults, number)
	h.mu.Unlock()
	if undo == nil {
		h.violated("fault %d is not there", number)
	}
	undo()
	return &proto.Reply{}
}
