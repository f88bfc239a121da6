package host

import (
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/remote/internal/wire"
	"github.com/ndconform/ndconform/remote/proto"
)

// callNDK makes the calls of NDKPI; it returns nil for other calls.
func (h *host) callNDK(n uint64, c *proto.Call) *proto.Reply {
	for _, of := range []func(uint64, *proto.NDKCall) *proto.Reply{h.callNDKProvider, h.callNDKObject, h.callNDKAdapter, h.callNDKDomain, h.callNDKData, h.callNDKConnector} {
		if r := of(n, c.GetNdk()); r != nil {
			return r
		}
	}
	return nil
}

func nt(s ndk.Status) *proto.Reply { return &proto.Reply{Status: uint32(s)} }

// callNDKProvider opens and closes NDK adapters; it returns nil for other calls.
func (h *host) callNDKProvider(_ uint64, c *proto.NDKCall) *proto.Reply {
	if c != nil && h.kernel == nil {
		h.violated("the provider offers no NDK")
	}
	switch m := c.GetMethod().(type) {
	case *proto.NDKCall_OpenAdapter:
		var adapter ndk.Adapter
		r := nt(h.kernel.OpenAdapter(m.OpenAdapter.GetAdapterId(), &adapter))
		r.Object = h.cameOutNDK(adapter)
		return r
	case *proto.NDKCall_CloseAdapter:
		given := m.CloseAdapter.GetAdapter()
		adapter, r := parameter[ndk.Adapter](h, given), &proto.Reply{}
		h.drop(given.GetObject(), r)
		r.Status = uint32(h.kernel.CloseAdapter(adapter))
		return r
	}
	return nil
}

// callNDKObject makes the calls that all objects have; it returns nil for other calls.
func (h *host) callNDKObject(n uint64, c *proto.NDKCall) *proto.Reply {
	switch m := c.GetMethod().(type) {
	case *proto.NDKCall_Close:
		object, r := the[ndk.Object](h, n), &proto.Reply{}
		h.drop(n, r)
		r.Status = uint32(object.Close(h.calling(m.Close), uintptr(m.Close.GetContext())))
		return r
	case *proto.NDKCall_QueryExtension:
		p := m.QueryExtension
		id, err := wire.ToIID(p.GetId())
		if err != nil {
			h.violated("%v", err)
		}
		var e ndk.ExtensionInterface
		r := nt(the[ndk.Object](h, n).QueryExtension(id, wire.ToNDKVersion(p.GetVersion()), &e))
		r.Ndk = &proto.NDKOut{Extension: &proto.NDKExtension{Version: wire.NDKVersion(e.Version), Dispatch: e.Dispatch != nil}}
		return r
	}
	return nil
}

// callNDKAdapter makes the calls of NDK_ADAPTER_DISPATCH; it returns nil for other calls.
func (h *host) callNDKAdapter(n uint64, c *proto.NDKCall) *proto.Reply {
	switch m := c.GetMethod().(type) {
	case *proto.NDKCall_QueryAdapterInfo:
		var info ndk.AdapterInfo
		r := nt(the[ndk.Adapter](h, n).QueryAdapterInfo(&info))
		r.Ndk = &proto.NDKOut{Info: wire.NDKInfo(&info)}
		return r
	case *proto.NDKCall_CreateCq:
		p := m.CreateCq
		return createNDK(h, p.GetCompletion(), func(done ndk.CreateCompletion, context uintptr, out *ndk.CQ) ndk.Status {
			return the[ndk.Adapter](h, n).CreateCq(p.GetDepth(), done, context, out)
		})
	case *proto.NDKCall_CreatePd:
		return createNDK(h, m.CreatePd.GetCompletion(), the[ndk.Adapter](h, n).CreatePd)
	case *proto.NDKCall_CreateConnector:
		return createNDK(h, m.CreateConnector.GetCompletion(), the[ndk.Adapter](h, n).CreateConnector)
	}
	return nil
}

// createNDK makes a call that creates an object of NDK.
func createNDK[T any](h *host, c *proto.Completion, call func(done ndk.CreateCompletion, context uintptr, out *T) ndk.Status) *proto.Reply {
	var out T
	r := nt(call(h.giving(c), uintptr(c.GetContext()), &out))
	r.Object = h.cameOutNDK(out)
	return r
}
